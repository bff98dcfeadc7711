import NodeBinance from 'node-binance-api';
import {
  type Answer,
  aboveAndBelow,
  bookOf,
  type MakeClient,
  NO_KEY,
  numbersIn,
  pricesOf,
  quiet,
  rows,
  SYMBOL as symbol,
  wireNamesOf,
} from './client.suite.ts';

export const nodeBinance: MakeClient = (at, key = NO_KEY) => {
  const ws = at.replace('http', 'ws');
  const client = new NodeBinance({
    ...{ APIKEY: key.name, APISECRET: key.secret, log: quiet },
    urls: {
      ...{ base: `${at}/api/`, sapi: `${at}/sapi/`, fapi: `${at}/fapi/` },
      ...{ stream: `${ws}/ws/`, combineStream: `${ws}/stream?streams=` },
    },
  } as never) as Answer;
  // This address is a field of the client and not an option.
  client.wsApi = `${ws}/ws-api/v3`;
  const { websockets } = client;
  const send = ({ type, side, symbol: of, quantity, price, ...more }: Answer) =>
    client.order(type, side, of, quantity, price, more);
  let started = 0;
  return {
    info: () => client.exchangeInfo(),
    depth: async (limit) => bookOf(await client.depth(symbol, limit)),
    tape: (limit) => client.recentTrades(symbol, limit),
    aggregates: async (limit) => wireNamesOf(await client.aggTrades(symbol, { limit })),
    candles: async (limit) => rows(await client.candles(symbol, '1h', { limit })),
    day: () => client.prevDay(symbol),
    prices: async () => pricesOf(await client.prices()),
    average: () => client.avgPrice(symbol),

    place: (order) => send(numbersIn(order)),
    test: (order) => send({ ...numbersIn(order), test: true }),
    bracket: (list) => client.ocoOrder('SELL', symbol, Number(list.quantity), aboveAndBelow(list)),
    show: (orderId) => client.orderStatus(symbol, orderId),
    open: (more) => client.openOrders(symbol, more),
    all: (more) => client.allOrders(symbol, more),
    trades: (more) => client.myTrades(symbol, more),
    cancel: (orderId) => client.cancel(symbol, orderId),
    cancelAll: (ofSymbol = symbol) => client.cancelAll(ofSymbol),
    account: () => client.account(),
    // The client reports the body only, as text.
    errorOf: ({ message }) => JSON.parse(message),

    streams: {
      trade: (onEvent) => websockets.trades([symbol, 'ETHUSDT'], onEvent),
      kline: (onEvent) => websockets.candlesticks(symbol, '1m', onEvent),
      '24hrTicker': (onEvent) =>
        websockets.prevDay(symbol, (_error: unknown, day: Answer) => onEvent(day)),
      // The client keeps the book itself and reports of an event only that it came.
      depth: (onEvent) =>
        websockets.depthCache(
          symbol,
          (_symbol: string, _book: Answer, context?: Answer) => {
            if (context === undefined) started += 1;
            else onEvent({ e: 'depthUpdate', u: context.lastEventUpdateId });
          },
          5000,
        ),
    },
    keptBook: () => {
      const { bids, asks } = websocketBook(client);
      return { bids, asks, restarts: started - 1 };
    },
    events: {
      'by signature': (onEvent) =>
        new Promise<void>((subscribed) => {
          websockets.userData(onEvent, quiet, quiet, () => subscribed(), quiet);
        }),
    },
    end: () => {
      for (const name of Object.keys(websockets.subscriptions())) websockets.terminate(name);
      client.terminateWsApi('userData');
    },
  };
};

function websocketBook(client: Answer) {
  const { bids, asks } = client.getDepthCache(symbol);
  const levels = (side: Record<string, number>, sign: number) =>
    Object.entries(side)
      .map(([price, quantity]) => [Number(price), quantity])
      .sort(([x = 0], [y = 0]) => sign * (x - y));
  return { bids: levels(bids, -1), asks: levels(asks, 1) };
}
