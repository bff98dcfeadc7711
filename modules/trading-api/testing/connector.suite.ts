import { Spot, WebsocketAPI, WebsocketStream } from '@binance/connector';
import {
  type Answer,
  aboveAndBelow,
  type Client,
  type MakeClient,
  NO_KEY,
  type Orders,
  quiet,
  SYMBOL as symbol,
  type Take,
} from './client.suite.ts';

const data = async (sent: Promise<{ data: Answer }>) => (await sent).data;
const logger = { info: quiet, debug: quiet, warn: quiet, error: quiet };

export const connector: MakeClient = (at, key = NO_KEY) => {
  const rest = new Spot(key.name, key.secret, { baseURL: at });
  return {
    info: () => data(rest.exchangeInfo()),
    depth: (limit) => data(rest.depth(symbol, { limit })),
    tape: (limit) => data(rest.trades(symbol, { limit })),
    aggregates: (limit) => data(rest.aggTrades(symbol, { limit })),
    candles: (limit) => data(rest.klines(symbol, '1h', { limit })),
    day: () => data(rest.ticker24hr(symbol)),
    prices: () => data(rest.tickerPrice()),
    average: () => data(rest.avgPrice(symbol)),

    place: ({ symbol: of, side, type, ...more }) => data(rest.newOrder(of, side, type, more)),
    test: ({ symbol: of, side, type, ...more }) => data(rest.newOrderTest(of, side, type, more)),
    replace: (cancelOrderId, { symbol: of, side, type, ...more }) =>
      data(rest.cancelAndReplace(of, side, type, 'STOP_ON_FAILURE', { ...more, cancelOrderId })),
    bracket: (list) => {
      const { aboveType, belowType, ...prices } = aboveAndBelow(list);
      return data(rest.newOCOOrder(symbol, 'SELL', list.quantity, aboveType, belowType, prices));
    },
    show: (orderId) => data(rest.getOrder(symbol, { orderId })),
    open: (more) => data(rest.openOrders({ symbol, ...more })),
    all: (more) => data(rest.allOrders(symbol, { ...more })),
    trades: (more) => data(rest.myTrades(symbol, { ...more })),
    cancel: (orderId) => data(rest.cancelOrder(symbol, { orderId })),
    cancelAll: (ofSymbol = symbol) => data(rest.cancelOpenOrders(ofSymbol)),
    account: () => data(rest.account()),
    told: ({ response: { status, data: body, headers } }) => ({
      ...{ status, ...body },
      ...(headers['retry-after'] && { retryAfter: headers['retry-after'] }),
    }),
    ...socketsOf(at.replace('http', 'ws'), key, rest),
  };
};

function socketsOf(
  wsURL: string,
  key: typeof NO_KEY,
  rest: Spot,
): Pick<Client, 'streams' | 'events' | 'byMessages' | 'end'> {
  const open: { disconnect(): void }[] = [];
  const reader = (take: Take) => {
    const message = (text: string) => take(JSON.parse(text));
    // It subscribes by the address, and opens the same again after this while.
    const options = { wsURL, logger, reconnectDelay: 500, callbacks: { message } };
    const socket = new WebsocketStream(options);
    open.push(socket);
    return socket;
  };
  return {
    streams: {
      trade: (take) => reader(take).trade(symbol),
      kline: (take) => reader(take).kline(symbol, '1m'),
      '24hrTicker': (take) => reader(take).ticker(symbol),
      depth: (take) => reader(take).diffBookDepth(symbol, '100ms'),
    },
    events: {
      'by a listen key': async (take) =>
        reader(take).userData((await data(rest.createListenKey())).listenKey),
    },
    byMessages: async () => {
      const { socket, orders } = await messagesOf(`${wsURL}/ws-api/v3`, key);
      open.push(socket);
      return orders;
    },
    end: () => {
      for (const one of open.splice(0)) one.disconnect();
    },
  };
}

/** It hands on what it hears; which answer belongs to which question is left to its user. */
async function messagesOf(wsURL: string, key: typeof NO_KEY) {
  const waiting = new Map<string, (answer: Answer) => void>();
  const message = (text: string) => {
    const { id, result, error } = JSON.parse(text);
    waiting.get(id)?.(result ?? error);
  };
  const socket = await new Promise<WebsocketAPI>((open) => {
    const callbacks = { open, message };
    new WebsocketAPI(key.name, key.secret, { wsURL, logger, callbacks });
  });
  const asked = (ask: (id: string) => void) =>
    new Promise<Answer>((answered) => {
      const id = `question-${waiting.size}`;
      waiting.set(id, answered);
      ask(id);
    });
  const orders: Orders = {
    place: ({ symbol: of, side, type, ...more }) =>
      asked((id) => socket.newOrder(of, side, type, { ...more, id })),
    cancel: (orderId) => asked((id) => socket.cancelOrder(symbol, { orderId, id })),
    account: () => asked((id) => socket.account({ id })),
  };
  return { socket, orders };
}
