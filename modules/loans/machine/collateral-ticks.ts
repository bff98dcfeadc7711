import { larger, lesser } from '@assay/core/num/integer';
import { indexName } from '@assay/core/order/market';
import type { Turn } from '@assay/core/schema/turn';
import { HOUR } from '@assay/core/time';
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
import type { CollateralRow } from '../store/collateral-tables.ts';
import type { CollateralBooks, Tick } from './collateral-books.ts';

/** What the ticks of a command say of an index. */
type Prices = ReadonlyMap<string, { readonly units: number; readonly n: number }>;

interface Options {
  readonly books: CollateralBooks;
  readonly rows: () => readonly CollateralRow[];
  readonly assets: () => readonly number[];
  readonly symbol: (asset: number) => string;
  /** Loans that one command changes at most; the rest is for the next tick. */
  readonly slice: number;
}

/** Until a time, prices between these leave every loan of an asset as it is. */
interface Guard {
  readonly until: number;
  readonly above: bigint;
  /** Null: no price is too high. */
  readonly below: bigint | null;
}

/**
 * What a tick of an index does with the loans that its asset secures, by their numbers: calls,
 * ends of calls, and repayments out of collateral. It depends on the loans, the tick and the time
 * of its command alone, so that whoever has the three gets the same. Where no tick comes, nothing
 * is done; after a pause the first tick that comes decides.
 */
export class CollateralTicks {
  readonly #options: Options;
  /** Only spares work: without it the same is decided. */
  readonly #guards = new Map<number, Guard>();

  constructor(options: Options) {
    this.#options = options;
  }

  record(prices: Prices, turn: Turn): void {
    const { assets, symbol, slice } = this.#options;
    let left = slice;
    for (const asset of assets()) {
      const news = prices.get(indexName(symbol(asset), LENT));
      if (news === undefined || left === 0) continue;
      left -= this.#look(asset, { n: news.n, price: BigInt(news.units) }, turn, left);
    }
  }

  /** A loan of the asset is another than before. */
  forget(asset: number): void {
    this.#guards.delete(asset);
  }

  forgetAll(): void {
    this.#guards.clear();
  }

  /** Returns how many it has changed. */
  #look(asset: number, tick: Tick, turn: Turn, most: number): number {
    const guard = this.#guards.get(asset);
    if (guard !== undefined && isBetween(guard, tick.price, turn.at)) return 0;
    this.#guards.delete(asset);
    const { rows } = this.#options;
    let done = 0;
    for (const row of rows()) {
      if (row.asset !== asset) continue;
      if (done === most) return done;
      if (this.#decide(row, tick, turn)) done += 1;
    }
    this.#guards.set(asset, this.#guardOf(asset, turn.at));
    return done;
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
  #guardOf(asset: number, at: number): Guard {
    const { books, rows } = this.#options;
    let guard: Guard = { until: at + HOUR, above: 0n, below: null };
    for (const row of rows()) {
      if (row.asset !== asset) continue;
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
