import { larger, lesser } from '@assay/core/num/integer';
import { indexName } from '@assay/core/order/market';
import type { Turn } from '@assay/core/schema/turn';
import { HOUR } from '@assay/core/time';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import {
  CALLS,
  callEndShare,
  callShare,
  callsAt,
  endsAt,
  isWithin,
  priceAt,
  priceWithin,
  reaches,
  sumOf,
  takeFor,
} from '../rules/collateral.ts';
import { LENT } from '../rules/index.ts';
import type { CollateralRow, collateralTick } from '../store/collateral-tables.ts';
import type { CollateralBooks, Tick } from './collateral-books.ts';
import type { CollateralIndex } from './collateral-index.ts';

/** What the ticks of a command say of an index. */
type Prices = ReadonlyMap<string, { readonly units: number; readonly n: number }>;

/** What one command does at most; what is left is done by the next ones (decision 0146). */
export interface CollateralBounds {
  /** Loans that it looks at. */
  readonly looked: number;
  /** Loans that it changes. */
  readonly changed: number;
}

export const COLLATERAL_BOUNDS: CollateralBounds = { looked: 2_000, changed: 500 };

interface Options {
  readonly books: CollateralBooks;
  readonly index: CollateralIndex;
  readonly due: ObjectTable<typeof collateralTick>;
  readonly assets: () => readonly number[];
  readonly symbol: (asset: number) => string;
  readonly bounds: CollateralBounds;
}

/** Runs of loans of an asset whose guards are kept; beyond that they begin again. */
const GUARDS_MAX = 1_000;

/** Until a time, prices between these leave all of some loans as they are. */
interface Guard {
  readonly until: number;
  readonly above: bigint;
  /** Null: no price is too high. */
  readonly below: bigint | null;
}

/** A tick, and whose command recorded it. */
interface Recorded extends Tick {
  readonly seq: number;
}

/**
 * What a tick of an index does with the loans that its asset secures, by their numbers: calls,
 * ends of calls, and repayments out of collateral. It depends on the loans, the tick and the time
 * of its command alone, so that whoever has the three gets the same. What is too much for one
 * command is done by commands of the engine itself, by the same tick, and before those after it.
 * Where no tick comes, nothing is done; after a pause the first tick that comes decides.
 */
export class CollateralTicks {
  readonly #options: Options;
  /** By asset, of runs of its loans. They only spare work: without them the same is decided. */
  readonly #guards = new Map<number, Map<string, Guard>>();
  #left: { looked: number; changed: number } = { looked: 0, changed: 0 };

  constructor(options: Options) {
    this.#options = options;
  }

  /** How many ticks are not gone through. */
  get due(): number {
    return this.#options.due.size;
  }

  /** Ticks of one command are worked on together, and completely before those of a later one. */
  record(prices: Prices, turn: Turn): void {
    const { assets, symbol, due, index, bounds } = this.#options;
    const isBusy = due.size > 0;
    this.#left = { ...bounds };
    if (isBusy) this.work(turn);
    for (const asset of assets()) {
      const news = prices.get(indexName(symbol(asset), LENT));
      if (news === undefined || index.of(asset).length === 0) continue;
      const tick = { seq: turn.seq, n: news.n, price: BigInt(news.units) };
      const afterLoan = isBusy ? 0 : this.#look(asset, tick, 0, turn);
      if (afterLoan !== null) due.insert({ ...tick, asset, afterLoan });
    }
  }

  /** Goes on with the first ticks that are due, up to what one command may do. */
  work(turn: Turn): void {
    const { due, bounds } = this.#options;
    this.#left = { ...bounds };
    const all = due.rows();
    for (const row of all) {
      // Not two ticks of an asset in one command, in which a loan changes once.
      if (row.seq !== all[0]!.seq) return;
      const afterLoan = this.#look(row.asset, row, row.afterLoan, turn);
      if (afterLoan === null) due.delete(row);
      else due.change(row, { afterLoan });
    }
  }

  /** A loan of the asset is another than before. */
  forget(asset: number): void {
    this.#guards.delete(asset);
  }

  forgetAll(): void {
    this.#guards.clear();
  }

  /** The last loan that it has looked at, or null: there are no more after it. */
  #look(asset: number, tick: Recorded, after: number, turn: Turn): number | null {
    const left = this.#left;
    if (left.changed === 0) return after;
    const found = this.#options.index.after(asset, after, left.looked);
    // Loans that were opened after the tick are none of it.
    const rows = found.filter(({ id }) => id <= tick.seq);
    const isAll = rows.length < left.looked;
    // A look that is spared counts too, so that a restart, which knows no guards, changes nothing.
    left.looked -= rows.length;
    const last = rows.at(-1)?.id ?? after;
    const run = `${after} ${last} ${rows.length}`;
    const guard = this.#guards.get(asset)?.get(run);
    if (guard === undefined || !isBetween(guard, tick.price, turn.at)) {
      const before = left.changed;
      const stopped = this.#decideAll(rows, tick, turn);
      if (stopped !== null) return stopped;
      if (left.changed === before) this.#guard(asset, run, this.#guardOf(rows, turn.at));
    }
    return isAll ? null : last;
  }

  /** The last one that was decided, where the command has changed as many as it may. */
  #decideAll(rows: readonly CollateralRow[], tick: Tick, turn: Turn): number | null {
    const left = this.#left;
    for (const row of rows) {
      if (!this.#decide(row, tick, turn)) continue;
      left.changed -= 1;
      this.forget(row.asset);
      if (left.changed === 0) return row.id;
    }
    return null;
  }

  #guard(asset: number, run: string, guard: Guard): void {
    const guards = this.#guards.get(asset);
    if (guards === undefined || guards.size >= GUARDS_MAX) {
      this.#guards.set(asset, new Map([[run, guard]]));
    } else guards.set(run, guard);
  }

  /** Whether the tick changes it. */
  #decide(row: CollateralRow, tick: Tick, turn: Turn): boolean {
    const { books } = this.#options;
    const terms = books.termsOf(row);
    const owed = books.owedAt(row, turn.at);
    const { collateral, calls } = row;
    const { price } = tick;
    const { initialPpm, liquidationPpm, feePpm } = terms;
    if (turn.at >= endsAt(row)) {
      books.take(row, takeFor(owed, collateral, price, feePpm, 0), 'matured', tick, turn);
      return true;
    }
    const sum = sumOf(owed);
    if (reaches(sum, collateral, price, liquidationPpm)) {
      const taken = takeFor(owed, collateral, price, feePpm, initialPpm);
      books.take(row, taken, 'taken', tick, turn);
      return true;
    }
    const reached = callsAt(terms, sum, collateral, price);
    if (reached > calls) {
      books.call(row, reached, tick, turn);
      return true;
    }
    if (calls === 0 || !isWithin(sum, collateral, price, callEndShare(terms))) return false;
    books.call(row, 0, tick, turn);
    return true;
  }

  /** By what is owed an hour later, which is more; no loan changes by itself before. */
  #guardOf(rows: readonly CollateralRow[], at: number): Guard {
    const { books } = this.#options;
    let guard: Guard = { until: at + HOUR, above: 0n, below: null };
    for (const row of rows) {
      const terms = books.termsOf(row);
      const [now, then] = [at, at + HOUR].map((time) => sumOf(books.owedAt(row, time)));
      const { collateral, calls } = row;
      const next = calls < CALLS ? callShare(terms, calls + 1) : terms.liquidationPpm;
      const reached = priceAt(then!, collateral, next);
      const within = calls === 0 ? null : priceWithin(now!, collateral, callEndShare(terms));
      guard = {
        until: Math.min(guard.until, endsAt(row)),
        above: larger(reached, guard.above),
        below: within === null ? guard.below : lower(guard.below, within),
      };
    }
    return guard;
  }
}

const lower = (one: bigint | null, other: bigint) => (one === null ? other : lesser(one, other));

const isBetween = ({ until, above, below }: Guard, price: bigint, at: number) =>
  at < until && price > above && (below === null || price < below);
