import { assert } from '@assay/core/num/integer';
import type { ChangesOf } from '@assay/core/schema/record';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { MAX_EARN_ORDERS } from '../rules.ts';
import type { HoldingRow, strategyHolding } from '../store/strategy-tables.ts';

type Asked = Pick<HoldingRow, 'askedSeq' | 'askedDay'>;

/** Holdings by person, and by product: those that wait for units, and those that leave. */
export class Holdings {
  readonly #table: ObjectTable<typeof strategyHolding>;
  readonly #byUser = new Map<number, HoldingRow[]>();
  readonly #paid = new Map<string, number>();
  /** By number, which is the order of their acceptance. */
  readonly #pending = new Map<string, HoldingRow[]>();
  /** By the number of their notice. */
  readonly #leaving = new Map<string, HoldingRow[]>();

  constructor(table: ObjectTable<typeof strategyHolding>) {
    this.#table = table;
  }

  /** After the rows were loaded. */
  loaded(): void {
    for (const index of [this.#byUser, this.#paid, this.#pending, this.#leaving]) index.clear();
    for (const row of this.#table.rows()) this.#index(row);
    for (const list of this.#leaving.values()) list.sort(byNotice);
  }

  get(id: number): HoldingRow | undefined {
    return this.#table.get(id);
  }

  rows(): readonly HoldingRow[] {
    return this.#table.rows();
  }

  /** Those of a person by number. */
  of(userId: number): readonly HoldingRow[] {
    return this.#byUser.get(userId) ?? [];
  }

  /** What was paid for what is held of a product: by all, or by one person. */
  paidFor(product: string, userId?: number): number {
    if (userId === undefined) return this.#paid.get(product) ?? 0;
    const own = this.of(userId).filter((row) => row.product === product);
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** The first by number that a cut of this day gives units to. */
  pending(product: string, day: number, dayOf: (at: number) => number): HoldingRow | null {
    const first = this.#pending.get(product)?.[0];
    return first !== undefined && dayOf(first.acceptedAt) <= day ? first : null;
  }

  /** The first notice that a cut of this day pays. */
  leaving(product: string, day: number): HoldingRow | null {
    const first = this.#leaving.get(product)?.[0];
    return first !== undefined && (first.askedDay ?? 0) <= day ? first : null;
  }

  /** All units of a product whose redemption is asked for. */
  leavingUnits(product: string): bigint {
    const list = this.#leaving.get(product) ?? [];
    return list.reduce((sum, { units }) => sum + units, 0n);
  }

  /** What waits for a cut. */
  pendingAmount(product: string): number {
    return (this.#pending.get(product) ?? []).reduce((sum, { amount }) => sum + amount, 0);
  }

  add(row: HoldingRow): HoldingRow {
    const kept = this.#table.insert(row);
    this.#index(kept);
    return kept;
  }

  change(row: HoldingRow, changes: ChangesOf<typeof strategyHolding>): void {
    this.#table.change(row, changes);
  }

  issue(row: HoldingRow, units: bigint, issuedDay: number): void {
    this.#leave(row);
    this.#table.change(row, { state: 'held', units, issuedDay });
  }

  ask(row: HoldingRow, asked: Asked & { askedAt: number }): void {
    this.#table.change(row, { ...asked, state: 'redeeming' });
    listOf(this.#leaving, row.product).push(row);
  }

  remove(row: HoldingRow): void {
    this.#leave(row);
    this.#table.delete(row);
    const { userId, product, amount } = row;
    const left = this.of(userId).filter((one) => one !== row);
    if (left.length === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, left);
    this.#paid.set(product, this.paidFor(product) - amount);
  }

  audit(): void {
    const paid = new Map<string, number>();
    for (const row of this.#table.rows()) {
      const { id, userId, product, state, units } = row;
      paid.set(product, (paid.get(product) ?? 0) + row.amount);
      assert(units > 0n === (state !== 'pending'), `${id} has units unless it waits for them`);
      const own = this.of(userId);
      assert(own.includes(row) && own.length <= MAX_EARN_ORDERS, `${id} is one of its owner's`);
      const waits = this.#pending.get(product)?.includes(row) === true;
      const leaves = this.#leaving.get(product)?.includes(row) === true;
      const isListed = waits === (state === 'pending') && leaves === (state === 'redeeming');
      assert(isListed, `${id} is listed as ${state}`);
    }
    for (const [product, sum] of this.#paid) {
      assert(sum === (paid.get(product) ?? 0), `${sum} was paid for what is held of ${product}`);
    }
  }

  /** Takes it off the list that it is on. */
  #leave({ product, id }: HoldingRow): void {
    for (const lists of [this.#pending, this.#leaving]) {
      const list = lists.get(product) ?? [];
      const place = list.findIndex((row) => row.id === id);
      if (place >= 0) list.splice(place, 1);
    }
  }

  #index(row: HoldingRow): void {
    const { userId, product, amount, state } = row;
    this.#byUser.set(userId, [...this.of(userId), row]);
    this.#paid.set(product, this.paidFor(product) + amount);
    if (state === 'pending') listOf(this.#pending, product).push(row);
    if (state === 'redeeming') listOf(this.#leaving, product).push(row);
  }
}

function listOf(lists: Map<string, HoldingRow[]>, product: string): HoldingRow[] {
  const known = lists.get(product) ?? [];
  lists.set(product, known);
  return known;
}

function byNotice(a: HoldingRow, b: HoldingRow): number {
  return (a.askedSeq ?? 0) - (b.askedSeq ?? 0);
}
