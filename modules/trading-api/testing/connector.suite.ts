import { Spot, WebsocketAPI, WebsocketStream } from '@binance/connector';
import {
  type Answer,
  aboveAndBelow,
  type Client,
  type MakeClient,
  NO_KEY,
  type OnEvent,
  type Orders,
  quiet,
  SYMBOL as symbol,
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
    errorOf: ({ response: { status, data: body, headers } }) => ({
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
  const reader = (onEvent: OnEvent) => {
    const message = (text: string) => onEvent(JSON.parse(text));
    // The client subscribes by URL, and reopens the same URL after this delay.
    const options = { wsURL, logger, reconnectDelay: 500, callbacks: { message } };
    const socket = new WebsocketStream(options);
    open.push(socket);
    return socket;
  };
  return {
    streams: {
      trade: (onEvent) => reader(onEvent).trade(symbol),
      kline: (onEvent) => reader(onEvent).kline(symbol, '1m'),
      '24hrTicker': (onEvent) => reader(onEvent).ticker(symbol),
      depth: (onEvent) => reader(onEvent).diffBookDepth(symbol, '100ms'),
    },
    events: {
      'by a listen key': async (onEvent) =>
        reader(onEvent).userData((await data(rest.createListenKey())).listenKey),
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

/** The client passes messages on as they come; matching answers to requests is left to its user. */
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
