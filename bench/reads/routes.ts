import { candleBytes } from '@assay/modules/feeds';
import { type Account, ask, type From, type Reply, signed, tokenOf } from './ask.ts';

/** A read with its largest parameters, and the rate that one network may have. */
export interface Route {
  readonly name: string;
  /** By the limits of requests; bytes may allow less. */
  readonly perSecond: number;
  /** Its bytes count for the user, too. */
  readonly own: boolean;
  /** Bytes that its work counts as, beside those of the answer. */
  readonly spent?: number;
  send(from: From, account: Account): Promise<Reply>;
}

/** The row `read`: 300 in ten seconds of a user, 1,200 of a network. */
const OF_USER = 30;
const OF_NETWORK = 120;
/** The row `proof` of a network. */
const PROOFS = 6;
/** 6,000 a minute of a network. */
const WEIGHT_PER_SECOND = 100;

const visited = (path: string): Route => ({
  name: path,
  perSecond: OF_NETWORK,
  own: false,
  send: (from) => ask(from, { path }),
});

const called = (query: string): Route => ({
  name: `/web/${query}`,
  perSecond: OF_USER,
  own: true,
  send: (from, { token }) => ask(from, { path: `/web/${query}`, headers: tokenOf(token) }),
});

const open = (weight: number, query: string): Route => ({
  name: `/demo/api/v3/${query}`,
  perSecond: WEIGHT_PER_SECOND / weight,
  own: false,
  send: (from) => ask(from, { path: `/demo/api/v3/${query}` }),
});

const keyed = (weight: number, path: string, query = ''): Route => ({
  name: `${path}${query === '' ? '' : '?'}${query}`,
  perSecond: WEIGHT_PER_SECOND / weight,
  own: true,
  send: (from, account) => {
    const { query: text, headers = {} } = signed(account, query);
    return ask(from, { path: `/demo${path}?${text}`, headers });
  },
});

/** Every read that does more than answer from a table in memory. */
export function routes(now: number): Route[] {
  const to = Math.floor(now / 1_000);
  const symbol = 'symbol=BTCUSDT';
  return [
    ...(
      [
        ['1', '1m'],
        ['15', '15m'],
        ['240', '4h'],
        ['1D', '1d'],
      ] as const
    ).map(([resolution, interval]) => ({
      ...visited(`/udf/history?${symbol}&resolution=${resolution}&to=${to}&countback=2000`),
      spent: candleBytes(interval, 2_000),
    })),
    visited('/udf/search?query=&limit=100'),
    ...(['1m', '12h', '1w'] as const).map((interval) => ({
      ...visited(`/web/getKline?market=BTCUSDT&interval=${interval}&limit=1000`),
      spent: candleBytes(interval, 1_000),
    })),
    visited('/web/getTickLog?index=BTC-USDT&limit=1000'),
    visited('/web/getDepth?market=BTCUSDT&limit=500'),
    called('getDealList?market=BTCUSDT&limit=1000'),
    visited('/web/getHouseAccounts?realm=demo'),
    visited('/web/getFeedStatus'),
    visited('/web/getmarketList'),
    { ...visited('/web/getLogProof?realm=demo&seq=100'), perSecond: PROOFS },
    called('getOpenOrders'),
    called('getOrderHistory?limit=500'),
    called('getOrderHistory?limit=500&status=canceled'),
    called('getOrderHistory?limit=500&status=expired'),
    called('getFills?limit=500'),
    { ...called('getStatement?limit=500'), spent: 500 * 512 },
    called('getStatement?limit=500&purpose=virtualReturn'),
    called('getAsset2'),
    open(250, `depth?${symbol}&limit=5000`),
    open(25, `trades?${symbol}&limit=1000`),
    open(10, `aggTrades?${symbol}&limit=1000`),
    open(10, `aggTrades?${symbol}&limit=1000&fromId=1`),
    open(5, `klines?${symbol}&interval=1m&limit=1000`),
    open(24, `klines?${symbol}&interval=12h&limit=1000`),
    open(10, `klines?${symbol}&interval=1s&limit=1000`),
    open(80, 'ticker/24hr'),
    open(4, `ticker/24hr?symbols=${encodeURIComponent('["BTCUSDT","ETHUSDT"]')}`),
    open(20, `ticker?${symbol}&windowSize=7d`),
    open(4, `ticker/tradingDay?${symbol}`),
    open(20, 'exchangeInfo'),
    open(4, 'ticker/price'),
    open(4, 'ticker/bookTicker'),
    open(2, `avgPrice?${symbol}`),
    keyed(20, '/api/v3/account'),
    keyed(80, '/api/v3/openOrders'),
    keyed(6, '/api/v3/openOrders', symbol),
    keyed(20, '/api/v3/allOrders', `${symbol}&limit=1000`),
    keyed(20, '/api/v3/myTrades', `${symbol}&limit=1000`),
    keyed(80, '/api/v3/openOrderList'),
    keyed(20, '/api/v3/allOrderList', 'limit=1000'),
    keyed(10, '/sapi/v1/capital/config/getall'),
    keyed(1, '/sapi/v1/asset/tradeFee'),
  ];
}
