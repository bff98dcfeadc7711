import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { settableClock } from '@assay/platform/clock';
import { basicLimits, joinLimits, scaleLimits } from '@assay/platform/http/limit-table';
import { Limits } from '@assay/platform/http/limits';
import { Messages } from '@assay/platform/http/messages';
import { createHttp } from '@assay/platform/http/server';
import { silentLog } from '@assay/platform/log';
import { Client } from '@assay/platform/testing/client';
import { createTestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertsMigrations, createAlerts, type Fired } from './index.ts';
import { ALERTS_MAX, fires } from './rules.ts';

const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;

const prices: Record<string, bigint> = {
  ...{ BTCUSDT: units('100'), ETHUSDT: units('100'), SOLUSDT: units('100') },
};
const delivered: Fired[] = [];
let broken = false;
/** As many alerts as somebody may have waiting. */
let most = ALERTS_MAX;
let bench: Awaited<ReturnType<typeof start>>;

async function start() {
  const database = await createTestDatabase(alertsMigrations());
  const clock = settableClock(1_000);
  const messages = new Messages().add({ en: { 'refusal.unknownMarket': 'No {market}.' } });
  const make = (own = new Messages()) =>
    createAlerts({
      ...{ database: database.app, messages: own, log: silentLog, most: () => most },
      quotes: {
        has: (market) => market in prices || market === 'NEWUSDT',
        now: (market) => prices[market] ?? null,
        open: () => units('100'),
      },
      deliver: async (message) => {
        if (broken) throw new Error('no message centre');
        delivered.push(message);
      },
    });
  const alerts = await make(messages);
  const http = createHttp({
    authenticator: {
      holds: () => true,
      authenticate: ({ token }) => ({ userId: Number(token), realm: 'real', sessionId: token }),
      alive: () => true,
      onEnded: () => () => undefined,
    },
    calls: [alerts.calls],
    ...{ log: silentLog, messages, clock, checkOutputs: true },
    limits: new Limits(scaleLimits(joinLimits(basicLimits), 10_000)),
  });
  const client = new Client(await http.listen(0, '127.0.0.1'));
  return {
    ...{ alerts, clock, database, again: make },
    add: (token: string, kind: string, level: string, market = 'BTCUSDT') =>
      client.post('addAlert', { market, kind, level }, { token }),
    remove: (token: string, alertId: number) => client.post('removeAlert', { alertId }, { token }),
    list: async (token: string) => (await client.get('getAlerts', {}, { token })).data.alerts,
    async tick(price: string, market = 'BTCUSDT', from = alerts) {
      prices[market] = units(price);
      from.price(market, units(price), units('100'), clock.now());
      await from.settled();
    },
    async stop() {
      client.close();
      await http.stop();
      await database.drop();
    },
  };
}

beforeAll(async () => {
  bench = await start();
});
afterAll(() => bench.stop());

it('ALRT-010 a price of exactly the level fires; a change is of the price a day ago, unrounded', () => {
  const level = 3n;
  expect([2n, 3n, 4n].map((price) => fires({ kind: 'above', level }, price, null))).toEqual([
    ...[false, true, true],
  ]);
  expect([2n, 3n, 4n].map((price) => fires({ kind: 'below', level }, price, null))).toEqual([
    ...[true, true, false],
  ]);
  // One third of a percent of 3: 3,333.33 ppm are not 3,334, but 3,333 they are.
  const change = (ppm: bigint) => fires({ kind: 'change', level: ppm }, 301n, 300n);
  expect([change(3_333n), change(3_334n)]).toEqual([true, false]);
  const fall = (ppm: bigint) => fires({ kind: 'change', level: ppm }, 299n, 300n);
  expect([fall(3_333n), fall(3_334n)]).toEqual([true, false]);
  expect(fires({ kind: 'change', level: 1n }, 5n, null)).toBe(false);
  expect(fires({ kind: 'change', level: 1n }, 5n, 0n)).toBe(false);
});

it('ALRT-020 an alert is refused with the reason, and there are fifty of a person at most', async () => {
  const refused = async (...[kind, level, market]: [string, string, string?]) =>
    (await bench.add('5', kind, level, market)).data.refusal;
  expect(await refused('above', '1', 'NOSUCH')).toBe('unknownMarket');
  expect(await refused('above', '1', 'NEWUSDT')).toBe('noPrice');
  expect(await refused('above', '100')).toBe('alreadyReached');
  expect(await refused('below', '100.00000001')).toBe('alreadyReached');
  expect(await refused('change', '0.09')).toBe('levelUnfit');
  expect(await refused('change', '100.1')).toBe('levelUnfit');
  expect(await refused('above', '1.123456789')).toBe('levelUnfit');
  expect(await refused('above', '99999999999999999999')).toBe('levelUnfit');
  expect((await bench.add('5', 'above', '0')).code).toBe(2);
  for (let at = 1; at <= 50; at += 1) await bench.add('5', 'above', String(1_000_000 + at));
  expect(await refused('above', '999999')).toBe('tooManyAlerts');
  const [last] = await bench.list('5');
  expect((await bench.remove('6', last.alertId)).data.refusal).toBe('noAlert');
  expect((await bench.remove('5', last.alertId)).code).toBe(0);
  expect((await bench.add('5', 'above', '999999')).code).toBe(0);
});

it('PARM-060 as many alerts wait as the parameter says at that moment', async () => {
  most = 2;
  const add = async (level: string) => (await bench.add('12', 'above', level)).data;
  await add('1000001');
  await add('1000002');
  expect((await add('1000003')).refusal).toBe('tooManyAlerts');
  most = 3;
  expect((await add('1000003')).refusal).toBeUndefined();
  most = ALERTS_MAX;
});

it('ALRT-030 an alert fires once, of its market and its side; one that was removed does not', async () => {
  const up = (await bench.add('7', 'reach', '110')).data;
  const down = (await bench.add('7', 'reach', '90')).data;
  expect([up.kind, down.kind, up.madePrice]).toEqual(['above', 'below', '100']);
  await bench.add('7', 'change', '5', 'ETHUSDT');
  const removed = (await bench.add('7', 'above', '105')).data.alertId;
  await bench.remove('7', removed);
  await bench.tick('109.99999999');
  await bench.tick('111', 'ETHUSDT');
  expect(delivered.splice(0)).toMatchObject([
    { key: 'alert.change', details: { market: 'ETHUSDT', level: '5', price: '111' } },
  ]);
  await Promise.all([bench.tick('110'), bench.tick('120'), bench.tick('130')]);
  expect(delivered.splice(0)).toEqual([
    {
      ...{ userId: 7, kind: 'alert', key: 'alert.above', at: 1_000 },
      details: { market: 'BTCUSDT', level: '110', price: '110' },
      link: '/deal?market=BTCUSDT',
    },
  ]);
  const alerts = await bench.list('7');
  expect(alerts[0]).toMatchObject({ alertId: down.alertId, firedAt: null, firedPrice: null });
  expect(alerts.find(({ alertId }: { alertId: number }) => alertId === up.alertId)).toMatchObject({
    ...{ firedAt: 1_000, firedPrice: '110' },
  });
});

it('ALRT-031 alerts outlive a restart, and a message that was not sent is sent later', async () => {
  prices.BTCUSDT = units('100');
  await bench.add('8', 'above', '150');
  const restarted = await bench.again();
  broken = true;
  await bench.tick('151', 'BTCUSDT', restarted);
  expect(delivered).toEqual([]);
  broken = false;
  await restarted.job.run(2_000, new AbortController().signal);
  await restarted.job.run(3_000, new AbortController().signal);
  expect(delivered.map(({ userId, key }) => [userId, key])).toEqual([[8, 'alert.above']]);
  // The first server holds it too; the row has decided.
  await bench.tick('152');
  expect(delivered).toHaveLength(1);
});

it('ALRT-032 a price that comes while an alert is written fires it, though the next is back', async () => {
  const holder = await bench.database.pool.connect();
  await holder.query('begin; lock table price_alert in share mode');
  const adding = bench.add('14', 'above', '130', 'SOLUSDT');
  const waiting = `select count(*)::int as n from pg_locks
    where relation = 'price_alert'::regclass and not granted`;
  await expect.poll(async () => (await bench.database.pool.query(waiting)).rows[0].n).toBe(1);
  await bench.tick('131', 'SOLUSDT');
  await bench.tick('100', 'SOLUSDT');
  await holder.query('commit');
  holder.release();
  expect((await adding).code).toBe(0);
  await bench.alerts.settled();
  expect(await bench.list('14')).toMatchObject([{ level: '130', firedPrice: '131' }]);
  expect(delivered.filter(({ userId }) => userId === 14)).toHaveLength(1);
});
