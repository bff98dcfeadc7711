import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { decideIndex, EMPTY_INDEX_MEMORY } from '../rules/index.ts';
import { LiveSource } from './live.ts';
import { quoteOf } from './pyth.ts';
import type { FeedIndex } from './source.ts';

const log = { info: () => undefined, warn: () => undefined };
const INDICES: FeedIndex[] = [
  { name: 'XAU-USD', base: 'XAU', quote: 'USD', decimals: 2 },
  { name: 'EUR-USD', base: 'EUR', quote: 'USD', decimals: 5 },
  { name: 'WTI-USD', base: 'WTI', quote: 'USD', decimals: 3 },
  { name: 'XPD-USD', base: 'XPD', quote: 'USD', decimals: 2 },
];
const MINUTE = 29_394_000;

const feed = (id: string, symbol: string) => ({ id, attributes: { symbol, base: '' } });
const priced = (id: string, price: string, conf: string, expo: number) => ({
  ...{ id, ema_price: { price, conf, expo, publish_time: 1 }, metadata: { slot: 1 } },
  price: { price, conf, expo, publish_time: Math.floor(Date.now() / 1_000) },
});

/** What the service answers, cut down to what is read; `ids` are those that were asked for. */
function answer(url: URL): unknown {
  const { pathname, searchParams } = url;
  if (pathname === '/v2/price_feeds') {
    const kinds: Record<string, unknown[]> = {
      metal: [feed('aa', 'Metal.XAU/USD'), feed('a1', 'Metal.XAU/EUR')],
      fx: [feed('bb', 'FX.EUR/USD')],
      commodities: [feed('cc', 'Commodities.USOILSPOT')],
    };
    return kinds[searchParams.get('asset_type') ?? ''];
  }
  if (pathname === '/v2/updates/price/latest') {
    const prices = [
      priced('aa', '407512', '101', -2),
      priced('bb', '115523', '9', -5),
      priced('cc', '5901234', '99999', -5),
      priced('dd', '1', '1', 0),
    ];
    const asked = searchParams.getAll('ids[]');
    return { binary: {}, parsed: prices.filter(({ id }) => asked.includes(id) || id === 'dd') };
  }
  const t = [MINUTE, MINUTE + 1, MINUTE + 5].map((minute) => minute * 60);
  return {
    s: 'ok',
    t,
    o: [10.5, 11, 1],
    h: [12, 11.5, 1],
    l: [10, 11, 0],
    c: [11, 11.25, 1],
    v: [],
  };
}

let server: Server | null = null;
let source: LiveSource | null = null;
afterEach(async () => {
  await source?.stop();
  server?.closeAllConnections();
  server?.close();
});

/** A server on this machine in place of the service; `status` may be another for each request. */
async function open(status = () => 200, key = 'a-key') {
  const asked: { path: string; key: string | undefined }[] = [];
  const made = createServer(({ url = '', headers }, response) => {
    asked.push({ path: url, key: headers.authorization });
    response.writeHead(status(), { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer(new URL(url, 'http://local'))) ?? 'null');
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  const { port } = made.address() as AddressInfo;
  const hosts = new Set<string>();
  const send = ((input: URL, init: RequestInit) => {
    hosts.add(input.host);
    return fetch(`http://127.0.0.1:${port}${input.pathname}${input.search}`, init);
  }) as typeof fetch;
  const options = { now: Date.now, log, venues: [], send, pollMs: 30, pythKey: key };
  const live = new LiveSource(options);
  source = live;
  await live.start(INDICES);
  return { live, asked, hosts };
}

const until = (done: () => boolean) => vi.waitUntil(done, { timeout: 60_000, interval: 10 });

it('FEED-150 live prices of what is no coin come from one request, by name, exact to 1e-8', async () => {
  const { live, asked, hosts } = await open();
  await until(() => live.quotes('EUR-USD').length > 0);
  const [gold] = live.quotes('XAU-USD');
  expect(gold).toMatchObject({ source: 'pyth', index: 'XAU-USD', last: 407_512_000_000n });
  expect(live.quotes('EUR-USD')[0]).toMatchObject({ last: 115_523_000n, bid: null });
  // The service has none of this name.
  expect(live.quotes('XPD-USD')).toEqual([]);
  expect([...hosts]).toEqual(['hermes.pyth.network']);
  expect(asked.every(({ key }) => key === 'Bearer a-key')).toBe(true);
  const prices = asked.filter(({ path }) => path.includes('/latest'));
  expect(prices[0]?.path).toContain('ids[]=aa&ids[]=bb&ids[]=cc');
  const now = Date.now();
  const quotes = live.quotes('XAU-USD');
  const policy = live.policyOf('XAU-USD');
  const made = decideIndex('XAU-USD', quotes, now, EMPTY_INDEX_MEMORY, policy, live.weights);
  expect(made).toMatchObject({ price: 407_512_000_000n, components: [{ verdict: 'used' }] });
  expect(live.policyOf('BTC-USDT').minSources).toBe(2);
});

it('FEED-151 a price on which its publishers do not agree is none', async () => {
  const { live } = await open();
  await until(() => live.quotes('WTI-USD').length > 0);
  expect(live.quotes('WTI-USD')[0]).toMatchObject({ last: null });
  const at = { publish_time: 7 };
  const quote = (price: string, conf: string, expo: number) =>
    quoteOf('X-USD', { price, conf, expo, ...at }).last;
  expect(quote('20000', '100', -2)).toBe(20_000_000_000n);
  expect(quote('20000', '101', -2)).toBeNull();
  expect(quote('-5', '0', 0)).toBeNull();
  expect(quote('123456789012', '1', -10)).toBe(1_234_567_890n);
});

it('FEED-152 without a key nothing is asked; what fails is reported and heals by itself', async () => {
  let broken = true;
  const { live } = await open(() => (broken ? 401 : 200));
  const health = () => live.health().find(({ source: name }) => name === 'pyth');
  await until(() => health()?.failing === 'PythRefused');
  expect(live.quotes('XAU-USD')).toEqual([]);
  broken = false;
  await until(() => health()?.failing === '' && live.quotes('XAU-USD').length === 1);
  await live.stop();
  server?.close();
  const { live: keyless, asked } = await open(() => 200, '');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toEqual([]);
  expect(await keyless.history('XAU-USD', 1, MINUTE, MINUTE + 10)).toEqual([]);
});

it('FEED-153 history comes as bars, without what is no bar', async () => {
  const { live, hosts, asked } = await open();
  const candles = await live.history('XAU-USD', 1, MINUTE, MINUTE + 10);
  expect(candles.map(({ minute, open: first, close }) => [minute, first, close])).toEqual([
    [MINUTE, 1_050_000_000, 1_100_000_000],
    [MINUTE + 1, 1_100_000_000, 1_125_000_000],
  ]);
  expect(hosts).toContain('benchmarks.pyth.network');
  const path = asked.find((one) => one.path.includes('history'))?.path ?? '';
  expect(path).toContain('symbol=Metal.XAU%2FUSD&resolution=1&from=');
});
