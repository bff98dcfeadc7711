import type { Realm } from '@assay/core/ledger/realm';
import { parseDecimal } from '@assay/core/num/decimal';
import { createDice } from '@assay/core/testing/dice';
import { DAY, HOUR } from '@assay/core/time';
import type { Received } from '@assay/platform/testing/client';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineTables } from '../../apps/server/migrations.ts';
import { tradingSource } from '../../apps/server/reports.ts';
import { startTestRealm, type TestRealm } from '../../apps/server/testing/test-realm.ts';
import { reportCalls } from './calls.ts';
import { countingJobs, type PeopleCount, type ReportSources } from './count.ts';
import { reportMigrations } from './index.ts';
import { dayOf } from './rules.ts';
import { calls, type DayFigures } from './schema.ts';
import { ReportStore } from './store.ts';

let database: TestDatabase;
let demo: TestRealm;
let real: TestRealm;
let store: ReportStore;
let sources: ReportSources;
let people: PeopleCount[] = [];
const signal = new AbortController().signal;

const now = () => demo.clock.now();
const units = (text: string) => {
  const positive = parseDecimal(text.replace('-', ''), 8) ?? 0n;
  return text.startsWith('-') ? -positive : positive;
};
const job = (name: string) => countingJobs(store, sources).find((one) => one.name === name);
const count = async (name: string) => job(name)?.run(now(), signal);

type Input = Readonly<Record<string, string>>;
/** Answers are of any shape: tests read their fields. */
type Call = (input: object, context: object) => Promise<Received['data']>;

async function ask(name: 'getDailyFigures' | 'getTrialBalance', input: Input) {
  const call = reportCalls(store, sources)[name] as unknown as Call;
  return call(calls[name].input.parse(input), { now: now() });
}

async function figures(realm: Realm, first: number, last = dayOf(now())): Promise<DayFigures[]> {
  const answer = await ask('getDailyFigures', {
    realm,
    from: `${first * DAY}`,
    to: `${last * DAY}`,
  });
  calls.getDailyFigures.output.parse(answer);
  return answer.days;
}

async function rows<Row>(sql: string): Promise<Row[]> {
  return (await database.pool.query(sql)).rows as Row[];
}

/** What the log itself says of a day, by other queries than those that count. */
async function recount(realm: Realm, day: number) {
  const [from, to] = [day * DAY, (day + 1) * DAY];
  const seqs = `seq in (select generate_series(first_seq, last_seq) from ${realm}.engine_batch
    where at >= ${from} and at < ${to})`;
  const trades = await rows<{ trades: number }>(
    `select count(*)::int as trades from ${realm}.trade where ${seqs}`,
  );
  const volume = await rows<{ quote: string }>(
    `select coalesce(sum(amount), 0)::text as quote from ${realm}.posting
     where purpose = 11 and ${seqs}`,
  );
  const fees = await rows<{ asset: number; amount: string }>(
    `select to_account % 2048 as asset, sum(amount)::text as amount from ${realm}.posting
     where to_account / 16384 = 1 and ${seqs} group by 1 order by 1`,
  );
  const [orders] = await rows<{ orders: number }>(
    `select count(*)::int as orders from (select user_id, created_at from ${realm}.open_order
       union all select user_id, created_at from ${realm}.ended_order) o
     where user_id >= 1000 and created_at >= ${from} and created_at < ${to}`,
  );
  return {
    trades: trades[0]?.trades,
    volume: BigInt(volume[0]?.quote ?? 0),
    fees: fees.map(({ amount }) => BigInt(amount)).sort(),
    orders: orders?.orders,
  };
}

const reported = (day: DayFigures) => ({
  trades: day.trades,
  volume: day.volumes.reduce((sum, { volume }) => sum + units(volume), 0n),
  fees: day.fees.map(({ amount }) => units(amount)).sort(),
  orders: day.orders,
});

async function trade(realm: TestRealm, users: readonly number[], seed: number, rounds: number) {
  const dice = createDice(seed);
  for (let i = 0; i < rounds; i += 1) {
    await realm.place(dice.pick(users), {
      market: dice.pick(['BTCUSDT', 'ETHUSDT']),
      side: dice.pick(['buy', 'sell']),
      type: 'market',
      quoteAmount: String(dice.int(20, 900)),
    });
    if (i % 5 === 0) {
      const resting = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.001' } as const;
      await realm.place(dice.pick(users), { ...resting, limitPrice: String(dice.int(100, 900)) });
    }
  }
}

let first = 0;
/** What every account had at the end of each day, by the engine's own memory. */
const closing = new Map<number, Map<string, bigint>>();

async function balances(realm: Realm): Promise<Map<string, bigint>> {
  const kept = await store.snapshot((client) => sources.trading[realm].kept(client));
  return new Map(
    kept.map(({ owner, asset, amount }) => [`${owner ?? 'customers'} ${asset}`, amount]),
  );
}

beforeAll(async () => {
  database = await createTestDatabase([...engineTables(), ...reportMigrations()]);
  demo = await startTestRealm({ db: database, realm: 'demo' });
  real = await startTestRealm({ db: database, realm: 'real', clock: demo.clock });
  store = new ReportStore(database.app);
  sources = {
    trading: { real: tradingSource(real.engine), demo: tradingSource(demo.engine) },
    people: async (from) => people.filter(({ day }) => day >= dayOf(from)),
  };
  first = dayOf(now());
  const users = await demo.newUsers(3, { USDT: '50000', BTC: '1', ETH: '10' });
  for (let day = 0; day < 4; day += 1) {
    await demo.quote({ BTCUSDT: `${60_000 + day}`, ETHUSDT: '3000' });
    // A day without a trade is one of the days.
    if (day !== 2) await trade(demo, users, day + 1, 12);
    if (day < 2) await count('countTrading:demo');
    closing.set(first + day, await balances('demo'));
    demo.clock.advance(day === 0 ? DAY - 3 * HOUR : DAY);
  }
  await demo.quote({ BTCUSDT: '60500', ETHUSDT: '3000' });
  await trade(demo, users, 9, 6);
});
afterAll(async () => {
  await demo.stop();
  await real.stop();
  await database.drop();
});

describe('daily figures', () => {
  it('OPER-100 each day has what its trades, journal entries and orders add up to', async () => {
    await count('countTrading:demo');
    const days = await figures('demo', first);
    expect(days).toHaveLength(5);
    for (const day of days) {
      expect(reported(day), `${day.at}`).toEqual(await recount('demo', dayOf(day.at)));
    }
    expect(days.map(({ trades }) => trades > 0)).toEqual([true, true, false, true, true]);
    expect(days[0]?.volumes.map(({ asset }) => asset)).toEqual(['USDT', 'USDT']);
    expect(days[0]?.fees.length).toBeGreaterThan(1);
  });

  it('OPER-101 nothing is counted twice, however often and by however many', async () => {
    const before = await figures('demo', first);
    await Promise.all([1, 2, 3, 4].map(() => count('countTrading:demo')));
    expect(await figures('demo', first)).toEqual(before);
    const users = await demo.newUsers(1, { USDT: '50000', BTC: '1', ETH: '10' });
    await trade(demo, users, 31, 10);
    await Promise.all([1, 2, 3, 4].map(() => count('countTrading:demo')));
    const after = await figures('demo', first);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    const [last] = after.slice(-1);
    expect(last && reported(last)).toEqual(await recount('demo', dayOf(now())));
    expect(last?.trades).toBeGreaterThan(before.at(-1)?.trades ?? 0);
  });

  it('OPER-102 whatever was counted is counted again from the log', async () => {
    const before = await figures('demo', first);
    await database.pool.query(`delete from daily_figure where realm = 'demo';
      update daily_progress set seq = 0 where realm = 'demo'`);
    expect((await figures('demo', first)).map(({ trades }) => trades)).toEqual([0, 0, 0, 0, 0]);
    await count('countTrading:demo');
    expect(await figures('demo', first)).toEqual(before);
  });

  it('OPER-103 the realms are apart', async () => {
    await count('countTrading:real');
    const days = await figures('real', first);
    expect(days.every(({ trades, orders, fees }) => trades + orders + fees.length === 0)).toBe(
      true,
    );
    expect((await ask('getDailyFigures', { realm: 'real' })).seq).toBeGreaterThan(0);
  });

  it('OPER-118 what came in from outside and went out, by day and asset', async () => {
    const at = dayOf(now());
    await database.pool.query(`insert into daily_figure (realm, figure, day, subject, value)
      values ('real', 'moved', ${at}, 'outside:deposits USDT', -12500000000),
        ('real', 'moved', ${at}, 'outside:withdrawals USDT', 250000000),
        ('real', 'moved', ${at}, 'outside:capital USDT', -1)`);
    const days = await figures('real', at);
    expect(days.at(-1)).toMatchObject({
      deposits: [{ asset: 'USDT', amount: '125' }],
      withdrawals: [{ asset: 'USDT', amount: '2.5' }],
    });
    await database.pool.query(`delete from daily_figure where subject like 'outside:%'
      and realm = 'real' and day = ${at}`);
  });

  it('OPER-104 people by day: a day that is over keeps its number, the present one grows', async () => {
    const today = dayOf(now());
    const of = (day: number, figure: PeopleCount['figure'], n: number, realm: Realm = 'real') => ({
      ...{ realm, figure, day, count: n },
    });
    people = [of(today - 1, 'registered', 3), of(today, 'registered', 1), of(today, 'active', 2)];
    people.push(of(today, 'registered', 7, 'demo'), of(today, 'verified', 1));
    await count('countPeople');
    await count('countPeople');
    people = [of(today, 'registered', 2), of(today, 'active', 1), of(today, 'conversations', 4)];
    await count('countPeople');
    const days = await figures('real', today - 1);
    expect(days.map(({ registered }) => registered)).toEqual([3, 2]);
    expect(days[1]).toMatchObject({ active: 2, verified: 1, conversations: 4 });
    const [virtual] = await figures('demo', today);
    expect(virtual).toMatchObject({ registered: 7, active: 0, verified: null });
  });

  it('OPER-105 what is asked for is bounded, and answered from what was counted', async () => {
    const range = (from: number, to: number) =>
      ask('getDailyFigures', { from: `${from * DAY}`, to: `${to * DAY}` });
    expect(await range(first + 1, first)).toMatchObject({ code: 'badRange' });
    expect(await range(first - 400, first)).toMatchObject({ code: 'badRange' });
    expect((await ask('getDailyFigures', {})).days).toHaveLength(30);
    for (const from of ['2025-02-20', '-1', '1.5', '']) {
      expect(calls.getDailyFigures.input.safeParse({ from }).success, from).toBe(false);
    }
    const asked: string[] = [];
    const snapshot = store.snapshot.bind(store);
    store.snapshot = (work) =>
      snapshot((client) => {
        const query = (text: string, values: unknown[]) => {
          asked.push(text);
          return client.query(text, values);
        };
        return work({ query } as unknown as typeof client);
      });
    await ask('getDailyFigures', { realm: 'demo' });
    store.snapshot = snapshot;
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((text) => !/from daily_(figure|progress)\b/.test(text))).toEqual([]);
  });
});

describe('trial balance', () => {
  const lines = (answer: { lines: { owner: string; asset: string; entries: string }[] }) =>
    new Map(answer.lines.map((line) => [`${line.owner} ${line.asset}`, units(line.entries)]));

  it('LEDG-090 now the entries come to what is kept, and every asset to zero', async () => {
    const users = await demo.newUsers(1, { USDT: '5000' });
    await trade(demo, users, 77, 4);
    const answer = await ask('getTrialBalance', { realm: 'demo' });
    calls.getTrialBalance.output.parse(answer);
    expect(answer).toMatchObject({ complete: true, at: null });
    expect(answer.lines.length).toBeGreaterThan(10);
    for (const { entries, kept, owner } of answer.lines) expect(entries, owner).toBe(kept);
    expect(lines(answer)).toEqual(await balances('demo'));
    expect(answer.sums.every(({ sum }: { sum: string }) => sum === '0')).toBe(true);
    const [engine] = await rows<{ head: string }>('select head from demo.engine');
    expect(answer.head).toBe(engine?.head);
  });

  it('LEDG-091 at the end of a day the entries come to what every account had then', async () => {
    await count('countTrading:demo');
    for (const [day, then] of closing) {
      const answer = await ask('getTrialBalance', { realm: 'demo', at: `${day * DAY}` });
      expect(answer.complete).toBe(true);
      expect(lines(answer), `${day}`).toEqual(then);
      expect(answer.sums.every(({ sum }: { sum: string }) => sum === '0')).toBe(true);
      const [batch] = await rows<{ head: string; at: number }>(
        `select head, at from demo.engine_batch where last_seq = ${answer.seq}`,
      );
      expect(batch?.head).toBe(answer.head);
      expect(dayOf(Number(batch?.at))).toBe(day);
    }
    const present = { realm: 'demo', at: `${now()}` };
    expect(await ask('getTrialBalance', present)).toMatchObject({ code: 'dayNotOver' });
  });

  it('LEDG-092 a balance that is not what its entries come to is seen', async () => {
    await database.pool.query(`update demo.balance set available = available + 1
      where account = (select min(account) from demo.balance where available > 0)`);
    const { lines: shown } = await ask('getTrialBalance', { realm: 'demo' });
    const wrong = shown.filter(
      (line: { entries: string; kept: string }) => line.entries !== line.kept,
    );
    expect(wrong).toHaveLength(1);
  });
});
