import NodeBinance from 'node-binance-api';
import {
  type Answer,
  aboveAndBelow,
  bookOf,
  lettersOf,
  type MakeClient,
  NO_KEY,
  numbersIn,
  pricesOf,
  quiet,
  rows,
  SYMBOL as symbol,
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
  // The only address that it takes as a field and not as an option.
  client.wsApi = `${ws}/ws-api/v3`;
  const { websockets } = client;
  const send = ({ type, side, symbol: of, quantity, price, ...more }: Answer) =>
    client.order(type, side, of, quantity, price, more);
  let begun = 0;
  return {
    info: () => client.exchangeInfo(),
    depth: async (limit) => bookOf(await client.depth(symbol, limit)),
    tape: (limit) => client.recentTrades(symbol, limit),
    aggregates: async (limit) => lettersOf(await client.aggTrades(symbol, { limit })),
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
    // The body as it came is all that it tells.
    told: ({ message }) => JSON.parse(message),

    streams: {
      trade: (take) => websockets.trades([symbol, 'ETHUSDT'], take),
      kline: (take) => websockets.candlesticks(symbol, '1m', take),
      '24hrTicker': (take) =>
        websockets.prevDay(symbol, (_error: unknown, day: Answer) => take(day)),
      // It keeps the book itself: of the event it tells nothing but that there was one.
      depth: (take) =>
        websockets.depthCache(
          symbol,
          (_symbol: string, _book: Answer, context?: Answer) => {
            if (context === undefined) begun += 1;
            else take({ e: 'depthUpdate', u: context.lastEventUpdateId });
          },
          5000,
        ),
    },
    keptBook: () => {
      const { bids, asks } = websocketBook(client);
      return { bids, asks, restarts: begun - 1 };
    },
    events: {
      'by signature': (take) =>
        new Promise<void>((subscribed) => {
          websockets.userData(take, quiet, quiet, () => subscribed(), quiet);
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
