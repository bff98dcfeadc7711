import ApiNode from 'binance-api-node';
import {
  type Answer,
  bookOf,
  type MakeClient,
  NO_KEY,
  type OnEvent,
  pricesOf,
  rows,
  SYMBOL as symbol,
  wireNamesOf,
} from './client.suite.ts';

const make = ((ApiNode as Answer).default ?? ApiNode) as typeof ApiNode;

export const apiNode: MakeClient = (at, key = NO_KEY) => {
  const ws = at.replace('http', 'ws');
  const client = make({
    ...{ apiKey: key.name, apiSecret: key.secret },
    ...{ httpBase: at, wsBase: `${ws}/ws`, wsApi: `${ws}/ws-api/v3` },
  } as never);
  const ends: (() => void)[] = [];
  const open = async (opened: unknown) => {
    ends.push((await opened) as () => void);
  };
  // It renames the fields of events unless its last argument is false.
  const { depth, user } = client.ws as Answer;
  return {
    info: () => client.exchangeInfo(),
    depth: async (limit) => bookOf(await client.book({ symbol, limit })),
    tape: (limit) => client.trades({ symbol, limit }),
    aggregates: async (limit) => wireNamesOf(await client.aggTrades({ symbol, limit })),
    candles: async (limit) => rows(await client.candles({ symbol, interval: '1h', limit })),
    day: () => client.dailyStats({ symbol }),
    prices: async () => pricesOf((await client.prices()) as Answer),
    average: () => client.avgPrice({ symbol }),

    place: (order) => client.order(order as never),
    test: (order) => client.orderTest(order as never),
    replace: (cancelOrderId, order) => (client as Answer).updateOrder({ ...order, cancelOrderId }),
    bracket: (list) => client.orderOco({ symbol, side: 'SELL', ...list } as never),
    show: (orderId) => client.getOrder({ symbol, orderId }),
    open: (more) => client.openOrders({ symbol, ...more }),
    all: (more) => client.allOrders({ symbol, ...more }),
    trades: (more) => client.myTrades({ symbol, ...more }),
    cancel: (orderId) => client.cancelOrder({ symbol, orderId }),
    cancelAll: (ofSymbol = symbol) => client.cancelOpenOrders({ symbol: ofSymbol }),
    account: () => client.accountInfo(),
    errorOf: ({ code, message }) => ({ code, msg: message }),

    streams: {
      trade: (onEvent) => open(client.ws.trades(symbol, onEvent)),
      kline: (onEvent) => open(client.ws.candles(symbol, '1m', onEvent)),
      '24hrTicker': (onEvent) => open(client.ws.ticker(symbol, onEvent)),
      depth: (onEvent) => open(depth(`${symbol}@100ms`, onEvent, false)),
    },
    events: {
      'by signature': (onEvent: OnEvent) =>
        open(user(({ type, ...event }: Answer) => onEvent({ e: type, ...event }), false)),
    },
    end: () => {
      for (const end of ends.splice(0)) end();
    },
  };
};
