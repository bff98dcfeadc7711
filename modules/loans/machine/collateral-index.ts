import { assert } from '@assay/core/num/integer';
import type { CollateralRow } from '../store/collateral-tables.ts';

interface OfAsset {
  /** By number. */
  readonly rows: CollateralRow[];
  lent: bigint;
}

/** The open loans by asset and by person, so that no command goes over all of them. */
export class CollateralIndex {
  readonly #assets = new Map<number, OfAsset>();
  readonly #counts = new Map<number, number>();

  of(asset: number): readonly CollateralRow[] {
    return this.#assets.get(asset)?.rows ?? [];
  }

  /** What is lent against an asset and not yet repaid. */
  lentAgainst(asset: number): bigint {
    return this.#assets.get(asset)?.lent ?? 0n;
  }

  countOf(userId: number): number {
    return this.#counts.get(userId) ?? 0;
  }

  /** At most so many of an asset whose numbers are above `after`. */
  after(asset: number, after: number, most: number): readonly CollateralRow[] {
    const rows = this.of(asset);
    const from = placeOf(rows, after + 1);
    return rows.slice(from, from + most);
  }

  /** Numbers only grow. */
  add(row: CollateralRow): void {
    const { id, asset, userId, amount, repaid } = row;
    const found = this.#assets.get(asset) ?? { rows: [], lent: 0n };
    assert((found.rows.at(-1)?.id ?? 0) < id, `loan ${id} is the last of its asset`);
    found.rows.push(row);
    found.lent += amount - repaid;
    this.#assets.set(asset, found);
    this.#counts.set(userId, this.countOf(userId) + 1);
  }

  repay({ asset }: CollateralRow, principal: bigint): void {
    this.#assets.get(asset)!.lent -= principal;
  }

  remove({ id, asset, userId, amount, repaid }: CollateralRow): void {
    const found = this.#assets.get(asset)!;
    found.rows.splice(placeOf(found.rows, id), 1);
    found.lent -= amount - repaid;
    const count = this.countOf(userId) - 1;
    if (count === 0) this.#counts.delete(userId);
    else this.#counts.set(userId, count);
  }

  load(rows: readonly CollateralRow[]): void {
    this.#assets.clear();
    this.#counts.clear();
    for (const row of rows) this.add(row);
  }

  /** It says of all rows what they say themselves. */
  audit(rows: readonly CollateralRow[]): void {
    const fresh = new CollateralIndex();
    fresh.load(rows);
    for (const asset of new Set([...this.#assets.keys(), ...fresh.#assets.keys()])) {
      const [own, other] = [this.of(asset), fresh.of(asset)];
      const isSame = own.length === other.length && own.every((row, at) => row === other[at]);
      assert(isSame, `the loans against asset ${asset} are those that are open`);
      const isLent = this.lentAgainst(asset) === fresh.lentAgainst(asset);
      assert(isLent, `what is lent against asset ${asset} is what its loans have`);
    }
    assert(this.#counts.size === fresh.#counts.size, 'each person with a loan is counted');
    for (const [userId, count] of fresh.#counts) {
      assert(this.countOf(userId) === count, `${userId} has ${count} loans`);
    }
  }
}

/** Where the first is whose number is at least `id`. */
function placeOf(rows: readonly CollateralRow[], id: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
