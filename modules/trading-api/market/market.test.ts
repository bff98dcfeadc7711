import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type ProgramAccount,
  startTestApp,
  type TestApp,
} from '../../../apps/server/testing/test-app.ts';

/** Market data through the whole server, address by address. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: TestApp;
let account: ProgramAccount;
beforeAll(async () => {
  server = await startTestApp();
  account = await server.openAccount();
  for (const side of ['buy', 'sell', 'buy', 'buy'] as const) {
    const quantity = side === 'buy' ? '0.4' : '0.39';
    await server.deal(account, { market: 'BTCUSDT', side, quantity });
  }
});
afterAll(() => server.stop());

const ask = (address: string) => server.ask(`/demo/api/v3/${address}`);
const json = async (address: string) => (await ask(address)).json;

const DAY_FIELDS = [
  ...['symbol', 'openPrice', 'highPrice', 'lowPrice', 'lastPrice', 'volume', 'quoteVolume'],
  ...['openTime', 'closeTime', 'firstId', 'lastId', 'count'],
];
const FULL_FIELDS = [
  ...DAY_FIELDS,
  ...['priceChange', 'priceChangePercent', 'weightedAvgPrice', 'prevClosePrice'],
];
const BEST_FIELDS = ['bidPrice', 'bidQty', 'askPrice', 'askQty'];
const AGGREGATE_FIELDS = ['a', 'p', 'q', 'f', 'l', 'T', 'm', 'M'];
const TRADE_FIELDS = [...['id', 'price', 'qty', 'quoteQty', 'time', 'isBuyerMaker', 'isBestMatch']];

describe('market data', () => {
  it.each([
    ['ping', []],
    ['time', ['serverTime']],
    [
      'exchangeInfo',
      ['mode', 'timezone', 'serverTime', 'rateLimits', 'exchangeFilters', 'symbols'],
    ],
    ['depth?symbol=BTCUSDT', ['lastUpdateId', 'bids', 'asks']],
    ['trades?symbol=BTCUSDT', TRADE_FIELDS],
    ['historicalTrades?symbol=BTCUSDT', TRADE_FIELDS],
    ['aggTrades?symbol=BTCUSDT', AGGREGATE_FIELDS],
    ['avgPrice?symbol=BTCUSDT', ['mins', 'price', 'closeTime']],
    ['ticker/24hr?symbol=BTCUSDT', [...FULL_FIELDS, ...BEST_FIELDS, 'lastQty']],
    ['ticker/24hr?symbol=BTCUSDT&type=MINI', DAY_FIELDS],
    ['ticker/24hr', [...FULL_FIELDS, ...BEST_FIELDS, 'lastQty']],
    ['ticker/tradingDay?symbol=BTCUSDT', FULL_FIELDS],
    ['ticker/tradingDay?symbols=["BTCUSDT"]&type=MINI', DAY_FIELDS],
    ['ticker?symbol=BTCUSDT', FULL_FIELDS],
    ['ticker?symbol=BTCUSDT&windowSize=4h&type=MINI', DAY_FIELDS],
    ['ticker/price?symbol=BTCUSDT', ['symbol', 'price']],
    ['ticker/price', ['symbol', 'price']],
    ['ticker/bookTicker?symbol=BTCUSDT', ['symbol', ...BEST_FIELDS]],
    ['ticker/bookTicker?symbols=["BTCUSDT","ETHUSDT"]', ['symbol', ...BEST_FIELDS]],
  ])('TAPI-011 %s has the fields of its kind', async (address, fields) => {
    const { status, headers, json: answer } = await ask(address);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Number(headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(0);
    const one = Array.isArray(answer) ? answer[0] : answer;
    expect(Object.keys(one).sort()).toEqual([...fields].sort());
  });

  it('TAPI-011 a symbol gives an object; a list of symbols, or none, gives a list', async () => {
    for (const path of ['ticker/24hr', 'ticker/price', 'ticker/bookTicker']) {
      expect(await json(`${path}?symbol=BTCUSDT`)).toMatchObject({ symbol: 'BTCUSDT' });
      const two = await json(`${path}?symbols=["ETHUSDT","BTCUSDT"]`);
      expect(two.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['ETHUSDT', 'BTCUSDT']);
      expect((await json(path)).length).toBeGreaterThan(10);
    }
  });

  it('TAPI-012 exchangeInfo has each filter that the engine enforces', async () => {
    const [btc] = (await json('exchangeInfo?symbol=BTCUSDT')).symbols;
    const { data } = await account.get('getCurrencyMessage', { market: 'BTCUSDT' });
    const share = (ppm: number) => String(ppm / 1e6);
    expect(btc).toMatchObject({
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      quoteAsset: 'USDT',
      baseAssetPrecision: 8,
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      isSpotTradingAllowed: true,
      permissionSets: [['SPOT']],
      orderTypes: expect.arrayContaining(['LIMIT', 'MARKET', 'LIMIT_MAKER', 'STOP_LOSS_LIMIT']),
    });
    expect(btc.filters).toEqual([
      {
        filterType: 'PRICE_FILTER',
        minPrice: data.tickSize,
        maxPrice: data.maxPrice,
        tickSize: data.tickSize,
      },
      {
        filterType: 'LOT_SIZE',
        minQty: data.minQuantity,
        maxQty: data.maxQuantity,
        stepSize: data.stepSize,
      },
      {
        filterType: 'MARKET_LOT_SIZE',
        minQty: data.marketMinQuantity,
        maxQty: data.marketMaxQuantity,
        stepSize: data.marketStepSize,
      },
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: share(data.bidMultiplierUpPpm),
        bidMultiplierDown: share(data.bidMultiplierDownPpm),
        askMultiplierUp: share(data.askMultiplierUpPpm),
        askMultiplierDown: share(data.askMultiplierDownPpm),
        avgPriceMins: 0,
      },
      {
        filterType: 'NOTIONAL',
        minNotional: data.minNotional,
        applyMinToMarket: true,
        maxNotional: data.maxNotional,
        applyMaxToMarket: true,
        avgPriceMins: 0,
      },
      { filterType: 'ICEBERG_PARTS', limit: 10 },
      {
        filterType: 'TRAILING_DELTA',
        minTrailingAboveDelta: 10,
        maxTrailingAboveDelta: 2_000,
        minTrailingBelowDelta: 10,
        maxTrailingBelowDelta: 2_000,
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: data.maxOpenOrders },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: data.maxStopOrders },
    ]);
  });

  it('TAPI-012 exchangeInfo selects', async () => {
    const names = async (query: string) =>
      (await json(`exchangeInfo${query}`)).symbols.map(({ symbol }: { symbol: string }) => symbol);
    const all = await names('');
    expect(all.length).toBeGreaterThan(10);
    expect(await names('?symbols=["ETHUSDT","BTCUSDT"]')).toEqual(['ETHUSDT', 'BTCUSDT']);
    expect(await names('?symbolStatus=TRADING&permissions=SPOT')).toEqual(all);
    expect(await names('?symbolStatus=HALT')).toEqual([]);
    expect(await names('?permissions=["MARGIN","SPOT"]')).toEqual(all);
    expect(await names('?permissions=MARGIN')).toEqual([]);
    const [bare] = (await json('exchangeInfo?symbol=BTCUSDT&showPermissionSets=false')).symbols;
    expect(bare.permissionSets).toEqual([]);
    const { rateLimits } = await json('exchangeInfo');
    expect(rateLimits[0]).toEqual({
      ...{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1 },
      limit: 60_000_000,
    });
  });

  it('TAPI-013 trades and aggregates are paged by id and by time', async () => {
    const all = await json('historicalTrades?symbol=BTCUSDT&fromId=1');
    expect(all.length).toBeGreaterThanOrEqual(4);
    expect(all.map(({ id }: { id: number }) => id)).toEqual(
      all.map((_: unknown, i: number) => i + 1),
    );
    expect(await json('trades?symbol=BTCUSDT&limit=2')).toEqual(all.slice(-2));
    expect(await json('historicalTrades?symbol=BTCUSDT&fromId=2&limit=2')).toEqual(all.slice(1, 3));
    const joined = await json('aggTrades?symbol=BTCUSDT&fromId=0');
    expect(joined.map(({ f }: { f: number }) => f)).toEqual(
      joined.map(({ a }: { a: number }) => a),
    );
    // Every trade is in exactly one aggregate.
    const covered = joined.flatMap(({ f, l }: { f: number; l: number }) =>
      Array.from({ length: l - f + 1 }, (_, i) => f + i),
    );
    expect(covered).toEqual(all.map(({ id }: { id: number }) => id));
    const paged = [];
    for (let next = 0; ; ) {
      const [one] = await json(`aggTrades?symbol=BTCUSDT&fromId=${next}&limit=1`);
      if (one === undefined) break;
      paged.push(one);
      next = one.a + 1;
    }
    expect(paged).toEqual(joined);
    expect(await json('aggTrades?symbol=BTCUSDT&limit=2')).toEqual(joined.slice(-2));
    const [first] = joined;
    const later = joined.filter(({ T }: { T: number }) => T > first.T);
    expect(await json(`aggTrades?symbol=BTCUSDT&startTime=${first.T + 1}`)).toEqual(later);
    const early = joined.filter(({ T }: { T: number }) => T <= first.T);
    expect(await json(`aggTrades?symbol=BTCUSDT&endTime=${first.T}`)).toEqual(early);
    expect(await json(`aggTrades?symbol=BTCUSDT&startTime=0&endTime=${first.T}`)).toEqual(early);
    expect(await json(`aggTrades?symbol=BTCUSDT&startTime=${Date.now() + 60_000}`)).toEqual([]);
    expect(await json('aggTrades?symbol=ETHUSDT')).toEqual([]);
  });

  it('TAPI-013 candles are paged by time', async () => {
    const end = Math.floor(Date.now() / 3_600_000) * 3_600_000;
    const start = end - 10 * 3_600_000;
    const rows = await json(`klines?symbol=ETHUSDT&interval=1h&startTime=${start}&limit=10`);
    expect(rows.map(([at]: number[]) => at)).toEqual(
      Array.from({ length: 10 }, (_, i) => start + i * 3_600_000),
    );
    for (const row of rows) {
      expect(row).toHaveLength(12);
      expect(row[6]).toBe(row[0] + 3_600_000 - 1);
      expect(row.slice(7)).toEqual(['0', 0, '0', '0', '0']);
    }
    const last = await json(`uiKlines?symbol=ETHUSDT&interval=1h&endTime=${end - 1}&limit=3`);
    expect(last).toEqual(rows.slice(-3));
  });

  it('TAPI-014 windows agree with the candles and trades in them', async () => {
    const trades = await json('historicalTrades?symbol=BTCUSDT&fromId=1');
    const sum = (field: string) =>
      trades.reduce((total: number, one: Record<string, string>) => total + Number(one[field]), 0);
    for (const size of ['10m', '1h', '23h', '1d', '3d', '7d']) {
      const ticker = await json(`ticker?symbol=BTCUSDT&windowSize=${size}`);
      expect(ticker.openTime % 60_000).toBe(0);
      expect(ticker.count).toBe(trades.length);
      expect(Number(ticker.volume)).toBeCloseTo(sum('qty'), 8);
      expect(Number(ticker.quoteVolume)).toBeCloseTo(sum('quoteQty'), 6);
      expect([ticker.firstId, ticker.lastId]).toEqual([1, trades.length]);
      const change = Number(ticker.lastPrice) - Number(ticker.openPrice);
      expect(Number(ticker.priceChange)).toBeCloseTo(change, 8);
    }
    const day = await json('ticker/tradingDay?symbol=BTCUSDT');
    expect(day.openTime % 86_400_000).toBe(0);
    expect(day.closeTime).toBe(day.openTime + 86_400_000 - 1);
    const [candle] = await json('klines?symbol=BTCUSDT&interval=1d&limit=1');
    expect(candle[0]).toBe(day.openTime);
    expect([candle[1], candle[5], candle[7], candle[8]]).toEqual([
      day.openPrice,
      day.volume,
      day.quoteVolume,
      day.count,
    ]);
    // Three of the four orders bought at market.
    const bought = trades.filter((one: { isBuyerMaker: boolean }) => !one.isBuyerMaker);
    const part = bought.reduce((total: number, { qty }: { qty: string }) => total + Number(qty), 0);
    expect(Number(candle[9])).toBeCloseTo(part, 8);
    expect(Number(candle[9])).toBeCloseTo(1.2, 8);
    const { price } = await json('avgPrice?symbol=BTCUSDT');
    expect(Number(price)).toBeCloseTo(sum('quoteQty') / sum('qty'), 4);
    expect(Number((await json('avgPrice?symbol=ETHUSDT')).price)).toBeGreaterThan(0);
  });
});

const MISSING = (name: string) =>
  `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;
const ILLEGAL = (name: string, range: string) =>
  `Illegal characters found in parameter '${name}'; legal range is '${range}'.`;
const SYMBOL = '^[A-Z0-9-_.]{1,20}$';
const REPEATED = 'Too many parameters sent for this endpoint; a parameter was repeated.';
const COMBINED = 'Combination of optional parameters invalid.';

describe('invalid requests', () => {
  it.each([
    ['depth', -1102, MISSING('symbol')],
    ['depth?symbol=', -1105, "Parameter 'symbol' was empty."],
    ['depth?symbol=NOSUCH', -1121, 'Invalid symbol.'],
    ['depth?symbol=btcusdt', -1100, ILLEGAL('symbol', SYMBOL)],
    [`depth?symbol=${'A'.repeat(21)}`, -1100, ILLEGAL('symbol', SYMBOL)],
    ['depth?symbol=BTC%00USDT', -1100, ILLEGAL('symbol', SYMBOL)],
    ['depth?symbol=BTCUSDT&symbol=BTCUSDT', -1101, REPEATED],
    ['depth?symbol[]=BTCUSDT', -1102, MISSING('symbol')],
    [
      'depth?symbol=BTCUSDT&no=1',
      -1104,
      "Not all sent parameters were read; read '1' parameter(s) but was sent '2'.",
    ],
    ['depth?symbol=%ff', -1100, ILLEGAL('query', 'percent-encoded UTF-8')],
    ['depth?symbol=BTCUSDT&limit=abc', -1100, ILLEGAL('limit', '^[0-9]{1,20}$')],
    ['depth?symbol=BTCUSDT&limit=-1', -1100, ILLEGAL('limit', '^[0-9]{1,20}$')],
    ['depth?symbol=BTCUSDT&limit=1.5', -1100, ILLEGAL('limit', '^[0-9]{1,20}$')],
    ['depth?symbol=BTCUSDT&limit=', -1105, "Parameter 'limit' was empty."],
    ['trades?symbol=NOSUCH', -1121, 'Invalid symbol.'],
    ['historicalTrades?symbol=BTCUSDT&fromId=x', -1100, ILLEGAL('fromId', '^[0-9]{1,20}$')],
    ['aggTrades?symbol=BTCUSDT&fromId=1&startTime=1', -1128, COMBINED],
    ['klines?symbol=BTCUSDT', -1102, MISSING('interval')],
    ['klines?symbol=BTCUSDT&interval=7m', -1120, 'Invalid interval.'],
    ['klines?symbol=BTCUSDT&interval=1H', -1120, 'Invalid interval.'],
    ['klines?symbol=BTCUSDT&interval=constructor', -1120, 'Invalid interval.'],
    ['klines?symbol=NOSUCH&interval=1m', -1121, 'Invalid symbol.'],
    [
      'klines?symbol=BTCUSDT&interval=1m&timeZone=15',
      -1100,
      ILLEGAL('timeZone', '-12:00 to 14:00 in quarters of an hour'),
    ],
    [
      'klines?symbol=BTCUSDT&interval=1m&startTime=yesterday',
      -1100,
      ILLEGAL('startTime', '^[0-9]{1,20}$'),
    ],
    ['avgPrice?symbol=NOSUCH', -1121, 'Invalid symbol.'],
    ['ticker/24hr?symbol=NOSUCH', -1121, 'Invalid symbol.'],
    ['ticker/24hr?symbols=["BTCUSDT","NOSUCH"]', -1121, 'Invalid symbol.'],
    ['ticker/24hr?symbols=BTCUSDT', -1100, ILLEGAL('symbols', '["SYMBOL",…]')],
    ['ticker/24hr?symbols=[]', -1100, ILLEGAL('symbols', '["SYMBOL",…]')],
    [
      'ticker/24hr?symbols=["BTCUSDT","BTCUSDT"]',
      -1151,
      'Symbol is present multiple times in the list.',
    ],
    ['ticker/24hr?symbol=BTCUSDT&symbols=["BTCUSDT"]', -1128, COMBINED],
    ['ticker/24hr?symbol=BTCUSDT&type=SOME', -1100, ILLEGAL('type', 'FULL|MINI')],
    ['ticker', -1102, MISSING('symbol')],
    ['ticker?symbol=BTCUSDT&windowSize=8d', -1100, ILLEGAL('windowSize', '1m-59m, 1h-23h, 1d-7d')],
    ['ticker?symbol=BTCUSDT&windowSize=0m', -1100, ILLEGAL('windowSize', '1m-59m, 1h-23h, 1d-7d')],
    ['ticker/tradingDay', -1102, MISSING('symbol')],
    ['ticker/price?symbol=NOSUCH', -1121, 'Invalid symbol.'],
    ['exchangeInfo?symbol=NOSUCH', -1121, 'Invalid symbol.'],
    ['exchangeInfo?symbol=BTCUSDT&permissions=SPOT', -1128, COMBINED],
    ['exchangeInfo?symbol=BTCUSDT&symbolStatus=TRADING', -1128, COMBINED],
    ['exchangeInfo?symbolStatus=OPEN', -1100, ILLEGAL('symbolStatus', 'TRADING|HALT|BREAK')],
    ['exchangeInfo?showPermissionSets=1', -1100, ILLEGAL('showPermissionSets', 'true|false')],
    [
      'ping?a=1',
      -1104,
      "Not all sent parameters were read; read '0' parameter(s) but was sent '1'.",
    ],
    ['nothing', -1000, 'There is no such endpoint.', 404],
    ['toString', -1000, 'There is no such endpoint.', 404],
  ])('TAPI-015 %s', async (address, code, msg, status = 400) => {
    const answer = await ask(address);
    expect([answer.status, answer.json]).toEqual([status, { code, msg }]);
  });

  it('TAPI-015 another method has no endpoint, and a body that is too long is refused', async () => {
    const post = await server.ask('/demo/api/v3/depth', { method: 'POST', body: 'symbol=BTCUSDT' });
    expect(post.status).toBe(404);
    const long = await server.ask('/demo/api/v3/order', {
      method: 'POST',
      body: `symbol=${'A'.repeat(70_000)}`,
    });
    expect([long.status, long.json.code]).toEqual([413, -1000]);
  });

  it('TAPI-010 every futures address exists, and is closed', async () => {
    const closed = { code: -1013, msg: 'Market is closed.' };
    for (const address of [
      '/fapi/v1/depth?symbol=BTCUSDT',
      '/fapi/v1/klines?symbol=BTCUSDT&interval=1m',
      '/fapi/v1/premiumIndex',
      '/fapi/v2/ticker/price',
      '/futures/data/openInterestHist?symbol=BTCUSDT&period=5m',
    ]) {
      const { status, json: body } = await server.ask(`/demo${address}`);
      expect([address, status, body]).toEqual([address, 400, closed]);
    }
    for (const address of ['/fapi/v3/account', '/fapi/v3/positionRisk', '/fapi/v1/openOrders']) {
      const { json: body } = await server.askSigned(account, address);
      expect([address, body]).toEqual([address, closed]);
      const unsigned = await server.ask(`/demo${address}`);
      expect([unsigned.status, unsigned.json.code]).toEqual([401, -2014]);
    }
    expect((await server.ask('/fapi/v1/nothing')).status).toBe(404);
    expect((await server.ask('/fapi/v1/time')).json.serverTime).toBeGreaterThan(0);
  });

  it('TAPI-311 products that do not exist are errors of the protocol, not a page', async () => {
    for (const path of ['/papi/v1/um/order', '/eapi/v1/depth', '/sapi/v9/x', '/vapi/v1/time']) {
      for (const base of ['', '/demo']) {
        const { status, json, headers } = await server.ask(`${base}${path}`);
        expect([path, status, json.code]).toEqual([path, 404, -1000]);
        expect(Number(headers.get('x-mbx-used-weight-1m'))).toBeGreaterThan(0);
      }
    }
  });

  it('TAPI-425 HEAD is answered as GET is, without the body, also where there is nothing', async () => {
    for (const [path, status] of [
      ['/demo/api/v3/time', 200],
      ['/demo/api/v3/nope', 404],
      ['/papi/v1/ping', 404],
      ['/demo/ws', 426],
    ] as const) {
      const head = await fetch(`${server.origin}${path}`, { method: 'HEAD' });
      const type = head.headers.get('content-type');
      expect([path, head.status, type]).toEqual([path, status, expect.stringContaining('json')]);
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    }
  });

  it('TAPI-394 a wrong base and a plain request to a socket are errors of the protocol', async () => {
    for (const base of ['', '/demo']) {
      const twice = await server.ask(`${base}//api/v3/ping`);
      expect([twice.status, twice.json.code]).toEqual([404, -1000]);
      for (const path of ['/ws', '/ws/btcusdt@trade', '/stream?streams=x', '/ws-api/v3']) {
        const { status, json } = await server.ask(`${base}${path}`);
        expect([path, status, json.code]).toEqual([path, 426, -1000]);
      }
      expect((await server.ask(`${base}/wsx`)).status).toBe(404);
    }
  });

  it('TAPI-017 each realm has its own data, and its own keys', async () => {
    expect((await server.ask('/api/v3/trades?symbol=BTCUSDT')).json).toEqual([]);
    const day = (await server.ask('/api/v3/ticker/24hr?symbol=BTCUSDT')).json;
    expect(day).toMatchObject({ volume: '0', count: 0, firstId: -1 });
    const { key } = account;
    const headers = { 'x-mbx-apikey': key };
    const there = await server.ask('/sapi/v1/margin/allPairs', { headers });
    expect([there.status, there.json.code]).toEqual([401, -2015]);
    const here = await server.ask('/demo/sapi/v1/margin/allPairs', { headers });
    expect([here.status, here.json]).toEqual([200, []]);
  });

  it('TAPI-009 a key that only reads may do no more, and what does not exist is an empty list', async () => {
    const reader = await server.openAccount('read');
    const rights = await server.askSigned(reader, '/sapi/v1/account/apiRestrictions');
    expect(rights.json).toMatchObject({ enableReading: true, enableSpotAndMarginTrading: false });
    for (const [path, answer] of [
      ['capital/deposit/hisrec', []],
      ['capital/withdraw/history', []],
      ['margin/isolated/allPairs', []],
      ['margin/allAssets', []],
      ['asset/assetDividend', { total: 0, rows: [] }],
      ['account/status', { data: 'Normal' }],
      ['system/status', { status: 0, msg: 'normal' }],
    ] as const) {
      const { json: body, headers } = await server.askSigned(reader, `/sapi/v1/${path}`);
      expect([path, body]).toEqual([path, answer]);
      expect(Number(headers.get('x-sapi-used-ip-weight-1m'))).toBeGreaterThan(0);
    }
    const address = await server.askSigned(reader, '/sapi/v1/capital/deposit/address', 'coin=BTC');
    expect([address.status, address.json.code]).toEqual([400, -4019]);
  });
});

describe('weights', () => {
  it.each([
    ['ping', 1],
    ['exchangeInfo', 20],
    ['depth?symbol=BTCUSDT', 5],
    ['depth?symbol=BTCUSDT&limit=101', 25],
    ['depth?symbol=BTCUSDT&limit=1000', 50],
    ['depth?symbol=BTCUSDT&limit=5000', 250],
    ['trades?symbol=BTCUSDT', 25],
    ['aggTrades?symbol=BTCUSDT', 4],
    ['klines?symbol=BTCUSDT&interval=1m', 2],
    ['ticker/24hr?symbol=BTCUSDT', 2],
    ['ticker/24hr', 80],
    ['ticker/price?symbol=BTCUSDT', 2],
    ['ticker/price', 4],
    ['ticker?symbols=["BTCUSDT","ETHUSDT"]', 8],
    ['depth?symbol=NOSUCH', 5],
  ])('TAPI-016 %s costs %i', async (address, weight) => {
    // A minute may start between the two requests, which resets the count.
    await vi.waitUntil(async () => {
      const used = async (path: string) =>
        Number((await ask(path)).headers.get('x-mbx-used-weight'));
      const before = await used('ping');
      return (await used(address)) - before === weight;
    }, 60_000);
  });
});
