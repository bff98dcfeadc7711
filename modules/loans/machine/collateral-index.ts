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
  /** By number. */
  readonly #people = new Map<number, CollateralRow[]>();

  of(asset: number): readonly CollateralRow[] {
    return this.#assets.get(asset)?.rows ?? [];
  }

  /** What is lent against an asset and not yet repaid. */
  lentAgainst(asset: number): bigint {
    return this.#assets.get(asset)?.lent ?? 0n;
  }

  ofPerson(userId: number): readonly CollateralRow[] {
    return this.#people.get(userId) ?? [];
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
    const own = this.#people.get(userId);
    if (own === undefined) this.#people.set(userId, [row]);
    else own.push(row);
  }

  repay({ asset }: CollateralRow, principal: bigint): void {
    this.#assets.get(asset)!.lent -= principal;
  }

  remove({ id, asset, userId, amount, repaid }: CollateralRow): void {
    const found = this.#assets.get(asset)!;
    found.rows.splice(placeOf(found.rows, id), 1);
    found.lent -= amount - repaid;
    const own = this.#people.get(userId)!;
    own.splice(placeOf(own, id), 1);
    if (own.length === 0) this.#people.delete(userId);
  }

  load(rows: readonly CollateralRow[]): void {
    this.#assets.clear();
    this.#people.clear();
    for (const row of rows) this.add(row);
  }

  /** It says of all rows what they say themselves. */
  audit(rows: readonly CollateralRow[]): void {
    const fresh = new CollateralIndex();
    fresh.load(rows);
    for (const asset of new Set([...this.#assets.keys(), ...fresh.#assets.keys()])) {
      assert(
        areSame(this.of(asset), fresh.of(asset)),
        `the loans against asset ${asset} are those that are open`,
      );
      const isLent = this.lentAgainst(asset) === fresh.lentAgainst(asset);
      assert(isLent, `what is lent against asset ${asset} is what its loans have`);
    }
    assert(this.#people.size === fresh.#people.size, 'each person with a loan is known');
    for (const [userId, own] of fresh.#people) {
      assert(areSame(this.ofPerson(userId), own), `${userId} has the loans that are theirs`);
    }
  }
}

function areSame(own: readonly CollateralRow[], other: readonly CollateralRow[]): boolean {
  return own.length === other.length && own.every((row, at) => row === other[at]);
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
