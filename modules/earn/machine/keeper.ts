import { assert } from '@assay/core/num/integer';
import { DAY } from '@assay/core/time';
import type { Fact, Turn } from '@assay/platform/engine/machine';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { dayYield, earlyCost, earnedAfter, wholeYield } from '../rules.ts';
import type { NotRenewed } from '../schema/commands.ts';
import type {
  EndedRow,
  earnAccrual,
  earnDay,
  endedEarn,
  OrderRow,
  ProductRow,
} from '../store/tables.ts';
import { isUnbooked, type OpenOrders } from './open-orders.ts';
import { type EarnPool, owedTo } from './pool.ts';
import type { Products } from './products.ts';
import { viewOf } from './view.ts';

export interface KeeperParts {
  readonly products: Products;
  readonly open: OpenOrders;
  readonly pool: EarnPool;
  readonly ended: HistoryTable<typeof endedEarn>;
  readonly accruals: HistoryTable<typeof earnAccrual>;
  readonly days: ObjectTable<typeof earnDay>;
  readonly symbol: (asset: number) => string;
  readonly publish: (fact: Fact) => void;
}

type End = Pick<EndedRow, 'state'> & Partial<Pick<EndedRow, 'notRenewed' | 'lateYield'>>;

/**
 * What time does with orders: it books calendar days, ends terms, and pays redemptions. All of it
 * follows from the rows and the time of the command, so that it does not matter in which slice.
 */
export class Keeper {
  readonly #parts: KeeperParts;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  hasWork(at: number): boolean {
    const { open } = this.#parts;
    return open.redemption(at) !== null || open.unbooked(dayOf(at)) !== null;
  }

  /** Up to `most` steps: redemptions by deadline, then days of orders by number. */
  work(turn: Turn, most: number): number {
    const { open } = this.#parts;
    const today = dayOf(turn.at);
    let done = 0;
    while (done < most) {
      const due = open.redemption(turn.at);
      const order = due ?? open.unbooked(today);
      if (order === null) return done;
      if (due !== null) this.#payRedemption(due, turn);
      else this.#book(order, turn);
      done += 1;
    }
    return done;
  }

  /** Books what an order lacks, before something else is done with it. */
  bring(order: OrderRow, turn: Turn): void {
    const today = dayOf(turn.at);
    while (this.#parts.open.has(order) && isUnbooked(order, today)) this.#book(order, turn);
  }

  /** The account of a visitor ends: the principal is theirs, and the rest is no longer promised. */
  close(order: OrderRow, turn: Turn): void {
    const { pool } = this.#parts;
    pool.giveBack(order, turn.seq);
    pool.free(order, owedTo(order) - order.principal, turn.seq);
    this.#end(order, { state: 'closed' }, turn);
  }

  tell(row: OrderRow | EndedRow) {
    const order = viewOf(row, this.#parts.symbol(row.asset));
    this.#parts.publish({ type: 'earnChanged', userId: row.userId, order });
    return order;
  }

  #book(order: OrderRow, turn: Turn): void {
    const { open, pool, accruals } = this.#parts;
    const { id: orderId, firstDay, days, payout } = order;
    const amount = dayYield(order, days);
    accruals.add({ orderId, day: firstDay + days, amount, seq: turn.seq });
    this.#count(order, firstDay + days, amount);
    open.change(order, { days: days + 1 });
    if (payout === 'daily') pool.pay(order, amount, turn.seq);
    if (order.days === order.cycleDays) this.#mature(order, turn);
  }

  #count({ product, principal }: OrderRow, day: number, amount: number): void {
    const { days } = this.#parts;
    const row =
      days.get(product, day) ?? days.insert({ product, day, paid: 0n, principal: 0n, orders: 0 });
    days.change(row, {
      paid: row.paid + BigInt(amount),
      principal: row.principal + BigInt(principal),
      orders: row.orders + 1,
    });
  }

  /** The last day of a term is booked: the next begins, or everything is paid. */
  #mature(order: OrderRow, turn: Turn): void {
    const { open, pool } = this.#parts;
    if (order.payout === 'end') pool.pay(order, wholeYield(order), turn.seq);
    const next = order.renews && order.state === 'custody' ? this.#nextTerms(order) : '';
    if (typeof next === 'string') {
      pool.giveBack(order, turn.seq);
      this.#end(order, { state: 'completed', notRenewed: next }, turn);
      return;
    }
    this.#past(order, { state: 'completed' }, turn);
    const { dailyPpb, costPpm, version } = next;
    const [term, firstDay] = [order.term + 1, order.firstDay + order.cycleDays];
    open.change(order, { term, firstDay, dailyPpb, costPpm, version, days: 0 });
    pool.fund(order, turn.seq);
    this.tell(order);
  }

  /** The terms of today, if there are any, are not worse, and are funded; else why not. */
  #nextTerms(order: OrderRow): ProductRow | NotRenewed {
    const { products, open, pool } = this.#parts;
    const { product, userId, principal, cycleDays, payout } = order;
    const row = products.get(product);
    if (row === undefined || row.status !== 'open') return 'notOffered';
    if (row.cycleDays !== cycleDays || row.payout !== payout) return 'notOffered';
    const { least, most, mostPerson, quota } = row;
    const isWithin = principal >= least && principal <= most;
    if (!isWithin || open.inCustody(product, userId) > mostPerson) return 'notOffered';
    if (row.dailyPpb < order.dailyPpb || row.costPpm > order.costPpm) return 'worseTerms';
    if (open.inCustody(product) > quota) return 'earnSoldOut';
    const { dailyPpb } = row;
    const needed = BigInt(wholeYield({ principal, cycleDays, dailyPpb }));
    return pool.capital(order.asset) < needed ? 'earnSoldOut' : row;
  }

  /** Days by which it is late earn too, as far as the term would have. */
  #payRedemption(order: OrderRow & { readonly dueAt: number }, turn: Turn): void {
    const { pool } = this.#parts;
    const { seq } = turn;
    const earned = earnedAfter(order, order.days);
    const rest = wholeYield(order) - earned;
    const late = earnedAfter(order, Math.floor((turn.at - order.dueAt) / DAY));
    const lateYield = Math.min(late, rest);
    pool.giveBack(order, seq);
    pool.pay(order, (order.payout === 'end' ? earned : 0) + lateYield, seq);
    pool.charge(order, seq);
    pool.free(order, rest - lateYield, seq);
    assert(order.cost === earlyCost(earned, order.costPpm), 'the cost is what was shown');
    this.#end(order, { state: 'redeemed', lateYield }, turn);
  }

  #end(order: OrderRow, end: End, turn: Turn): void {
    const row = this.#past(order, end, turn);
    this.#parts.open.remove(order);
    this.tell(row);
  }

  #past(order: OrderRow, end: End, { seq, at: endedAt }: Turn): EndedRow {
    const earned = earnedAfter(order, order.days);
    const row = { ...order, notRenewed: '' as const, lateYield: 0, ...end, earned, seq, endedAt };
    this.#parts.ended.add(row);
    return row;
  }
}

/** The calendar day in UTC, counted since the epoch. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY);
}
