import { OWNER } from '@assay/core/ledger/owners';
import { createDice } from '@assay/core/testing/dice';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startTestServer,
  type TestServer,
  tokenOf,
} from '../../apps/server/testing/test-server.ts';
import { qualityJob } from './index.ts';
import { type Executed, monthOf, monthText, qualityOf } from './rules/quality.ts';
import { QualityStore } from './store/quality.ts';
import { listing } from './testing/listings.ts';

const CONTRACT = 'BTCUSDT-CFD';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ house: {} });
  await server.demo.must(OWNER.setup, 'listCfd', listing({ maxLeverage: 50, calmPpm: 900_000 }));
  const body = { owner: OWNER.cfd, asset: 'USDT', amount: '100000' };
  await server.demo.must(OWNER.setup, 'fundHouse', body);
  await server.demo.quote({ 'BTC-USDT': '100' });
});
afterAll(() => server.stop());

const filled: Executed = {
  ...{ userId: 1_000, kind: 'opened', why: 'market', contract: CONTRACT, side: 1 },
  ...{ contractSize: 100_000_000n, lots: 200_000_000n, price: 101e8, reference: 100e8 },
  ...{ askedAt: 1_000, tickAt: 1_700, at: 1_700, conversionPrice: null, conversionWay: null },
};

it('CFDS-075 what a fill counts as follows from its receipt: better and worse by side, and the time', () => {
  const of = (change: Partial<Executed>) => qualityOf({ ...filled, ...change });
  // A buyer pays one more for two units; a seller gets one more.
  expect(of({})).toMatchObject({ worse: 1, worseBy: 200_000_000n, better: 0, betterBy: 0n });
  expect(of({ side: -1 })).toMatchObject({ better: 1, betterBy: 200_000_000n, worse: 0 });
  expect(of({ kind: 'closed', why: 'request' })).toMatchObject({ better: 1, worse: 0 });
  expect(of({ kind: 'closed', why: 'stopLoss', side: -1 })).toMatchObject({ worse: 1, timed: 0 });
  // The same in yen of which 156.25 are one dollar, against the customer, and in pounds of 1.25.
  const yen = { conversionPrice: 15_625_000_000, conversionWay: 'over' } as const;
  expect(of(yen)).toMatchObject({ worse: 1, worseBy: 1_280_000n });
  expect(of({ ...yen, price: 10_000_000_001 })).toMatchObject({ worse: 1, worseBy: 1n });
  const pounds = { conversionPrice: 125_000_000, conversionWay: 'times' } as const;
  expect(of({ ...pounds, side: -1 })).toMatchObject({ better: 1, betterBy: 250_000_000n });
  expect(of({ price: 100e8 })).toMatchObject({ measured: 1, better: 0, worse: 0 });
  expect(of({ reference: 0 })).toMatchObject({ count: 1, measured: 0 });
  expect(of({})).toMatchObject({ timed: 1, waitMs: 700, within1s: 1 });
  expect(of({ tickAt: 2_001 })).toMatchObject({ within1s: 0, within2s: 1, longestMs: 1_001 });
  expect(of({ tickAt: 900 })).toMatchObject({ waitMs: 0, within1s: 1 });
  expect(of({ why: 'limit' })).toMatchObject({ ending: 'filled', timed: 0, measured: 1 });
  expect(of({ kind: 'ended', why: 'worsePrice' })).toMatchObject({ ending: 'ended', count: 1 });
  for (const why of ['cancelled', 'expired', 'accountEnded'] as const) {
    expect(of({ kind: 'ended', why })).toBeNull();
  }
  expect(of({ kind: 'closed', why: 'closeOut' })).toBeNull();
  expect(of({ kind: 'financed', why: 'night' })).toBeNull();
  const months = ['1970-01-01', '2024-02-29', '2024-03-01', '2026-12-31', '2027-01-01'];
  expect(months.map((day) => monthText(monthOf(Date.parse(`${day}T00:00Z`))))).toEqual(
    months.map((day) => day.slice(0, 7)),
  );
});

it('CFDS-076 every execution and every refusal is counted once, for its person and for all, whoever counts and however often', async () => {
  const dice = createDice(76);
  const people = [await trader(), await trader()];
  const job = qualityJob(server.demo.db, 'demo');
  const count = () => job.run(0, new AbortController().signal);
  let refused = 0;
  for (let n = 0; n < 40; n += 1) {
    const user = dice.pick(people);
    const lots = dice.pick(['0.1', '0.1', '0.5', '900']);
    const slippage = dice.int(0, 3) === 0 ? { slippage: '0.01' } : {};
    const order = { contract: CONTRACT, side: dice.pick(['buy', 'sell']), kind: 'market', lots };
    const sent = await server.post(user, 'placeCfdOrder', { ...order, leverage: 5, ...slippage });
    if (sent.code !== 0) refused += 1;
    if (dice.int(0, 3) === 0) await server.post(user, 'closeCfdPositions', {});
    server.demo.clock.advance(dice.int(1, 4_000));
    await server.demo.quote({ 'BTC-USDT': String(100 + dice.int(-300, 300) / 100) });
    if (n % 10 === 9) await Promise.all([count(), count()]);
  }
  await count();
  await count();
  const report = async (user: number | null, call: string) =>
    (await server.get(user, call, {})).data.rows as Row[];
  const visitor = { token: tokenOf('demo', people[0]!) };
  const all = (await server.client.get('getExecutionQuality', {}, visitor)).data.rows as Row[];
  const receipts = await Promise.all(
    people.map(async (user) => {
      const { data } = await server.get(user, 'getCfdReceipts', { limit: '500' });
      return data.receipts as Receipt[];
    }),
  );
  const own = await Promise.all(people.map((user) => report(user, 'getMyExecutionQuality')));
  for (const [rows, known] of [
    [all, receipts.flat()],
    [own[0]!, receipts[0]!],
    [own[1]!, receipts[1]!],
  ] as const) {
    expect(
      rows
        .filter(({ ending }) => ending !== 'refused')
        .map(lineOf)
        .sort(),
    ).toEqual(plainReport(known));
  }
  const refusals = (rows: readonly Row[]) =>
    rows.reduce((sum, row) => sum + (row.ending === 'refused' ? row.count : 0), 0);
  expect(refused).toBeGreaterThan(3);
  expect(refusals(all)).toBe(refused);
  expect(refusals(own.flat())).toBe(refused);
  // Both ways, and of each kind.
  expect(all.some(({ better }) => better > 0) && all.some(({ worse }) => worse > 0)).toBe(true);
  expect(all.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining(['market', 'request', 'worsePrice', 'badLots']),
  );
  expect(await new QualityStore(server.demo.db, 'real').read(0, 0)).toEqual([]);
});

interface Row {
  readonly month: string;
  readonly ending: string;
  readonly reason: string;
  readonly count: number;
  readonly better: number;
  readonly worse: number;
  readonly betterBy: string;
  readonly worseBy: string;
  readonly timed: number;
  readonly longestMs: number;
}

interface Receipt {
  readonly kind: string;
  readonly why: string;
  readonly side: string;
  readonly lots: string;
  readonly price: string;
  readonly reference: string;
  readonly askedAt: number;
  readonly tickAt: number;
}

const lineOf = (row: Row) =>
  [
    ...[row.ending, row.reason, row.count, row.better, row.worse, row.timed, row.longestMs],
    ...[Number(row.betterBy).toFixed(6), Number(row.worseBy).toFixed(6)],
  ].join(' ');

/** The same from the receipts that people see, with numbers of its own. */
function plainReport(receipts: readonly Receipt[]): string[] {
  const found = new Map<string, Row>();
  for (const { kind, why, side, lots, price, reference, askedAt, tickAt } of receipts) {
    const ending = kind === 'ended' ? 'ended' : 'filled';
    const none = { count: 0, better: 0, worse: 0, betterBy: '0', worseBy: '0' };
    const row = found.get(why) ?? {
      ...none,
      month: '',
      ending,
      reason: why,
      timed: 0,
      longestMs: 0,
    };
    const isBuy = (side === 'buy') === (kind === 'opened');
    const by = (Number(reference) - Number(price)) * (isBuy ? 1 : -1) * Number(lots);
    const isFill = ending === 'filled';
    found.set(why, {
      ...{ month: '', ending, reason: why, count: row.count + 1 },
      better: row.better + (isFill && by > 1e-9 ? 1 : 0),
      worse: row.worse + (isFill && by < -1e-9 ? 1 : 0),
      betterBy: String(Number(row.betterBy) + (isFill ? Math.max(0, by) : 0)),
      worseBy: String(Number(row.worseBy) + (isFill ? Math.max(0, -by) : 0)),
      timed: row.timed + (isFill ? 1 : 0),
      longestMs: isFill ? Math.max(row.longestMs, tickAt - askedAt) : 0,
    });
  }
  return [...found.values()].map(lineOf).sort();
}

async function trader(): Promise<number> {
  const user = await server.demo.newUser({ USDT: '1000' });
  const body = { asset: 'USDT', from: 'currency', to: 'contract', amount: '1000' };
  await server.demo.must(user, 'transferFunds', body);
  return user;
}
