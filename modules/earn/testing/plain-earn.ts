/**
 * Earn products in plain lists and bigints, from specs/EARN.md and decision 0073 alone: nothing of
 * the machine is used.
 */

export interface PlainProduct {
  readonly product: string;
  readonly status: string;
  readonly cycleDays: number;
  readonly dailyPpb: number;
  readonly payout: string;
  readonly costPpm: number;
  readonly least: number;
  readonly most: number;
  readonly mostPerson: number;
  readonly quota: number;
  readonly version: number;
}

export interface PlainOrder {
  readonly id: number;
  readonly user: number;
  readonly product: string;
  readonly principal: bigint;
  readonly cycleDays: number;
  readonly payout: string;
  term: number;
  firstDay: number;
  dailyPpb: number;
  costPpm: number;
  days: number;
  renews: boolean;
  state: string;
  dueAt: number;
  cost: bigint;
}

export interface PlainEnd {
  readonly id: number;
  readonly term: number;
  readonly state: string;
  readonly why: string;
}

const DAY = 86_400_000;
/** Easter Sundays, month and day, from 2025 on. */
const EASTER = [
  ...['04-20', '04-05', '03-28', '04-16', '04-01', '04-21', '04-13', '03-28', '04-17', '04-09'],
  ...['03-25', '04-13', '04-05', '04-25', '04-10', '04-01', '04-21', '04-06', '03-29', '04-17'],
];
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
/** Closing days of T2. */
const OFF = new Set(
  EASTER.flatMap((text, i) => {
    const year = 2025 + i;
    const easter = Date.parse(`${year}-${text}Z`);
    const fixed = ['01-01', '05-01', '12-25', '12-26'].map((one) => `${year}-${one}`);
    return [...fixed, dayText(easter - 2 * DAY), dayText(easter + DAY)];
  }),
);

function isBusiness(at: number): boolean {
  const weekday = new Date(at).getUTCDay();
  return weekday > 0 && weekday < 6 && !OFF.has(dayText(at));
}

/** Goes from midnight to midnight, and counts what lies on business days. */
function dueAfter(asked: number): number {
  let [at, left] = [asked, DAY];
  for (;;) {
    const midnight = (Math.floor(at / DAY) + 1) * DAY;
    const span = midnight - at;
    if (isBusiness(at) && left <= span) return at + left;
    if (isBusiness(at)) left -= span;
    at = midnight;
  }
}

export class PlainEarn {
  readonly products = new Map<string, PlainProduct>();
  readonly ended: PlainEnd[] = [];
  /** One entry for each day of each order. */
  readonly booked = new Map<string, bigint>();
  readonly #accounts = new Map<number | string, bigint>();
  open: PlainOrder[] = [];

  has(owner: number | string): bigint {
    return this.#accounts.get(owner) ?? 0n;
  }

  give(owner: number | string, amount: bigint): void {
    this.#accounts.set(owner, this.has(owner) + amount);
  }

  subscribe(
    user: number,
    asked: { product: string; amount: bigint; version: number; renews: boolean },
    turn: { seq: number; at: number },
  ): string {
    const terms = this.products.get(asked.product);
    if (terms === undefined) return 'unknownEarnProduct';
    if (terms.status !== 'open') return 'earnClosed';
    if (terms.version !== asked.version) return 'earnTermsChanged';
    const { amount: principal } = asked;
    if (principal <= 0n) return 'invalidEarnAmount';
    if (principal < BigInt(terms.least)) return 'earnBelowLeast';
    if (principal > BigInt(terms.most)) return 'earnAboveMost';
    const own = this.open.filter((one) => one.user === user);
    if (sum(own, terms.product) + principal > BigInt(terms.mostPerson)) return 'earnPersonLimit';
    if (own.length >= 100) return 'tooManyEarnOrders';
    if (this.has(user) < principal) return 'insufficientBalance';
    const { product, cycleDays, payout, dailyPpb, costPpm } = terms;
    const order = {
      ...{ id: turn.seq, user, product, principal, cycleDays, payout, term: 1, dailyPpb, costPpm },
      ...{ firstDay: Math.floor(turn.at / DAY) + 1, days: 0, renews: asked.renews },
      ...{ state: 'custody', dueAt: 0, cost: 0n },
    };
    const whole = earned(order, cycleDays);
    const isFull = sum(this.open, product) + principal > BigInt(terms.quota);
    if (whole > this.has('capital') || isFull) return 'earnSoldOut';
    this.#move(user, 'escrow', principal);
    this.#move('capital', 'escrow', whole);
    this.open.push(order);
    return '';
  }

  renew(user: number, id: number, renews: boolean): string {
    const order = this.#own(user, id);
    if (order === undefined) return 'unknownEarnOrder';
    if (order.state === 'redeeming') return 'notInCustody';
    order.renews = renews;
    return '';
  }

  redeem(user: number, id: number, most: bigint, at: number): string {
    const order = this.#own(user, id);
    if (order === undefined) return 'unknownEarnOrder';
    if (order.state === 'redeeming') return 'notInCustody';
    const dueAt = dueAfter(at);
    if (dueAt >= (order.firstDay + order.cycleDays) * DAY) return 'endsSooner';
    const days = Math.max(0, Math.floor(at / DAY) - order.firstDay);
    const cost = (earned(order, days) * BigInt(order.costPpm)) / 1_000_000n;
    if (cost > most) return 'earnCostChanged';
    while (order.days < days) this.#book(order);
    Object.assign(order, { state: 'redeeming', dueAt, cost });
    return '';
  }

  reject(id: number, at: number): string {
    const order = this.open.find((one) => one.id === id);
    if (order === undefined) return 'unknownEarnOrder';
    if (order.state !== 'redeeming') return 'notRedeeming';
    Object.assign(order, { state: 'rejected', dueAt: 0, cost: 0n });
    while (this.open.includes(order) && isLate(order, at)) this.#book(order);
    return '';
  }

  /** Up to `most` steps, as the decision orders them. */
  work(at: number, most: number): number {
    for (let done = 0; done < most; done += 1) {
      const due = this.open
        .filter((one) => one.state === 'redeeming' && one.dueAt <= at)
        .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id)[0];
      const late = this.open.find((one) => one.state !== 'redeeming' && isLate(one, at));
      if (due !== undefined) this.#pay(due, at);
      else if (late !== undefined) this.#book(late);
      else return done;
    }
    return most;
  }

  endAll(user: number): void {
    for (const order of this.open.filter((one) => one.user === user)) {
      this.#move('escrow', user, order.principal);
      const paid = order.payout === 'daily' ? earned(order, order.days) : 0n;
      this.#move('escrow', 'capital', earned(order, order.cycleDays) - paid);
      this.#end(order, 'closed', '');
    }
  }

  #book(order: PlainOrder): void {
    const amount = earned(order, order.days + 1) - earned(order, order.days);
    const key = `${order.id} ${order.firstDay + order.days}`;
    if (this.booked.has(key)) throw new Error(`${key} is booked twice`);
    this.booked.set(key, amount);
    order.days += 1;
    if (order.payout === 'daily') this.#move('escrow', order.user, amount);
    if (order.days < order.cycleDays) return;
    if (order.payout === 'end') {
      this.#move('escrow', order.user, earned(order, order.cycleDays));
    }
    const why = order.renews && order.state === 'custody' ? this.#begin(order) : '';
    if (why === 'renewed') return;
    this.#move('escrow', order.user, order.principal);
    this.#end(order, 'completed', why);
  }

  /** The next term; else why there is none. */
  #begin(order: PlainOrder): string {
    const terms = this.products.get(order.product)!;
    const own = this.open.filter((one) => one.user === order.user);
    const isSame =
      terms.status === 'open' &&
      terms.cycleDays === order.cycleDays &&
      terms.payout === order.payout &&
      order.principal >= BigInt(terms.least) &&
      order.principal <= BigInt(terms.most) &&
      sum(own, order.product) <= BigInt(terms.mostPerson);
    if (!isSame) return 'notOffered';
    if (terms.dailyPpb < order.dailyPpb || terms.costPpm > order.costPpm) return 'worseTerms';
    const { dailyPpb, costPpm } = terms;
    const whole = earned({ ...order, dailyPpb }, order.cycleDays);
    const isFull = sum(this.open, order.product) > BigInt(terms.quota);
    if (whole > this.has('capital') || isFull) return 'earnSoldOut';
    this.ended.push({ id: order.id, term: order.term, state: 'completed', why: '' });
    const firstDay = order.firstDay + order.cycleDays;
    Object.assign(order, { term: order.term + 1, firstDay, dailyPpb, costPpm, days: 0 });
    this.#move('capital', 'escrow', whole);
    return 'renewed';
  }

  #pay(order: PlainOrder, at: number): void {
    const had = earned(order, order.days);
    const rest = earned(order, order.cycleDays) - had;
    const delay = earned(order, Math.floor((at - order.dueAt) / DAY));
    const late = least(delay, rest);
    this.#move('escrow', order.user, order.principal + late + (order.payout === 'end' ? had : 0n));
    this.#move(order.user, 'capital', order.cost);
    this.#move('escrow', 'capital', rest - late);
    this.#end(order, 'redeemed', '');
  }

  #end(order: PlainOrder, state: string, why: string): void {
    this.ended.push({ id: order.id, term: order.term, state, why });
    this.open = this.open.filter((one) => one !== order);
  }

  #own(user: number, id: number): PlainOrder | undefined {
    return this.open.find((one) => one.id === id && one.user === user);
  }

  #move(from: number | string, to: number | string, amount: bigint): void {
    this.give(from, -amount);
    this.give(to, amount);
  }
}

function earned({ principal, dailyPpb }: PlainOrder, days: number): bigint {
  return (principal * BigInt(dailyPpb) * BigInt(days)) / 1_000_000_000n;
}

function isLate({ firstDay, days }: PlainOrder, at: number): boolean {
  return (firstDay + days + 1) * DAY <= at;
}

function sum(orders: readonly PlainOrder[], product: string): bigint {
  return orders
    .filter((one) => one.product === product)
    .reduce((total, { principal }) => total + principal, 0n);
}

function least(one: bigint, other: bigint): bigint {
  if (one < other) return one;
  return other;
}
