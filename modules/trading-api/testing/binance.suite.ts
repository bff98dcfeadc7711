import { MainClient, WebsocketAPIClient, WebsocketClient } from 'binance';
import {
  type Answer,
  aboveAndBelow,
  type Client,
  type MakeClient,
  NO_KEY,
  type OnEvent,
  quiet,
  SYMBOL as symbol,
} from './client.suite.ts';

const logger = { trace: quiet, info: quiet, error: quiet, debug: quiet, warning: quiet };

export const binance: MakeClient = (at, key = NO_KEY) => {
  const named = { api_key: key.name, api_secret: key.secret };
  const rest = new MainClient({ ...named, baseUrl: at });
  const sockets = socketsOf({
    ...{ ...named, wsUrl: at.replace('http', 'ws'), beautify: false },
    restOptions: { baseUrl: at },
  });
  return {
    info: () => rest.getExchangeInfo(),
    depth: (limit) => rest.getOrderBook({ symbol, limit: limit as never }),
    tape: (limit) => rest.getRecentTrades({ symbol, limit }),
    aggregates: (limit) => rest.getAggregateTrades({ symbol, limit }),
    candles: (limit) => rest.getKlines({ symbol, interval: '1h', limit }),
    day: () => rest.get24hrChangeStatistics({ symbol }),
    prices: () => rest.getSymbolPriceTicker(),
    average: () => rest.getAvgPrice({ symbol }),

    place: (order) => rest.submitNewOrder(order as never),
    test: (order) => rest.testNewOrder(order as never),
    replace: (cancelOrderId, order) =>
      rest.replaceOrder({
        ...{ ...order, cancelOrderId, cancelReplaceMode: 'STOP_ON_FAILURE' },
      } as never),
    bracket: ({ quantity, ...prices }) =>
      rest.submitNewOrderList({
        ...{ symbol, side: 'SELL', quantity, ...aboveAndBelow({ quantity, ...prices }) },
      } as never),
    show: (orderId) => rest.getOrder({ symbol, orderId }),
    open: (more) => rest.getOpenOrders({ symbol, ...more }),
    all: (more) => rest.getAllOrders({ symbol, ...more }),
    trades: (more) => rest.getAccountTradeList({ symbol, ...more }),
    cancel: (orderId) => rest.cancelOrder({ symbol, orderId }),
    cancelAll: (ofSymbol = symbol) => rest.cancelAllSymbolOrders({ symbol: ofSymbol }),
    account: () => rest.getAccountInformation(),
    errorOf: ({ code, message, headers }) => ({
      ...{ code, msg: message },
      ...(headers['retry-after'] && { retryAfter: headers['retry-after'] }),
    }),
    ...sockets,
  };
};

function socketsOf(
  options: object,
): Pick<Client, 'amend' | 'streams' | 'events' | 'byMessages' | 'end'> {
  const reader = new WebsocketClient(options, logger as never);
  reader.on('exception', quiet);
  const market = (stream: string) => (onEvent: OnEvent) => {
    // The client adds the name of the stream to each event.
    const name = `${symbol.toLowerCase()}@${stream}`;
    reader.on('message', (event: Answer) => {
      if (event.streamName === name) onEvent(event);
    });
    return reader.subscribe([name], 'main');
  };
  let caller: WebsocketAPIClient | undefined;
  const messages = () => {
    if (caller !== undefined) return caller;
    caller = new WebsocketAPIClient({ ...options, attachEventListeners: false }, logger as never);
    caller.getWSClient().on('exception', quiet);
    return caller;
  };
  const result = async (answer: Promise<Answer>) => (await answer).result;
  const stamped = (params: object) => ({ ...params, timestamp: Date.now() }) as never;
  return {
    // Its REST method calls the futures; its WebSocket method generates a new client order id.
    amend: (orderId, newQty) =>
      result(messages().amendSpotOrderKeepPriority(stamped({ symbol, orderId, newQty }))),
    streams: {
      trade: market('trade'),
      kline: market('kline_1m'),
      '24hrTicker': market('ticker'),
      depth: market('depth@100ms'),
    },
    events: {
      'by a listen key': (onEvent) => {
        reader.on('message', (event: Answer) => {
          if (event.wsKey.startsWith('spot_userData')) onEvent(event);
        });
        return reader.subscribeSpotUserDataStream('main');
      },
      'by signature': (onEvent) => {
        messages()
          .getWSClient()
          .on('message', (event: Answer) => {
            if (event.e !== undefined) onEvent(event);
          });
        return messages().subscribeUserDataStream('mainWSAPI');
      },
    },
    byMessages: async () => ({
      place: (order) => result(messages().submitNewSpotOrder(stamped(order))),
      cancel: (orderId) => result(messages().cancelSpotOrder(stamped({ symbol, orderId }))),
      account: () => result(messages().getSpotAccountInformation(stamped({}))),
    }),
    end: async () => {
      reader.closeAll(true);
      await caller?.disconnectAll();
    },
  };
}
