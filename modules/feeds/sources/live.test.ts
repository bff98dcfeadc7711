import { afterEach, describe, expect, it, vi } from 'vitest';
import { canReachVenues, LiveSource } from './live.ts';
import type { FeedIndex } from './source.ts';
import { EgressRefused, fetchFrom, VENUES } from './venues.ts';

const log = { info: () => undefined, warn: () => undefined };
const INDICES: FeedIndex[] = [
  { name: 'BTC-USDT', base: 'BTC', quote: 'USDT', decimals: 2 },
  { name: 'ETH-USDT', base: 'ETH', quote: 'USDT', decimals: 2 },
];
const venues = VENUES.filter((venue) => ['binance', 'okx', 'bybit'].includes(venue.id));

/** What the venues' public addresses answer, cut down to what is read. */
const ANSWERS: Record<string, (url: URL) => unknown> = {
  'api.binance.com/api/v3/exchangeInfo': () => ({
    symbols: [spotMarket('BTC'), spotMarket('ETH')],
  }),
  'api.binance.com/api/v3/ticker/24hr': () => [
    binanceTicker('BTCUSDT', '96000.10', '96000.30'),
    binanceTicker('ETHUSDT', '3300.01', '3300.03'),
  ],
  'api.binance.com/api/v3/klines': ({ searchParams }) => {
    const start = Number(searchParams.get('startTime'));
    return Array.from({ length: Math.min(3, Number(searchParams.get('limit'))) }, (_, i) => [
      ...[start + i * 60_000, '100.5', '101', '99', '100', '12.5', start + i * 60_000 + 59_999],
      ...['1250', 7, '6', '600', '0'],
    ]);
  },
  'www.okx.com/api/v5/public/instruments': () => ({
    code: '0',
    data: ['BTC', 'ETH'].map((base) => ({
      ...{ instType: 'SPOT', instId: `${base}-USDT`, baseCcy: base, quoteCcy: 'USDT' },
      ...{ tickSz: '0.1', lotSz: '0.00000001', minSz: '0.00001', state: 'live' },
    })),
  }),
  'www.okx.com/api/v5/market/tickers': () => ({
    code: '0',
    data: [
      okxTicker('BTC-USDT', '96001', '96001.2'),
      okxTicker('ETH-USDT', '3300.5', '3300.51'),
      okxTicker('DOGE-USDT', '1', '2'),
    ],
  }),
  'api.bybit.com/v5/market/instruments-info': () => ({
    retCode: 0,
    result: {
      category: 'spot',
      list: ['BTC', 'ETH'].map((base) => ({
        ...{ symbol: `${base}USDT`, baseCoin: base, quoteCoin: 'USDT', status: 'Trading' },
        lotSizeFilter: { basePrecision: '0.000001', minOrderQty: '0.00001', maxOrderQty: '80' },
        priceFilter: { tickSize: '0.1' },
      })),
    },
  }),
  'api.bybit.com/v5/market/tickers': () => ({
    retCode: 0,
    time: Date.now(),
    result: {
      category: 'spot',
      list: [
        { symbol: 'BTCUSDT', bid1Price: '95999.9', ask1Price: '96000.5', lastPrice: '96000.1' },
      ],
    },
  }),
};

function spotMarket(base: string) {
  return {
    ...{ symbol: `${base}USDT`, status: 'TRADING', baseAsset: base, quoteAsset: 'USDT' },
    ...{ isSpotTradingAllowed: true, permissions: ['SPOT'], permissionSets: [['SPOT']] },
    filters: [{ filterType: 'PRICE_FILTER', tickSize: '0.01', minPrice: '0.01', maxPrice: '1e6' }],
  };
}

function binanceTicker(symbol: string, bidPrice: string, askPrice: string) {
  return { symbol, bidPrice, askPrice, lastPrice: bidPrice, closeTime: Date.now() };
}

function okxTicker(instId: string, bidPx: string, askPx: string) {
  return { instType: 'SPOT', instId, bidPx, askPx, last: bidPx, ts: String(Date.now()) };
}

/** Replaces the internet. `broken` hosts fail in the named way. */
function internet(broken: Record<string, 'refuse' | 'hang' | 'garbage' | 503> = {}) {
  const asked: string[] = [];
  const send = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input));
    asked.push(url.hostname + url.pathname);
    const how = broken[url.hostname];
    if (how === 'refuse') throw new TypeError('fetch failed');
    if (how === 'hang') {
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    }
    if (how === 'garbage') return new Response('<html>not what you want', { status: 200 });
    if (how === 503) return new Response('{}', { status: 503 });
    const answer = ANSWERS[url.hostname + url.pathname];
    return Response.json(answer === undefined ? {} : answer(url));
  };
  return { asked, send: send as typeof fetch };
}

let running: LiveSource | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
});

async function startSource(send: typeof fetch): Promise<LiveSource> {
  running = new LiveSource({ now: Date.now, log, venues, send, pollMs: 50 });
  await running.start(INDICES);
  return running;
}

const until = (done: () => boolean) => vi.waitUntil(done, { timeout: 60_000, interval: 20 });

describe('live prices', () => {
  it('FEED-022 reads bid and ask of each venue, by our indices, in exact units', async () => {
    const source = await startSource(internet().send);
    await until(() => source.quotes('BTC-USDT').length === 3);
    const quotes = Object.fromEntries(source.quotes('BTC-USDT').map((one) => [one.source, one]));
    expect(quotes.binance).toMatchObject({ bid: 9_600_010_000_000n, ask: 9_600_030_000_000n });
    expect(quotes.okx).toMatchObject({ bid: 9_600_100_000_000n, ask: 9_600_120_000_000n });
    expect(quotes.bybit).toMatchObject({ index: 'BTC-USDT', last: 9_600_010_000_000n });
    expect(source.quotes('ETH-USDT').map((one) => one.source)).toEqual(['binance', 'okx']);
    expect(source.health().map((one) => one.failing)).toEqual(['', '', '']);
  });

  it.each(['refuse', 'hang', 'garbage', 503] as const)(
    'FEED-023 goes on with the other venues when one answers by: %s',
    async (how) => {
      const source = await startSource(internet({ 'www.okx.com': how }).send);
      await until(() => source.quotes('BTC-USDT').length === 2);
      expect(source.quotes('BTC-USDT').map((one) => one.source)).toEqual(['binance', 'bybit']);
    },
  );

  it('FEED-024 has no quotes and reports what fails where there is no network', async () => {
    const hosts = venues.flatMap((venue) => venue.hosts);
    const source = await startSource(
      internet(Object.fromEntries(hosts.map((host) => [host, 'refuse']))).send,
    );
    await until(() => source.health().every((one) => one.failing !== ''));
    expect(source.quotes('BTC-USDT')).toEqual([]);
    await expect(source.history('BTC-USDT', 1, 0, 10)).rejects.toThrow('no venue is ready');
    await source.stop();
  });

  it('FEED-024 stops at once while a venue hangs', async () => {
    const hosts = venues.flatMap((venue) => venue.hosts);
    const net = internet(Object.fromEntries(hosts.map((host) => [host, 'hang'])));
    const source = await startSource(net.send);
    await until(() => net.asked.length >= venues.length);
    const before = Date.now();
    await source.stop();
    // Whoever waited for the venues would wait for 25 s.
    expect(Date.now() - before).toBeLessThan(20_000);
  });

  it('FEED-025 asks no host but those of its venues, and only by https', async () => {
    const net = internet();
    const source = await startSource(net.send);
    await until(() => source.quotes('BTC-USDT').length === 3);
    const hosts = new Set(net.asked.map((address) => address.split('/')[0]));
    expect([...hosts].sort()).toEqual(['api.binance.com', 'api.bybit.com', 'www.okx.com']);
    const guarded = fetchFrom(['www.okx.com'], net.send);
    for (const url of [
      'https://evil.example/x',
      'http://www.okx.com/x',
      'https://www.okx.com:8443/x',
      'https://www.okx.com.evil.example/x',
      'https://169.254.169.254/latest/meta-data',
    ]) {
      await expect(guarded(url), url).rejects.toThrow(EgressRefused);
    }
  });

  it('FEED-025 takes no answer that is longer than any honest one', async () => {
    const chunk = new Uint8Array(8 * 1024 * 1024);
    const endless = async () =>
      new Response(
        new ReadableStream(
          { pull: (controller) => controller.enqueue(chunk) },
          { highWaterMark: 0 },
        ),
      );
    const response = await fetchFrom(['a.example'], endless as typeof fetch)('https://a.example/');
    await expect(response.arrayBuffer()).rejects.toThrow('too long');
  });

  it('FEED-026 reads history in pages, oldest first', async () => {
    const source = await startSource(internet().send);
    await until(() => source.quotes('BTC-USDT').length >= 1 && source.health()[0]?.heardAt !== 0);
    const bars = await source.history('BTC-USDT', 1, 29_000_000, 29_000_007);
    expect(bars.map((bar) => bar.minute - 29_000_000)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(bars[0]).toMatchObject({ open: 100.5e8, high: 101e8, low: 99e8, close: 100e8 });
    expect(bars[0]?.referenceVolume).toBe(1_250_000_000n);
  });

  it('FEED-116 knows the volume of the minutes that pass, of the venue that gives the history', async () => {
    const source = await startSource(internet().send);
    // One instant for all: the next minute has no volume yet.
    let at = 0;
    await until(() => {
      at = Date.now();
      return INDICES.every(({ name }) => source.volume(name, at) > 0n);
    });
    expect(source.volume('BTC-USDT', at)).toBe(1_250_000_000n);
    expect(source.volume('BTC-USDT', at - 3_600_000)).toBe(0n);
    expect(source.volume('NO-SUCH', at)).toBe(0n);
  });

  it('FEED-027 calls the network there when two venues answer', async () => {
    expect(await canReachVenues(internet().send, venues)).toBe(true);
    const one = internet({ 'www.okx.com': 'refuse', 'api.bybit.com': 503 });
    expect(await canReachVenues(one.send, venues)).toBe(false);
  });
});
