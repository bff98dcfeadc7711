import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import { type Frame, Sockets } from '../streams/streams.suite.ts';

/** Candles of a second, without gaps, and by the clock of a zone: by REST and as streams. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MARKET = 'BTCUSDT';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let api: TestApi;
let sockets: Sockets;
let trader = 0;
beforeAll(async () => {
  api = await startTestApi();
  sockets = new Sockets(api.origin);
  trader = await api.demo.newUser({ USDT: '10000000', BTC: '100' });
  await api.demo.quote({ [MARKET]: '60000' });
  // A whole minute, so that what follows is in it.
  api.clock.set(Math.ceil(api.clock.now() / MINUTE) * MINUTE);
});
afterEach(() => sockets.close());
afterAll(() => api.stop());

async function deal(side: 'buy' | 'sell', quantity: string): Promise<void> {
  const order = { market: MARKET, side, type: 'market', quantity } as const;
  expect(await api.demo.place(trader, order)).toMatchObject({ ok: true });
}

type Row = [number, string, string, string, string, string, number, string, number, ...string[]];
async function klines(interval: string, more: string, market = MARKET): Promise<Row[]> {
  const query = `symbol=${market}&interval=${interval}&${more}`;
  const { status, body, text } = await api.send('GET', '/api/v3/klines', query);
  expect(status, text).toBe(200);
  return body;
}

/** The candles of a second by the test's own arithmetic on the list of trades. */
async function expectedSeconds(from: number, to: number): Promise<unknown[]> {
  const { body: trades } = await api.send('GET', '/api/v3/trades', `symbol=${MARKET}&limit=1000`);
  const sum = (list: Frame[], field: string) =>
    Number(list.reduce((all, one) => all + Number(one[field]), 0).toFixed(8));
  const rows: unknown[] = [];
  for (let at = from; at <= to; at += 1_000) {
    const within = trades.filter(({ time }: Frame) => time >= at && time < at + 1_000);
    const close = trades.findLast(({ time }: Frame) => time < at + 1_000)?.price;
    if (close === undefined) continue;
    const prices = within.length > 0 ? within.map(({ price }: Frame) => price) : [close];
    const bought = within.filter(({ isBuyerMaker }: Frame) => !isBuyerMaker);
    const [high, low] = [Math.max, Math.min].map((pick) => String(pick(...prices.map(Number))));
    rows.push([
      ...[at, prices[0], high, low, prices.at(-1), sum(within, 'qty'), at + 999],
      ...[sum(within, 'quoteQty'), within.length, sum(bought, 'qty'), sum(bought, 'quoteQty'), 0],
    ]);
  }
  return rows;
}
const plain = (rows: Row[]) =>
  rows.map((row) => row.map((value, i) => (i > 4 ? Number(value) : value)));

it('TAPI-403 TAPI-314 candles of a second are of trades alone, flat between them, from the first on', async () => {
  const begin = Math.floor(api.clock.now() / 1_000) * 1_000;
  expect(await klines('1s', 'limit=5')).toEqual([]);
  for (const [side, quantity] of [
    ['buy', '0.01'],
    ['sell', '0.02'],
    ['buy', '0.5'],
  ] as const) {
    await deal(side, quantity);
  }
  api.clock.advance(3_000);
  await deal('sell', '0.001');
  api.clock.advance(2_000);
  const end = Math.floor(api.clock.now() / 1_000) * 1_000;
  const all = await klines('1s', `startTime=${begin - 9_000}&endTime=${end}&limit=1000`);
  expect(all.length).toBeGreaterThanOrEqual(5);
  expect(plain(all)).toEqual(await expectedSeconds(begin, end));
  expect(await klines('1s', `startTime=${begin + 1}&limit=2`)).toEqual(
    all.filter(([at]) => at > begin).slice(0, 2),
  );
  expect(await klines('1s', `endTime=${end}&limit=3`)).toEqual(all.slice(-3));
  expect(await klines('1s', `startTime=${begin - 900_000}&endTime=${begin - 1}&limit=9`)).toEqual(
    [],
  );
  // Whoever begins earlier begins with the first trade, however much earlier.
  for (const early of [1, begin - 5_000_000, begin - 2_000]) {
    expect(await klines('1s', `startTime=${early}&limit=4`)).toEqual(all.slice(0, 4));
  }
  for (const range of ['limit=5', `startTime=1&limit=5`]) {
    expect(await klines('1s', range, 'ETHUSDT')).toEqual([]);
  }
});

it('TAPI-314 one request reads a bounded number of trades, and answers whole seconds of them', async () => {
  const rules = api.trading.orders.demo.realm.rules('ETHUSDT');
  const at = Math.floor(api.clock.now() / 1_000) * 1_000 - 900_000;
  // 200 trades in each of 600 seconds, with what the other columns of a trade have.
  const { fields } = await api.db.pool.query('select * from demo.trade limit 0');
  const names = fields.map(({ name }) => name);
  const value = (name: string) =>
    ({ market: '$1::int', id: 'i', at: '$2::bigint + (i - 1) / 200 * 1000' })[name] ?? `t.${name}`;
  await api.db.pool.query(
    `insert into demo.trade (${names.join(', ')}) select ${names.map(value).join(', ')}
     from (select * from demo.trade limit 1) t, generate_series(1, 120000) i`,
    [rules?.id, at],
  );
  const early = await klines('1s', `startTime=${at}&limit=1000`, 'ETHUSDT');
  expect([early.length, early[0]?.[0]]).toEqual([50, at]);
  const late = await klines('1s', `endTime=${at + 599_000}&limit=600`, 'ETHUSDT');
  expect([late.length, late.at(-1)?.[0]]).toEqual([49, at + 599_000]);
  for (const row of [...early, ...late]) expect(row[8]).toBe(200);
});

it('TAPI-313 candles by the clock of a zone, and refusals of what is none', async () => {
  const zones: [string, number][] = [
    ['0', 0],
    ['8', 8],
    ['-03:30', -3.5],
    ['5:45', 5.75],
    ['+14:00', 14],
  ];
  for (const [zone, hours] of zones) {
    for (const [interval, length] of [
      ['1h', HOUR],
      ['4h', 4 * HOUR],
      ['1d', DAY],
    ] as const) {
      const [row] = await klines(interval, `limit=1&timeZone=${encodeURIComponent(zone)}`);
      const [open = 0, ...rest] = row ?? [];
      expect((open + hours * HOUR) % length, `${interval} ${zone}`).toBe(0);
      expect([api.clock.now() - open < length, rest[5]]).toEqual([true, open + length - 1]);
    }
  }
  for (const zone of ['15', '-12:15', '5:07', 'Europe/Berlin', '']) {
    const query = `symbol=${MARKET}&interval=1d&timeZone=${encodeURIComponent(zone)}`;
    const { status } = await api.send('GET', '/api/v3/klines', query);
    expect([zone, status]).toEqual([zone, 400]);
  }
  const day = await api.send('GET', '/api/v3/ticker/tradingDay', `symbol=${MARKET}&timeZone=8`);
  expect((day.body.openTime + 8 * HOUR) % DAY).toBe(0);
});

it.each(['8:60', '8:75', '-3:60', '13:60', '8:7', '8:20', '14:15'])(
  'TAPI-424 %s is no zone',
  async (zone) => {
    const query = `symbol=${MARKET}&interval=1d&timeZone=${zone}`;
    const { status, body } = await api.send('GET', '/api/v3/klines', query);
    expect([status, body.code]).toEqual([400, -1100]);
  },
);

it('TAPI-313 candles never skip a minute, and streams close each one although nothing moves', async () => {
  await deal('buy', '0.01');
  // Time enough for the socket to read before the minute ends.
  api.clock.set(Math.ceil(api.clock.now() / MINUTE) * MINUTE - 2_000);
  const names = ['kline_1m', 'kline_1m@+08:00', 'kline_1d@+08:00', 'kline_1s'];
  const path = `/demo/stream?streams=${names.map((name) => `btcusdt@${encodeURIComponent(name)}`).join('/')}`;
  const reader = await sockets.at(path);
  const closed = (name: string) =>
    reader.received.flatMap(({ stream, data }) =>
      stream === `btcusdt@${name}` && data.k.x ? [data.k] : [],
    );
  // Each stream has a timer of its own.
  const closedOfBoth = (count: number) =>
    ['kline_1m', 'kline_1m@+08:00'].every((name) => closed(name).length === count);
  await vi.waitUntil(() => closedOfBoth(1), { timeout: 50_000 });
  await vi.waitUntil(() => closed('kline_1s').length >= 2, { timeout: 50_000 });
  api.clock.advance(3 * MINUTE);
  await deal('sell', '0.02');
  await vi.waitUntil(() => closedOfBoth(4), { timeout: 50_000 });
  const minutes = closed('kline_1m');
  for (const [i, k] of minutes.entries()) expect(k.t).toBe(minutes[0].t + i * MINUTE);
  expect(closed('kline_1m@+08:00')).toEqual(minutes);
  const rows = await klines('1m', `startTime=${minutes[0].t}&limit=4`);
  expect(minutes.map((k) => [k.t, k.o, k.h, k.l, k.c, k.v, k.T, k.q, k.n, k.V, k.Q, k.B])).toEqual(
    rows,
  );
  expect(minutes.slice(1).map((k) => [k.n, k.o, k.v])).toEqual(
    Array(3).fill([0, minutes[0].c, '0']),
  );
  const day = reader.received.find(({ stream }) => stream === 'btcusdt@kline_1d@+08:00')?.data.k;
  expect((day.t + 8 * HOUR) % DAY).toBe(0);
  const traded = () => closed('kline_1s').some((k) => k.n > 0);
  await vi.waitUntil(traded, { timeout: 50_000 });
  // One whose trade was durable late is sent once more.
  const seconds = [...new Map(closed('kline_1s').map((k) => [k.t, k])).values()];
  const of = await klines('1s', `startTime=${seconds[0].t}&endTime=${seconds.at(-1).t}&limit=1000`);
  const byTime = new Map(of.map((row) => [row[0], row]));
  for (const k of seconds) {
    expect([k.t, k.o, k.h, k.l, k.c, k.v, k.T, k.q, k.n]).toEqual(byTime.get(k.t)?.slice(0, 9));
  }
});
