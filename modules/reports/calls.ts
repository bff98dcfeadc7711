import { OWNER, ownerName } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { CallOutput } from '@assay/core/schema/call';
import { refuse } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Handlers } from '@assay/platform/http/context';
import type { ReportSources, TradingSource } from './count.ts';
import {
  accountSubject,
  CUSTOMERS,
  DAYS_MAX,
  DAYS_USUAL,
  dayOf,
  type Figure,
  type FigureRow,
  readSubject,
} from './rules.ts';
import type { calls, DayFigures } from './schema.ts';
import type { Reads, ReportStore } from './store.ts';

type Calls = typeof calls;
type TrialBalance = CallOutput<Calls['getTrialBalance']>;

const SHOWN: readonly Figure[] = [
  ...(['registered', 'active', 'verified', 'conversations'] as const),
  ...(['orders', 'trades', 'volume', 'fees'] as const),
];
/** What the outside gave is a deposit, and what it got a withdrawal. */
const DEPOSITS = ownerName(OWNER.outsideDeposits);
const WITHDRAWALS = ownerName(OWNER.outsideWithdrawals);
const OUTSIDE = [DEPOSITS, WITHDRAWALS];
/** The most commands after the last counted ones that a request counts itself. */
const LIVE_COMMANDS = 100_000;
/** After every day. */
const NO_END = 2_000_000_000;

const money = (units: bigint) => formatDecimal(units, SCALE);

/** Handlers of the calls of this module: they read what the jobs have counted. */
export function reportCalls(store: ReportStore, sources: ReportSources): Handlers<Calls> {
  return {
    getDailyFigures: ({ realm, ...range }, { now }) => {
      const today = dayOf(now);
      const to = Math.min(today, dayAt(range.to) ?? today);
      const from = dayAt(range.from) ?? Math.max(0, to - DAYS_USUAL + 1);
      if (from > to || to - from >= DAYS_MAX) return refuse('badRange', { days: `${DAYS_MAX}` });
      return store.snapshot(async (client) => {
        const { seq, countedAt } = await store.progress(client, realm);
        const counted = await store.read(client, realm, SHOWN, from, to);
        const moved = await store.readMoved(client, realm, OUTSIDE, from, to);
        const rows = [...counted, ...moved];
        const days = eachDay(rows, from, to).map(([day, own]) =>
          dayFigures(realm, day, own, sources.trading[realm]),
        );
        return { realm, seq, countedAt, days };
      });
    },
    getTrialBalance: ({ realm, at }, { now }) => {
      const day = dayAt(at);
      if (day !== null && day >= dayOf(now)) return refuse('dayNotOver');
      const source = sources.trading[realm];
      return store.snapshot((client) =>
        day === null
          ? presentBalance(store, source, client, realm)
          : formerBalance(store, client, realm, day),
      );
    },
  };
}

const dayAt = (at: number | undefined) => (at === undefined ? null : dayOf(at));

/** The days from the first to the last, with their rows; a day without any is one of zeros. */
function eachDay(rows: readonly FigureRow[], from: number, to: number) {
  const days = Array.from({ length: to - from + 1 }, (): FigureRow[] => []);
  for (const row of rows) days[row.day - from]?.push(row);
  return days.map((own, i) => [from + i, own] as const);
}

function dayFigures(
  realm: Realm,
  day: number,
  rows: readonly FigureRow[],
  { quoteOf }: Pick<TradingSource, 'quoteOf'>,
): DayFigures {
  const of = (figure: Figure) => rows.filter((row) => row.figure === figure);
  const count = (figure: Figure) => Number(of(figure).reduce((sum, { value }) => sum + value, 0n));
  const ofPeople = (figure: Figure) => (realm === 'real' ? count(figure) : null);
  const trades = new Map(of('trades').map(({ subject, value }) => [subject, Number(value)]));
  return {
    at: day * DAY,
    registered: count('registered'),
    active: count('active'),
    verified: ofPeople('verified'),
    conversations: ofPeople('conversations'),
    orders: count('orders'),
    trades: count('trades'),
    volumes: of('volume').map(({ subject: market, value }) => ({
      ...{ market, asset: quoteOf(market) },
      ...{ trades: trades.get(market) ?? 0, volume: money(value) },
    })),
    fees: of('fees').map(({ subject: asset, value }) => ({ asset, amount: money(value) })),
    deposits: crossed(rows, DEPOSITS),
    withdrawals: crossed(rows, WITHDRAWALS),
  };
}

/** By asset, what went through an account of the outside, in whichever direction. */
function crossed(rows: readonly FigureRow[], account: string) {
  return rows
    .filter(({ figure }) => figure === 'moved')
    .map(({ subject, value }) => ({ ...readSubject(subject), value }))
    .filter(({ owner, value }) => owner === account && value !== 0n)
    .map(({ asset, value }) => ({ asset, amount: money(value < 0n ? -value : value) }));
}

/** The entries up to now, beside what the table of balances says at the same moment. */
async function presentBalance(
  store: ReportStore,
  source: TradingSource,
  client: Reads,
  realm: Realm,
): Promise<TrialBalance> {
  const [{ seq, head }, counted] = [
    await store.end(client, realm),
    await store.progress(client, realm),
  ];
  const entries = await store.sums(client, realm, 'moved', NO_END);
  const complete = seq - counted.seq <= LIVE_COMMANDS;
  if (!complete) {
    const at = await store.headAt(client, realm, counted.seq);
    return balanceOf({ realm, at: null, seq: counted.seq, head: at, complete }, entries, null);
  }
  for (const { owner, asset, amount } of await source.moved(client, counted.seq, seq)) {
    const subject = accountSubject(owner ?? CUSTOMERS, asset);
    entries.set(subject, (entries.get(subject) ?? 0n) + amount);
  }
  const kept = new Map<string, bigint>();
  for (const { owner, asset, amount } of await source.kept(client)) {
    kept.set(accountSubject(owner ?? CUSTOMERS, asset), amount);
  }
  return balanceOf({ realm, at: null, seq, head, complete }, entries, kept);
}

/** The entries up to the last command of a day that is over. */
async function formerBalance(
  store: ReportStore,
  client: Reads,
  realm: Realm,
  day: number,
): Promise<TrialBalance> {
  const last = await store.lastOf(client, realm, 'lastCommand', day);
  const [{ seq: end }, counted] = [
    await store.end(client, realm),
    await store.progress(client, realm),
  ];
  const newest = await store.lastOf(client, realm, 'lastCommand', NO_END);
  // A later day has begun to be counted, or there is nothing left to count.
  const complete = counted.seq === end || (newest !== null && newest.day > day);
  const seq = Number(last?.value ?? 0n);
  const head = seq === 0 ? '' : await store.headAt(client, realm, seq);
  const entries = await store.sums(client, realm, 'moved', day);
  return balanceOf({ realm, at: day * DAY, seq, head, complete }, entries, null);
}

function balanceOf(
  of: Pick<TrialBalance, 'realm' | 'at' | 'seq' | 'head' | 'complete'>,
  entries: ReadonlyMap<string, bigint>,
  kept: ReadonlyMap<string, bigint> | null,
): TrialBalance {
  const subjects = new Set([...entries.keys(), ...(kept?.keys() ?? [])]);
  const sums = new Map<string, bigint>();
  const lines = [...subjects].sort().map((subject) => {
    const { owner, asset } = readSubject(subject);
    const sum = entries.get(subject) ?? 0n;
    sums.set(asset, (sums.get(asset) ?? 0n) + sum);
    const other = kept === null ? null : money(kept.get(subject) ?? 0n);
    return { owner, asset, entries: money(sum), kept: other };
  });
  const total = [...sums].map(([asset, sum]) => ({ asset, sum: money(sum) }));
  return { ...of, lines, sums: total.sort((a, b) => (a.asset < b.asset ? -1 : 1)) };
}
