import { assert } from '@assay/core/num/integer';
import type { ChangesOf } from '@assay/core/schema/record';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { MAX_EARN_ORDERS } from '../rules.ts';
import type { earnOrder, OrderRow } from '../store/tables.ts';
import { owedTo } from './pool.ts';

/** Of an asset: how many orders are in custody, their principal, and what is in escrow for them. */
interface Held {
  orders: number;
  principal: bigint;
  owed: bigint;
}

type Redeeming = OrderRow & { readonly dueAt: number };

/** The orders in custody: by person, by product, in the order of their numbers, and by deadline. */
export class OpenOrders {
  readonly #table: ObjectTable<typeof earnOrder>;
  readonly #byUser = new Map<number, OrderRow[]>();
  readonly #principal = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #held = new Map<number, Held>();
  /** By number; those that have ended since are passed over. */
  #list: OrderRow[] = [];
  /** All before it have nothing due until `#day`: it follows from the rows, and saves a walk. */
  #place = 0;
  #day = 0;
  /** By deadline, then by number. */
  #redeeming: Redeeming[] = [];

  constructor(table: ObjectTable<typeof earnOrder>) {
    this.#table = table;
  }

  /** After the rows were loaded. */
  loaded(): void {
    for (const index of [this.#byUser, this.#principal, this.#counts, this.#held]) index.clear();
    this.#list = [];
    this.#redeeming = [];
    for (const row of this.#table.rows()) {
      this.#index(row);
      if (isRedeeming(row)) this.#redeeming.push(row);
    }
    this.#redeeming.sort(byDeadline);
    this.#place = 0;
    this.#day = 0;
  }

  get size(): number {
    return this.#table.size;
  }

  get(id: number): OrderRow | undefined {
    return this.#table.get(id);
  }

  has(row: OrderRow): boolean {
    return this.#table.get(row.id) === row;
  }

  rows(): readonly OrderRow[] {
    return this.#table.rows();
  }

  /** Those of a person by number. */
  of(userId: number): readonly OrderRow[] {
    return this.#byUser.get(userId) ?? [];
  }

  /** The principal in custody for a product: of all, or of one person. */
  inCustody(product: string, userId?: number): number {
    if (userId === undefined) return this.#principal.get(product) ?? 0;
    const own = this.of(userId).filter((row) => row.product === product);
    return own.reduce((sum, { principal }) => sum + principal, 0);
  }

  count(product: string): number {
    return this.#counts.get(product) ?? 0;
  }

  /** What all orders of an asset come to: kept as they change, so that nobody adds them up. */
  held(asset: number): Readonly<Held> {
    return this.#held.get(asset) ?? { orders: 0, principal: 0n, owed: 0n };
  }

  add(row: OrderRow): OrderRow {
    const kept = this.#table.insert(row);
    this.#index(kept);
    return kept;
  }

  change(row: OrderRow, changes: ChangesOf<typeof earnOrder>): void {
    hold(this.#held, row, -1);
    this.#table.change(row, changes);
    hold(this.#held, row, 1);
  }

  /** The person wants it back: it earns nothing more, and is paid by its deadline. */
  redeem(row: OrderRow, asked: { askedAt: number; dueAt: number; cost: number }): void {
    this.#table.change(row, { ...asked, state: 'redeeming', code: '' });
    const redeeming = row as Redeeming;
    let place = this.#redeeming.length;
    while (place > 0 && byDeadline(this.#redeeming[place - 1]!, redeeming) > 0) place -= 1;
    this.#redeeming.splice(place, 0, redeeming);
  }

  /** It goes on earning. */
  reject(row: OrderRow, code: string): void {
    this.#leave(row);
    this.#table.change(row, { state: 'rejected', code, askedAt: null, dueAt: null, cost: 0 });
  }

  remove(row: OrderRow): void {
    this.#table.delete(row);
    hold(this.#held, row, -1);
    const { userId, product, principal } = row;
    const left = this.of(userId).filter((one) => one !== row);
    if (left.length === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, left);
    this.#count(product, -principal, -1);
    if (isRedeeming(row)) this.#leave(row);
  }

  /** The first redemption that is to be paid. */
  redemption(at: number): Redeeming | null {
    const first = this.#redeeming[0];
    return first !== undefined && first.dueAt <= at ? first : null;
  }

  redemptions(): readonly OrderRow[] {
    return this.#redeeming;
  }

  /** The first by number of which a day before `today` is not booked. */
  unbooked(today: number): OrderRow | null {
    if (today !== this.#day) {
      this.#day = today;
      this.#place = 0;
      this.#list = this.#list.filter((row) => this.has(row));
    }
    for (; this.#place < this.#list.length; this.#place += 1) {
      const row = this.#list[this.#place]!;
      if (this.has(row) && isUnbooked(row, today)) return row;
    }
    return null;
  }

  audit(): void {
    const principal = new Map<string, number>();
    const held = new Map<number, Held>();
    for (const row of this.#table.rows()) {
      hold(held, row, 1);
      const { id, userId, product, days, cycleDays, state } = row;
      principal.set(product, (principal.get(product) ?? 0) + row.principal);
      assert(days >= 0 && days < cycleDays, `${days} of ${cycleDays} days of ${id} are booked`);
      const own = this.of(userId);
      assert(own.includes(row) && own.length <= MAX_EARN_ORDERS, `${id} is one of its owner's`);
      const isDue = this.#redeeming.includes(row as Redeeming);
      assert(isDue === (state === 'redeeming'), `${id} is redeemed if it says so`);
    }
    for (const [product, sum] of this.#principal) {
      assert(sum === (principal.get(product) ?? 0), `${product} has ${sum} in custody`);
    }
    for (const [asset, { orders, principal: sum, owed }] of this.#held) {
      const { orders: count, ...all } = held.get(asset) ?? { orders: 0, principal: 0n, owed: 0n };
      assert(orders === count && sum === all.principal, `asset ${asset} has its orders`);
      assert(owed === all.owed, `asset ${asset} has ${owed} in escrow for them`);
    }
  }

  #leave(row: OrderRow): void {
    const place = this.#redeeming.indexOf(row as Redeeming);
    if (place >= 0) this.#redeeming.splice(place, 1);
  }

  #index(row: OrderRow): void {
    const { userId, product, principal } = row;
    this.#byUser.set(userId, [...this.of(userId), row]);
    this.#count(product, principal, 1);
    hold(this.#held, row, 1);
    this.#list.push(row);
  }

  #count(product: string, principal: number, orders: number): void {
    this.#principal.set(product, this.inCustody(product) + principal);
    this.#counts.set(product, this.count(product) + orders);
  }
}

function hold(sums: Map<number, Held>, row: OrderRow, by: 1 | -1): void {
  const sum = sums.get(row.asset) ?? { orders: 0, principal: 0n, owed: 0n };
  sum.orders += by;
  sum.principal += BigInt(by * row.principal);
  sum.owed += BigInt(by * owedTo(row));
  sums.set(row.asset, sum);
}

/** Whether a day before `today` is not booked that is to be. */
export function isUnbooked({ state, firstDay, days }: OrderRow, today: number): boolean {
  return state !== 'redeeming' && firstDay + days < today;
}

function isRedeeming(row: OrderRow): row is Redeeming {
  return row.state === 'redeeming';
}

function byDeadline(a: Redeeming, b: Redeeming): number {
  return a.dueAt - b.dueAt || a.id - b.id;
}
