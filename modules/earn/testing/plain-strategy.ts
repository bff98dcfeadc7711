/**
 * A strategy product in plain lists and exact fractions, from specs/EARN.md and decision 0093
 * alone: nothing of the machine is used.
 */

export interface PlainHolding {
  readonly id: number;
  readonly user: number;
  readonly amount: bigint;
  /** The day of the acceptance, and of the notice. */
  readonly day: number;
  state: 'pending' | 'held' | 'redeeming';
  units: bigint;
  asked: number;
  /** The order of notices. */
  notice: number;
  paid: bigint;
}

/** A contract of the account: it waits for a tick to be opened, and for one to be closed. */
export interface PlainContract {
  readonly id: number;
  readonly side: 1n | -1n;
  readonly quantity: bigint;
  state: 'asked' | 'open' | 'closing';
  entry: bigint;
}

export interface PlainCut {
  readonly day: number;
  readonly value: bigint;
  readonly units: bigint;
  readonly issued: bigint;
  readonly redeemed: bigint;
  readonly paidIn: bigint;
  readonly paidOut: bigint;
}

export interface PlainTerms {
  readonly status: string;
  readonly least: bigint;
  readonly most: bigint;
  readonly mostPerson: bigint;
  readonly quota: bigint;
}

const DAY = 86_400_000;
const ONE = 100_000_000n;
const floor = (a: bigint, d = ONE) => (a < 0n ? -((-a + d - 1n) / d) : a / d);
const dayOf = (at: number) => Math.floor(at / DAY);

export class PlainStrategy {
  holdings: PlainHolding[] = [];
  readonly cuts: PlainCut[] = [];
  readonly ended: { readonly id: number; readonly state: string; readonly paid: bigint }[] = [];
  readonly money = new Map<number, bigint>();
  /** Of the account: its money and its coins. */
  cash = 0n;
  coins = 0n;
  price = 0n;
  pricedAt = 0;
  /** What one of the currency of the contracts is worth, whatever the coin is. */
  rate = ONE;
  ratedAt: number | null = null;
  /** What lies in the contract wallet, and the contracts that rest on it. */
  margin = 0n;
  contracts: PlainContract[] = [];
  units = 0n;
  houseUnits = 0n;
  nextDay: number;
  terms: PlainTerms;
  #notices = 0;

  constructor(terms: PlainTerms, seed: bigint, listedAt: number) {
    this.terms = terms;
    this.cash = seed;
    this.units = seed;
    this.houseUnits = seed;
    this.nextDay = dayOf(listedAt);
  }

  has(user: number): bigint {
    return this.money.get(user) ?? 0n;
  }

  give(user: number, amount: bigint): void {
    this.money.set(user, this.has(user) + amount);
  }

  subscribe(user: number, amount: bigint, id: number, at: number): string {
    const { status, least, most, mostPerson, quota } = this.terms;
    const paid = (own: readonly PlainHolding[]) => own.reduce((sum, one) => sum + one.amount, 0n);
    const own = this.holdings.filter((one) => one.user === user);
    if (status !== 'open') return 'strategyClosed';
    if (amount <= 0n) return 'invalidEarnAmount';
    if (amount < least) return 'earnBelowLeast';
    if (amount > most) return 'earnAboveMost';
    if (paid(own) + amount > mostPerson) return 'earnPersonLimit';
    if (own.length >= 100) return 'tooManyEarnOrders';
    if (this.has(user) < amount) return 'insufficientBalance';
    if (paid(this.holdings) + amount > quota) return 'strategyFull';
    this.give(user, -amount);
    const none = { state: 'pending', units: 0n, asked: 0, notice: 0, paid: 0n } as const;
    this.holdings.push({ id, user, amount, day: dayOf(at), ...none });
    return '';
  }

  redeem(user: number, id: number, at: number): string {
    const found = this.holdings.find((one) => one.id === id && one.user === user);
    if (found === undefined) return 'unknownHolding';
    if (found.state === 'pending') return 'unitsPending';
    if (found.state === 'redeeming') return 'unitsLeaving';
    this.#notices += 1;
    Object.assign(found, { state: 'redeeming', asked: dayOf(at), notice: this.#notices });
    return '';
  }

  /** A tick: what waits is opened or closed at half a spread from it. */
  tick(price: bigint, at: number): void {
    this.price = price;
    this.pricedAt = at;
    for (const one of [...this.contracts].toSorted((a, b) => (a.state < b.state ? 1 : -1))) {
      if (one.state === 'closing') {
        const move = one.side * (price - one.side * ONE - one.entry);
        this.margin += floor(move * one.quantity * this.rate, ONE * ONE);
        this.contracts = this.contracts.filter((other) => other !== one);
      } else if (one.state === 'asked') {
        Object.assign(one, { state: 'open', entry: price + one.side * ONE });
      }
    }
  }

  /** A tick of what converts. */
  convert(rate: bigint, at: number): void {
    this.rate = rate;
    this.ratedAt = at;
  }

  /** What closing all contracts would bring; those of one direction are rounded together. */
  get gain(): bigint {
    let gain = 0n;
    for (const side of [1n, -1n] as const) {
      let undivided = 0n;
      for (const one of this.contracts) {
        if (one.side !== side || one.state === 'asked') continue;
        undivided += side * (this.price - side * ONE - one.entry) * one.quantity;
      }
      gain += floor(undivided * this.rate, ONE * ONE);
    }
    return gain;
  }

  /** What the account is worth by the last tick. */
  get worth(): bigint {
    const whole = this.cash + this.margin + (this.coins * this.price) / ONE + this.gain;
    return whole < 0n ? 0n : whole;
  }

  /** Every cut that can be made, each whole: slices make no difference to what comes out. */
  work(at: number): void {
    while (this.nextDay < dayOf(at)) {
      const midnight = (this.nextDay + 1) * DAY;
      const isOpen = this.contracts.some(({ state }) => state !== 'asked');
      if ((this.coins > 0n || isOpen) && this.pricedAt < midnight) return;
      if (isOpen && this.ratedAt !== null && this.ratedAt < midnight) return;
      this.#cut(this.nextDay);
      this.nextDay += 1;
    }
  }

  /** The account of a visitor ends: what waits is theirs, their units are the house's. */
  endAll(user: number): void {
    for (const one of this.holdings.filter((own) => own.user === user)) {
      if (one.state === 'pending') this.give(user, one.amount);
      else this.houseUnits += one.units;
      this.#end(one, 'closed');
    }
  }

  #cut(day: number): void {
    const value = this.worth;
    const units = this.units;
    const sums = { issued: 0n, redeemed: 0n, paidIn: 0n, paidOut: 0n };
    const worth = (part: bigint) => (units === 0n ? 0n : (part * value) / units);
    for (const one of this.holdings.filter((own) => own.state === 'pending' && own.day <= day)) {
      const got = units === 0n ? one.amount : value === 0n ? 0n : (one.amount * units) / value;
      if (got === 0n) {
        this.give(one.user, one.amount);
        this.#end(one, 'refunded');
        continue;
      }
      this.cash += one.amount;
      this.units += got;
      Object.assign(one, { state: 'held', units: got });
      sums.issued += got;
      sums.paidIn += one.amount;
    }
    const leaving = this.holdings.filter((one) => one.state === 'redeeming' && one.asked <= day);
    for (const one of leaving.toSorted((a, b) => a.notice - b.notice)) {
      const isWhole = worth(one.units) <= this.cash;
      const gone = isWhole ? one.units : (this.cash * units) / value;
      const payment = worth(gone);
      this.cash -= payment;
      this.units -= gone;
      this.give(one.user, payment);
      one.paid += payment;
      one.units -= gone;
      sums.redeemed += gone;
      sums.paidOut += payment;
      if (!isWhole) break;
      this.#end(one, 'redeemed');
    }
    this.cuts.push({ day, value, units, ...sums });
  }

  #end(one: PlainHolding, state: string): void {
    this.holdings = this.holdings.filter((other) => other !== one);
    this.ended.push({ id: one.id, state, paid: one.paid });
  }
}
