/**
 * Loans against collateral in plain lists, from specs/LOAN.md and decision 0097 alone: nothing of
 * the machine is used. Hours are counted one by one, every loan is looked at with every price, and
 * what is converted is searched for.
 */

export interface PlainShares {
  readonly initialPpm: number;
  readonly callPpm: number;
  readonly liquidationPpm: number;
  readonly feePpm: number;
  readonly aprPpm: number;
}

export interface PlainCollateralTerms extends PlainShares {
  readonly isOpen: boolean;
  readonly least: bigint;
  readonly most: bigint;
  readonly capacity: bigint;
  readonly from: number;
}

export interface PlainSecured {
  readonly id: number;
  readonly user: number;
  readonly coin: string;
  readonly terms: PlainCollateralTerms;
  readonly openedAt: number;
  readonly days: number;
  collateral: bigint;
  principal: bigint;
  interest: bigint;
  hours: number;
  calls: number;
  state: 'open' | 'repaid' | 'taken' | 'short';
  /** What its collateral could not pay. */
  lost: bigint;
}

const MILLION = 1_000_000n;
const UNIT = 100_000_000n;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export class PlainCollateral {
  readonly all: PlainSecured[] = [];
  /** By owner and asset; what is held by `held` and both. */
  readonly money = new Map<string, bigint>();
  readonly terms = new Map<string, PlainCollateralTerms[]>();
  readonly prices = new Map<string, { price: bigint; at: number }>();

  has(owner: number | 'pool' | 'held', asset: string, of = ''): bigint {
    return this.money.get(`${owner}${of} ${asset}`) ?? 0n;
  }

  give(owner: number | 'pool' | 'held', asset: string, amount: bigint, of = ''): void {
    this.money.set(`${owner}${of} ${asset}`, this.has(owner, asset, of) + amount);
  }

  get open(): PlainSecured[] {
    return this.all.filter(({ state }) => state === 'open');
  }

  set(coin: string, terms: Omit<PlainCollateralTerms, 'from'>, at: number): void {
    const all = this.terms.get(coin) ?? [];
    const now = this.#termsAt(coin, at)?.terms;
    const up = ['feePpm', 'aprPpm', 'least'] as const;
    const down = ['initialPpm', 'callPpm', 'liquidationPpm', 'most'] as const;
    const isWorse =
      now !== undefined &&
      (up.some((name) => terms[name] > now[name]) || down.some((name) => terms[name] < now[name]));
    this.terms.set(coin, [...all, { ...terms, from: isWorse ? at + DAY : at }]);
  }

  #termsAt(coin: string, at: number) {
    const all = this.terms.get(coin) ?? [];
    const index = all.findLastIndex(({ from }) => from <= at);
    return index < 0 ? undefined : { terms: all[index]!, version: index + 1 };
  }

  begin(
    id: number,
    user: number,
    asked: {
      coin: string;
      version: number;
      amount: bigint;
      collateral: bigint;
      days: number;
    },
    at: number,
  ): string {
    const { coin, amount, collateral, days } = asked;
    const found = this.#termsAt(coin, at);
    if (found === undefined) return 'unknownCollateral';
    const { terms } = found;
    if (!terms.isOpen) return 'collateralClosed';
    if (asked.version !== found.version) return 'loanTermsMoved';
    if (amount < terms.least || amount > terms.most) return 'invalidAmount';
    if (collateral === 0n) return 'invalidCollateral';
    if (this.open.filter((one) => one.user === user).length >= 20) return 'tooManyLoans';
    const price = this.#fresh(coin, at);
    if (price === null) return 'noCollateralPrice';
    const interest = hourOf(amount, terms);
    if (shareAbove(amount + interest, collateral, price, terms.initialPpm)) return 'ltvTooHigh';
    if (this.has(user, coin) < collateral) return 'insufficientCollateral';
    const lent = this.open
      .filter((one) => one.coin === coin)
      .reduce((sum, l) => sum + l.principal, 0n);
    if (lent + amount > terms.capacity || this.has('pool', 'USDT') < amount) {
      return 'collateralSoldOut';
    }
    this.#hold(user, coin, collateral);
    this.give('pool', 'USDT', -amount);
    this.give(user, 'USDT', amount);
    this.all.push({
      ...{ id, user, coin, terms, openedAt: at, days, collateral, principal: amount, interest },
      ...{ hours: 1, calls: 0, state: 'open', lost: 0n },
    });
    return '';
  }

  add(id: number, user: number, amount: bigint, at: number): string {
    const one = this.#own(id, user);
    if (one === null) return 'unknownLoan';
    if (amount === 0n) return 'invalidCollateral';
    if (this.has(user, one.coin) < amount) return 'insufficientCollateral';
    this.#count(one, at);
    this.#hold(user, one.coin, amount);
    one.collateral += amount;
    return '';
  }

  release(id: number, user: number, amount: bigint, at: number): string {
    const one = this.#own(id, user);
    if (one === null) return 'unknownLoan';
    if (amount === 0n || amount >= one.collateral) return 'invalidCollateral';
    const price = this.#fresh(one.coin, at);
    if (price === null) return 'noCollateralPrice';
    this.#count(one, at);
    const rest = one.collateral - amount;
    if (shareAbove(one.principal + one.interest, rest, price, one.terms.initialPpm)) {
      return 'ltvTooHigh';
    }
    one.collateral = rest;
    this.#hold(user, one.coin, -amount);
    return '';
  }

  repay(id: number, user: number, most: bigint, at: number): string {
    const one = this.#own(id, user);
    if (one === null) return 'unknownLoan';
    if (most === 0n) return 'invalidAmount';
    this.#count(one, at);
    const all = one.principal + one.interest;
    const paid = most < all ? most : all;
    if (this.has(user, 'USDT') < paid) return 'insufficientToRepay';
    this.give(user, 'USDT', -paid);
    this.give('pool', 'USDT', paid);
    this.#pay(one, paid);
    if (paid === all) this.#end(one, 'repaid');
    return '';
  }

  /** Looks at every loan of these coins with the new prices, in one piece. */
  quote(prices: ReadonlyMap<string, bigint>, at: number): void {
    for (const [coin, price] of prices) this.prices.set(coin, { price, at });
    for (const coin of ['BTC', 'ETH']) {
      const price = prices.get(coin);
      if (price === undefined) continue;
      for (const one of this.open.filter((loan) => loan.coin === coin)) {
        this.#look(one, price, at);
      }
    }
  }

  #look(one: PlainSecured, price: bigint, at: number): void {
    const { terms, openedAt, days } = one;
    this.#count(one, at);
    const { initialPpm, callPpm, liquidationPpm } = terms;
    const owed = one.principal + one.interest;
    const isOver = at - openedAt >= (days + 3) * DAY;
    const isAt = (ppm: number) => owed * MILLION * UNIT >= BigInt(ppm) * one.collateral * price;
    if (isOver || isAt(liquidationPpm)) {
      this.#convert(one, price, isOver ? 0 : initialPpm);
      return;
    }
    const step = (liquidationPpm - callPpm) / 3;
    const calls = [0, 1, 2].filter((n) => isAt(callPpm + Math.floor(step * n))).length;
    if (calls > one.calls) {
      one.calls = calls;
      return;
    }
    const isAbove = shareAbove(owed, one.collateral, price, callPpm - 20_000);
    if (one.calls > 0 && !isAbove) one.calls = 0;
  }

  /** Searches the least that brings the share down. */
  #convert(one: PlainSecured, price: bigint, targetPpm: number): void {
    const { terms, user, coin } = one;
    const owed = one.principal + one.interest;
    const net = MILLION - BigInt(terms.feePpm);
    const isEnough = (c: bigint) =>
      owed * MILLION * UNIT - c * price * net <= BigInt(targetPpm) * (one.collateral - c) * price;
    let [low, high] = [0n, one.collateral];
    while (low < high) {
      const middle = (low + high) / 2n;
      if (isEnough(middle)) high = middle;
      else low = middle + 1n;
    }
    const value = (low * price + UNIT - 1n) / UNIT;
    const gives = value - (value * BigInt(terms.feePpm)) / MILLION;
    const paid = gives < owed ? gives : owed;
    this.#hold(user, coin, -low);
    this.give(user, coin, -low);
    this.give('pool', coin, low);
    one.collateral -= low;
    one.calls = 0;
    this.#pay(one, paid);
    if (paid === owed) this.#end(one, 'taken');
    else if (one.collateral === 0n) {
      one.lost = owed - paid;
      this.#end(one, 'short');
    }
  }

  #pay(one: PlainSecured, amount: bigint): void {
    const interest = amount < one.interest ? amount : one.interest;
    one.interest -= interest;
    one.principal -= amount - interest;
  }

  #end(one: PlainSecured, state: PlainSecured['state']): void {
    this.#hold(one.user, one.coin, -one.collateral);
    one.state = state;
  }

  #hold(user: number, coin: string, amount: bigint): void {
    this.give(user, coin, -amount);
    this.give(user, coin, amount, ' held');
  }

  /** Hour by hour, up to three days beyond its period. */
  #count(one: PlainSecured, at: number): void {
    while (one.hours < (one.days + 3) * 24 && at > one.openedAt + one.hours * HOUR) {
      one.hours += 1;
      one.interest += hourOf(one.principal, one.terms);
    }
  }

  /** What is owed at a time, without counting it. */
  owed(one: PlainSecured, at: number): { principal: bigint; interest: bigint } {
    const copy = { ...one };
    this.#count(copy, at);
    return { principal: copy.principal, interest: copy.interest };
  }

  #fresh(coin: string, at: number): bigint | null {
    const last = this.prices.get(coin);
    return last === undefined || at - last.at > 10_000 ? null : last.price;
  }

  #own(id: number, user: number): PlainSecured | null {
    return this.open.find((one) => one.id === id && one.user === user) ?? null;
  }
}

const hourOf = (principal: bigint, { aprPpm }: PlainShares) =>
  (principal * BigInt(aprPpm)) / (MILLION * 8_760n);

const shareAbove = (owed: bigint, collateral: bigint, price: bigint, ppm: number) =>
  owed * MILLION * UNIT > BigInt(ppm) * collateral * price;
