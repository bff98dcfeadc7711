import { assetOf } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import { accountsOf, readPostingsSince } from '@assay/modules/ledger';
import type { Database } from '@assay/platform/db/database';
import { transaction } from '@assay/platform/db/transaction';
import { readConversionsSince } from '../conversions/store.ts';
import { addFill, addLine, isArrival, type Line, READ_PURPOSES, type SpotFill } from './rules.ts';
import {
  type Arrival,
  lastCommand,
  lockResults,
  type Queryable,
  type StoredResults,
  saveResults,
} from './store.ts';

export interface Span {
  /** After this command, up to that one. */
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/** What adding results up needs of one realm. */
export interface ResultSources {
  /** The asset in which results are; what it is worth does not change. */
  cash(): number;
  /** Fills on spot, the earliest first. */
  fills(db: Queryable, userId: number, span: Span): Promise<SpotFill[]>;
  /** The index of an asset when the last minute before an instant ended; null: there was none. */
  priceAt(db: Queryable, asset: number, at: number): Promise<bigint | null>;
}

/** What one transaction adds up: enough for a person's day, and over soon. */
const STEP = 5_000;
const STEPS = 4;

export interface AddedUp {
  readonly results: StoredResults;
  /** The command up to which there is something to add up. */
  readonly last: number;
}

/**
 * Adds a person's results up to what is durable now, from where it stopped before. A long history
 * takes more than one asking: what is there then says how far it is.
 */
export async function addUp(
  { pool }: Pick<Database, 'pool'>,
  realm: Realm,
  sources: ResultSources,
  userId: number,
  step = STEP,
): Promise<AddedUp> {
  const last = await lastCommand(pool, realm);
  for (let n = 1; ; n += 1) {
    const results = await transaction(pool, async (client) => {
      const before = await lockResults(client, realm, userId);
      if (before.seq >= last) return before;
      const span = { after: before.seq, upTo: last, limit: step };
      const { after, arrivals } = await addSpan(client, { realm, sources, userId }, before, span);
      await saveResults(client, realm, userId, after, arrivals);
      return after;
    });
    if (results.seq >= last || n === STEPS) return { results, last };
  }
}

interface Whose {
  readonly realm: Realm;
  readonly sources: ResultSources;
  readonly userId: number;
}

async function addSpan(
  db: Queryable,
  { realm, sources, userId }: Whose,
  before: StoredResults,
  span: Span,
): Promise<{ after: StoredResults; arrivals: Arrival[] }> {
  const cash = sources.cash();
  const purposes = READ_PURPOSES;
  const postings = await readPostingsSince(db, realm, ...accountsOf(userId), { ...span, purposes });
  const conversions = await readConversionsSince(db, realm, userId, span);
  const fills = await sources.fills(db, userId, span);
  const upTo = Math.min(...[postings, conversions, fills].map((rows) => wholeUpTo(rows, span)));
  const after = { ...before, seq: upTo };
  const arrivals: Arrival[] = [];
  const trades = [...conversions.map(saleOf), ...fills].sort((one, other) => one.seq - other.seq);
  let next = 0;
  const trade = (below: number) => {
    for (; next < trades.length && trades[next]!.seq < below; next += 1) {
      addFill(after, trades[next]!);
    }
  };
  // Of one command, what came and left otherwise stands before what was traded.
  for (const { account, ...posting } of postings) {
    if (posting.seq > upTo) break;
    trade(posting.seq);
    const line: Line = { ...posting, asset: assetOf(account) };
    const { asset, amount, seq, at } = line;
    const comesIn = isArrival(line, cash);
    const price = comesIn ? await sources.priceAt(db, asset, at) : null;
    addLine(after, line, cash, price);
    if (comesIn) arrivals.push({ seq, at, asset, amount, price });
  }
  trade(upTo + 1);
  return { after, arrivals };
}

/** Rows of a command that may have been cut off are left to the next step. */
function wholeUpTo(
  rows: readonly { readonly seq: number }[],
  { upTo, limit, after }: Span,
): number {
  if (rows.length < limit) return upTo;
  const last = rows.at(-1)!.seq - 1;
  // One command has no more rows than a step: its work is bounded.
  if (last <= after) throw new Error(`command ${last + 1} has more than ${limit} rows of a person`);
  return last;
}

const saleOf = (conversion: Awaited<ReturnType<typeof readConversionsSince>>[number]): SpotFill => {
  const { seq, asset, amount: base, value: quote, fee } = conversion;
  return { seq, asset, isBuy: false, base, quote, fee, feeInBase: false, isOwn: false };
};
