import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { DAY, MINUTE, SECOND } from '@assay/core/time';
import type { Job } from '@assay/platform/jobs/jobs';
import { accountSubject, CUSTOMERS, dayOf, type Figure, type FigureRow } from './rules.ts';
import type { Reads, ReportStore } from './store.ts';

/** What was traded in a market: the number of trades, and their value in units of its quote. */
export interface Traded {
  readonly market: string;
  readonly trades: number;
  readonly volume: bigint;
}

/** What an owner gained of an asset, or with a minus lost; `owner` null: all customers. */
export interface Moved {
  readonly owner: string | null;
  readonly asset: string;
  readonly amount: bigint;
}

/** Numbers of people on a UTC day; `realm` demo: who came without an account. */
export interface PeopleCount {
  readonly realm: Realm;
  readonly figure: Extract<Figure, 'registered' | 'active' | 'verified' | 'conversations'>;
  readonly day: number;
  readonly count: number;
}

/** A realm as other modules tell of it, within one transaction. Commands: after .. upTo. */
export interface TradingSource {
  traded(reads: Reads, after: number, upTo: number): Promise<readonly Traded[]>;
  fees(reads: Reads, after: number, upTo: number): Promise<readonly Omit<Moved, 'owner'>[]>;
  moved(reads: Reads, after: number, upTo: number): Promise<readonly Moved[]>;
  /** What all owners have, by the table of balances. */
  kept(reads: Reads): Promise<readonly Moved[]>;
  /** How many orders customers placed. */
  placed(reads: Reads, after: number, upTo: number): Promise<number>;
  /** The asset in which a market is quoted; empty for a market that is not known. */
  quoteOf(market: string): string;
}

export interface ReportSources {
  readonly trading: Readonly<Record<Realm, TradingSource>>;
  /** Numbers of people from the beginning of a day on; of sessions, from that of `seenFrom`. */
  people(from: number, seenFrom: number): Promise<readonly PeopleCount[]>;
}

/** A step of counting is small, so that it holds no row for long. */
const BATCHES = 500;
const TRADING_EVERY_MS = 10 * SECOND;
const PEOPLE_EVERY_MS = MINUTE;

/** Counts what was added to the log and the tables since the last run. */
export function countingJobs(store: ReportStore, sources: ReportSources): Job[] {
  const trading = REALMS.map((realm) => ({
    name: `countTrading:${realm}`,
    everyMs: TRADING_EVERY_MS,
    atStart: true,
    run: async (at: number, signal: AbortSignal) => {
      let left = true;
      while (left) {
        signal.throwIfAborted();
        left = await countTrading(store, realm, sources.trading[realm], at);
      }
    },
  }));
  const people = {
    name: 'countPeople',
    everyMs: PEOPLE_EVERY_MS,
    atStart: true,
    run: (at: number) => countPeople(store, sources, at),
  };
  return [...trading, people];
}

/** One step; false once there is nothing left. */
function countTrading(
  store: ReportStore,
  realm: Realm,
  source: TradingSource,
  now: number,
): Promise<boolean> {
  return store.counting(realm, async (client, { seq }) => {
    const span = await store.nextSpan(client, realm, seq, BATCHES);
    if (span !== null) {
      await store.add(client, realm, await spanFigures(source, client, seq, span));
      const last = row('lastCommand', span.day, '', BigInt(span.upTo));
      await store.raise(client, realm, [last]);
    }
    await store.setProgress(client, realm, { seq: span?.upTo ?? seq, countedAt: now });
    return span !== null;
  });
}

async function spanFigures(
  source: TradingSource,
  reads: Reads,
  after: number,
  { day, upTo }: { readonly day: number; readonly upTo: number },
): Promise<FigureRow[]> {
  const traded = await source.traded(reads, after, upTo);
  const fees = await source.fees(reads, after, upTo);
  const moved = await source.moved(reads, after, upTo);
  const placed = await source.placed(reads, after, upTo);
  return [
    row('orders', day, '', BigInt(placed)),
    ...traded.flatMap(({ market, trades, volume }) => [
      row('trades', day, market, BigInt(trades)),
      row('volume', day, market, volume),
    ]),
    ...fees.map(({ asset, amount }) => row('fees', day, asset, amount)),
    ...moved.map(({ owner, asset, amount }) =>
      row('moved', day, accountSubject(owner ?? CUSTOMERS, asset), amount),
    ),
  ];
}

/**
 * The last day that was counted and those since are counted again: each number is that of its
 * whole day. Within a day none of them falls, but of who used a session on a day that is over only
 * those are known who have not come since, so that the highest number stays.
 */
async function countPeople(store: ReportStore, sources: ReportSources, now: number) {
  await store.counting('real', async (client) => {
    const today = dayOf(now);
    const last = await store.lastOf(client, 'real', 'registered', today);
    // Of sessions only the last use is known, so that nothing can be said of days long ago.
    const counts = await sources.people((last?.day ?? 0) * DAY, (last?.day ?? today) * DAY);
    for (const realm of REALMS) {
      const own = counts.filter((one) => one.realm === realm);
      const rows = own.map(({ figure, day, count }) => row(figure, day, '', BigInt(count)));
      await store.raise(client, realm, [...rows, row('registered', today, '', 0n)].filter(isFirst));
    }
  });
}

/** An insert meets each row once: what was counted comes before the zero of the day. */
function isFirst(one: FigureRow, at: number, all: readonly FigureRow[]): boolean {
  return all.findIndex(({ figure, day }) => figure === one.figure && day === one.day) === at;
}

const row = (figure: Figure, day: number, subject: string, value: bigint): FigureRow => ({
  ...{ figure, day, subject, value },
});
