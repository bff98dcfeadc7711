import {
  BadRequestError,
  RateLimitBanError,
  Spot,
  TooManyRequestsError,
  UnauthorizedError,
} from '@binance/spot';
import {
  type Answer,
  aboveAndBelow,
  type Client,
  type MakeClient,
  NO_KEY,
  numbersIn,
  type OnEvent,
  SYMBOL as symbol,
} from './client.suite.ts';

/** The client has an error class for each status. */
const STATUS = new Map<unknown, number>([
  [BadRequestError, 400],
  [UnauthorizedError, 401],
  [TooManyRequestsError, 429],
  [RateLimitBanError, 418],
]);

const data = async (sent: Promise<{ data(): Promise<Answer> }>) => (await sent).data();

export const spot: MakeClient = (at, key = NO_KEY) => {
  // The only way to make the client log less.
  process.env.LOG_LEVEL ??= 'error';
  const named = { apiKey: key.name, apiSecret: key.secret };
  const { restAPI: rest } = new Spot({ configurationRestAPI: { ...named, basePath: at } });
  return {
    info: () => data(rest.exchangeInfo()),
    depth: (limit) => data(rest.depth({ symbol, limit })),
    tape: (limit) => data(rest.getTrades({ symbol, limit })),
    aggregates: (limit) => data(rest.aggTrades({ symbol, limit })),
    candles: (limit) => data(rest.klines({ symbol, interval: '1h' as never, limit })),
    day: () => data(rest.ticker24hr({ symbol })),
    prices: () => data(rest.tickerPrice()),
    average: () => data(rest.avgPrice({ symbol })),

    place: (order) => data(rest.newOrder(numbersIn(order) as never)),
    test: (order) => data(rest.orderTest(numbersIn(order) as never)),
    replace: (cancelOrderId, order) => {
      const mode = { cancelOrderId, cancelReplaceMode: 'STOP_ON_FAILURE' };
      return data(rest.orderCancelReplace({ ...numbersIn(order), ...mode } as never));
    },
    amend: (orderId, newQty) =>
      data(rest.orderAmendKeepPriority({ symbol, orderId, newQty: Number(newQty) })),
    bracket: ({ quantity, price, stopPrice, stopLimitPrice }) =>
      data(
        rest.orderListOco({
          ...{ symbol, side: 'SELL', quantity: Number(quantity) },
          ...aboveAndBelow({ quantity, price, stopPrice, stopLimitPrice }),
        } as never),
      ),
    show: (orderId) => data(rest.getOrder({ symbol, orderId })),
    // The client's own method drops unknown parameters; a generic request sends all of them.
    open: (more) => data(rest.sendSignedRequest('/api/v3/openOrders', 'GET', { symbol, ...more })),
    all: (more) => data(rest.allOrders({ symbol, ...more })),
    trades: (more) => data(rest.myTrades({ symbol, ...more })),
    cancel: (orderId) => data(rest.deleteOrder({ symbol, orderId })),
    cancelAll: (ofSymbol = symbol) => data(rest.deleteOpenOrders({ symbol: ofSymbol })),
    account: () => data(rest.getAccount()),
    errorOf: (error) => {
      const status = STATUS.get(error.constructor);
      return { code: error.code, msg: error.message, ...(status && { status }) };
    },
    ...socketsOf(at.replace('http', 'ws'), named),
  };
};

function socketsOf(
  wsURL: string,
  named: { apiKey: string; apiSecret: string },
): Pick<Client, 'streams' | 'events' | 'byMessages' | 'end'> {
  const reconnectDelay = 500;
  const { websocketStreams, websocketAPI } = new Spot({
    configurationWebsocketStreams: { wsURL, reconnectDelay },
    configurationWebsocketAPI: { ...named, wsURL: `${wsURL}/ws-api/v3`, reconnectDelay },
  });
  let reading: ReturnType<typeof websocketStreams.connect> | undefined;
  let calling: ReturnType<typeof websocketAPI.connect> | undefined;
  const reader = () => (reading ??= websocketStreams.connect());
  const caller = () => (calling ??= websocketAPI.connect());
  const at = { symbol: symbol.toLowerCase() };
  return {
    streams: {
      trade: async (onEvent) => (await reader()).trade(at).on('message', onEvent as never),
      kline: async (onEvent) =>
        (await reader()).kline({ ...at, interval: '1m' as never }).on('message', onEvent as never),
      '24hrTicker': async (onEvent) => (await reader()).ticker(at).on('message', onEvent as never),
      depth: async (onEvent) => {
        const one = (await reader()).diffBookDepth({ ...at, updateSpeed: '100ms' as never });
        one.on('message', onEvent as never);
      },
    },
    events: {
      'by signature': async (onEvent) => {
        const connection = await caller();
        const { stream } = await connection.userDataStreamSubscribeSignature();
        stream.on('message', onEvent as OnEvent as never);
        // The client reconnects by itself, but its user has to subscribe again.
        connection.on('open', () => connection.userDataStreamSubscribeSignature());
      },
    },
    byMessages: async () => {
      const connection = await caller();
      const answer = async (sent: Promise<{ data: Answer }>) => (await sent).data;
      return {
        place: (order) => answer(connection.orderPlace(numbersIn(order) as never)),
        cancel: (orderId) => answer(connection.orderCancel({ symbol, orderId })),
        account: () => answer(connection.accountStatus()),
      };
    },
    end: async () => {
      await Promise.all([(await reading)?.disconnect(), (await calling)?.disconnect()]);
    },
  };
}
