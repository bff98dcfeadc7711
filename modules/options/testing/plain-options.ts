import { saleValue } from '@assay/core/option/sale';

/**
 * Options in plain lists and bigints, from specs/OPTN.md and decision 0068 alone: nothing of the
 * machine is used. Everything that a tick decides is done at once.
 */

export interface PlainMarket {
  readonly market: string;
  readonly index: string;
  readonly asset: string;
  readonly status: string;
  readonly tickMs: number;
  readonly leastStake: number;
  readonly mostStake: number;
  readonly capacityExpiry: number;
  readonly capacityOpen: number;
  readonly buyerSharePpm?: number | undefined;
  readonly tickDelayMs?: number | undefined;
  readonly feePpm: number;
  readonly volatilityPpm: number;
  readonly saleFeePpm: number;
  readonly rates: readonly { readonly termMs: number; readonly payoutPpm: number }[];
}

interface PlainTick {
  readonly n: number;
  readonly at: number;
  readonly price: bigint;
}

export interface PlainOption {
  readonly id: number;
  readonly user: number;
  readonly market: string;
  readonly direction: string;
  readonly stake: bigint;
  readonly fee: bigint;
  readonly payout: bigint;
  readonly spot: bigint;
  readonly slippage: number | null;
  readonly acceptedAt: number;
  /** Ticks count only from so long after it was asked on. */
  readonly delay: number;
  readonly afterN: number;
  readonly expiresAt: number;
  readonly windowMs: number;
  entry: PlainTick | null;
  result: string;
  reason: string;
  paid: bigint;
  /** Its account has ended since. */
  cleared: boolean;
  /** It is to be sold at the next tick, for at least this; null: nobody has asked. */
  sale: { readonly seq: number; readonly at: number; afterN: number; least: number } | null;
}

/** Where the money is: contract wallets, and the house's capital, escrow and fees. */
export interface PlainPurse {
  has(owner: string | number): bigint;
  give(owner: string | number, amount: bigint): void;
  /** What somebody can stake of what they have. */
  free(user: number): bigint;
  /** The wallet of a person has gained or given something. */
  moved(user: number): void;
}

/** Whether an index has a session that covers a span. */
type PlainSpans = (index: string, from: number, to: number) => boolean;

interface Quote {
  readonly market: string;
  readonly direction: string;
  readonly termMs: number;
  readonly stake: number;
  readonly spot: number;
  readonly issuedAt: number;
}

interface Person {
  limit: number | null;
  next: number | null;
  from: number;
  excluded: number;
  /** Stakes of each day. */
  readonly staked: Map<number, number>;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

export class PlainOptions {
  readonly markets = new Map<string, PlainMarket>();
  readonly all: PlainOption[] = [];
  readonly #money: PlainPurse;
  readonly #isOpen: PlainSpans;
  readonly #logs = new Map<string, { n: number; at: number; ticks: PlainTick[] }>();
  readonly #people = new Map<number, Person>();
  /** Windows that two people declared void. */
  readonly #voided = new Set<string>();
  /** Windows that have a price and were not declared wrong. */
  readonly #settled = new Map<string, PlainOption>();
  /** The last price that the engine has: number, units, when. */
  readonly last = new Map<string, { n: number; price: number; at: number }>();

  constructor(money: PlainPurse = ownMoney(), isOpen: PlainSpans = () => true) {
    this.#money = money;
    this.#isOpen = isOpen;
  }

  get open(): PlainOption[] {
    return this.all.filter(({ result }) => result === '');
  }

  has(owner: string | number): bigint {
    return this.#money.has(owner);
  }

  give(owner: string | number, amount: bigint): void {
    this.#money.give(owner, amount);
  }

  /** The refusal, or "". `isSame`: whether the quote says in all fields what the terms say. */
  buy(
    user: number,
    quote: Quote,
    slippage: number | null,
    { seq, at }: { readonly seq: number; readonly at: number },
    isSame: boolean,
  ): string {
    const market = this.markets.get(quote.market);
    if (market === undefined) return 'unknownMarket';
    const rate = market.rates.find(({ termMs }) => termMs === quote.termMs)?.payoutPpm ?? 0;
    if (rate === 0) return 'unknownTerm';
    const expiresAt = Math.ceil((at + quote.termMs) / 1_000) * 1_000;
    const isInSession = this.#isOpen(market.index, at, expiresAt);
    if (market.status !== 'open' || !isInSession) return 'marketClosed';
    if (at > quote.issuedAt + 10_000 || quote.issuedAt > at + 1_000) return 'quoteExpired';
    if (!isSame) return 'quoteChanged';
    if (quote.stake < market.leastStake) return 'stakeBelowLeast';
    if (quote.stake > market.mostStake) return 'stakeAboveMost';
    const person = this.#person(user);
    if (at < person.excluded) return 'selfExcluded';
    const day = Math.floor(at / DAY);
    const staked = (person.staked.get(day) ?? 0) + quote.stake;
    const limit = at >= person.from && person.from > 0 ? person.next : person.limit;
    if (limit !== null && staked > limit) return 'ownDailyLimit';
    if (this.open.filter((one) => one.user === user).length >= 100) return 'tooManyOptions';
    const last = this.last.get(market.index);
    if (last === undefined || at - last.at > 10_000) return 'noPrice';
    const stake = BigInt(quote.stake);
    const fee = (stake * BigInt(market.feePpm) + 999_999n) / 1_000_000n;
    const profit = (stake * BigInt(rate)) / 1_000_000n;
    if (this.#money.free(user) < stake + fee) return 'insufficientBalance';
    const mine = this.open.filter((one) => one.market === market.market);
    const house = (some: PlainOption[]) =>
      some.reduce((sum, { payout, stake: own }) => sum + payout - own, 0n);
    const isFull =
      house(mine) + profit > BigInt(market.capacityOpen) ||
      house(mine.filter((one) => one.expiresAt === expiresAt)) + profit >
        BigInt(market.capacityExpiry) ||
      profit > this.has('capital');
    const windowMs = quote.termMs >= HOUR ? 60_000 : Math.min(10_000, quote.termMs / 5);
    if (isFull || this.#voided.has(`${market.market} ${expiresAt} ${windowMs}`)) return 'soldOut';
    // What one buyer has of the market, at this expiry and in all, is at most a share of each.
    const own = mine.filter((one) => one.user === user);
    const share = BigInt(market.buyerSharePpm ?? 1_000_000);
    const isShareTaken =
      (house(own) + profit) * 1_000_000n > BigInt(market.capacityOpen) * share ||
      (house(own.filter((one) => one.expiresAt === expiresAt)) + profit) * 1_000_000n >
        BigInt(market.capacityExpiry) * share;
    if (isShareTaken) return 'buyerShareTaken';
    this.give(user, -stake - fee);
    this.give('capital', -profit);
    this.give('escrow', stake + fee + profit);
    this.#money.moved(user);
    person.staked.set(day, staked);
    const log = this.#follow(market.index, last.n);
    this.all.push({
      ...{ id: seq, user, market: market.market, direction: quote.direction, stake, fee },
      ...{ payout: stake + profit, spot: BigInt(quote.spot), slippage, acceptedAt: at },
      ...{ afterN: log.n, expiresAt, windowMs, entry: null, result: '', reason: '', paid: 0n },
      ...{ cleared: false, delay: market.tickDelayMs ?? 0 },
      ...{ sale: null },
    });
    return '';
  }

  /** Somebody asks for an early sale; the refusal, or "". */
  sell(
    user: number,
    id: number,
    least: number,
    { seq, at }: { readonly seq: number; readonly at: number },
  ): string {
    const one = this.open.find((option) => option.id === id);
    if (one === undefined || one.user !== user) return 'unknownOption';
    if (one.entry === null || one.sale !== null) return 'notRunning';
    if (!Number.isSafeInteger(least) || least < 1) return 'invalidLeast';
    const market = this.markets.get(one.market)!;
    const last = this.last.get(market.index);
    const isFresh = last !== undefined && at - last.at <= 10_000;
    const price = BigInt(last?.price ?? 0);
    const value = isFresh ? this.#value(one, { at: Math.max(at, last.at), price }) : null;
    if (value === null || value < least) return 'noSale';
    one.sale = { seq, at, afterN: this.#logs.get(market.index)!.n, least };
    return '';
  }

  limit(user: number, dailyStake: number | null, excludedUntil: number, at: number): void {
    const person = this.#person(user);
    const present = at >= person.from && person.from > 0 ? person.next : person.limit;
    const isTighter = present === null || (dailyStake !== null && dailyStake <= present);
    person.limit = isTighter ? dailyStake : present;
    person.next = dailyStake;
    person.from = isTighter ? at : at + DAY;
    person.excluded = Math.max(person.excluded, excludedUntil);
  }

  /** Ticks of the log; the refusal, or "". */
  follow(
    index: string,
    ticks: readonly { n: number; at: number; price: string }[],
    silentUntil = 0,
  ): string {
    const log = this.#logs.get(index);
    if (log === undefined || !this.isFollowed(index)) return 'notFollowed';
    if (ticks[0] !== undefined && ticks[0].n !== log.n + 1) return 'outOfOrder';
    // What comes after all of a time that was said to be silent counts for nobody.
    const { at: known } = log;
    for (const { n, at, price } of ticks) {
      if (price !== '' && at >= known) log.ticks.push({ n, at, price: BigInt(price) });
      log.n = n;
      log.at = Math.max(log.at, at);
    }
    log.at = Math.max(log.at, silentUntil);
    this.#enter(log.ticks, index);
    this.#settle(log, index);
    return '';
  }

  /** A window that is not over yet, or has options, is followed. */
  isFollowed(index: string): boolean {
    const log = this.#logs.get(index);
    const own = this.all.filter((one) => this.markets.get(one.market)?.index === index);
    return own.some(({ expiresAt, result }) => result === '' || expiresAt >= (log?.at ?? 0));
  }

  void(index: string, from: number, to: number): number {
    const windows = new Set<string>();
    for (const one of this.all) {
      const key = keyOf(one);
      const isOver = one.expiresAt < (this.#logs.get(index)?.at ?? 0);
      if (this.markets.get(one.market)?.index !== index || this.#voided.has(key) || isOver)
        continue;
      if (one.expiresAt >= from && one.expiresAt - one.windowMs < to) windows.add(key);
    }
    for (const key of windows) this.#voided.add(key);
    for (const one of this.open) {
      const key = keyOf(one);
      if (windows.has(key)) this.#refund(one, 'wrongWindow');
    }
    return windows.size;
  }

  /** Windows that are over and paid are made good, as a whole; how many, or why none. */
  makeGood(index: string, from: number, to: number, now: number): number | string {
    const windows = new Map<string, PlainOption[]>();
    for (const one of this.#settled.values()) {
      if (this.markets.get(one.market)?.index !== index) continue;
      if (one.expiresAt < from || one.expiresAt - one.windowMs >= to) continue;
      if (one.expiresAt >= now - 30 * DAY) windows.set(keyOf(one), []);
    }
    for (const one of this.all) {
      if (['won', 'lost', 'tied'].includes(one.result)) windows.get(keyOf(one))?.push(one);
    }
    const wrong = [...windows.values()].flat();
    const missing = (one: PlainOption) =>
      one.result === 'won' ? 0n : one.stake + one.fee - one.paid;
    if (windows.size === 0) return 'nothingSettled';
    const sum = wrong.reduce((all, one) => all + missing(one), 0n);
    if (sum > this.has('capital')) return 'capitalTooSmall';
    for (const key of windows.keys()) this.#settled.delete(key);
    for (const one of wrong) {
      if (missing(one) === 0n || one.cleared) continue;
      this.give('capital', -missing(one));
      this.give(one.user, missing(one));
      this.#money.moved(one.user);
    }
    return windows.size;
  }

  endAll(user: number): void {
    for (const one of this.all) if (one.user === user) one.cleared = true;
    for (const one of this.open) if (one.user === user) this.#refund(one, 'accountEnded');
  }

  #enter(ticks: readonly PlainTick[], index: string): void {
    for (const one of this.open) {
      const market = this.markets.get(one.market);
      if (market?.index !== index) continue;
      if (one.entry !== null) {
        this.#sell(one, ticks);
        continue;
      }
      const tick = ticks.find(({ n, at }) => n > one.afterN && at > one.acceptedAt + one.delay);
      if (tick === undefined) continue;
      const within = Math.max(5_000, 5 * market.tickMs);
      if (tick.at > one.acceptedAt + one.delay + within || tick.at > one.expiresAt - one.windowMs) {
        this.#refund(one, 'noEntry');
        continue;
      }
      const away = tick.price > one.spot ? tick.price - one.spot : one.spot - tick.price;
      if (one.slippage !== null && away * 1_000_000n > BigInt(one.slippage) * one.spot) {
        this.#refund(one, 'slippage');
      } else {
        one.entry = tick;
      }
    }
  }

  /** At the next tick after it was asked for, if that brings what was asked for. */
  #sell(one: PlainOption, ticks: readonly PlainTick[]): void {
    const { sale } = one;
    if (sale === null) return;
    const tick = ticks.find(({ n, at }) => n > sale.afterN && at > sale.at + one.delay);
    if (tick === undefined) return;
    const value = this.#value(one, tick);
    one.sale = null;
    if (value === null || value < sale.least) return;
    one.result = 'sold';
    one.paid = BigInt(value);
    this.give('fees', one.fee);
    this.give('capital', one.payout - one.paid);
    this.give(one.user, one.paid);
    this.give('escrow', -one.payout - one.fee);
    this.#money.moved(one.user);
  }

  /** By the published formula, of which vectors and receipts have their own tests. */
  #value(one: PlainOption, tick: { readonly at: number; readonly price: bigint }): number | null {
    const { direction, payout, expiresAt, windowMs, entry } = one;
    const running = { payout: Number(payout), expiresAt, windowMs, entry: entry!.price };
    const terms = this.markets.get(one.market)!;
    return saleValue({ ...running, direction: direction as 'up' | 'down' }, tick, terms);
  }

  #settle(log: { readonly at: number; readonly ticks: readonly PlainTick[] }, index: string): void {
    for (const one of this.open) {
      const market = this.markets.get(one.market);
      if (market?.index !== index || one.expiresAt >= log.at) continue;
      const prices = log.ticks
        .filter(({ at }) => at > one.expiresAt - one.windowMs && at <= one.expiresAt)
        .map(({ price }) => price);
      const promised = Math.floor(one.windowMs / market.tickMs);
      const isEnough = prices.length >= Math.max(5, Math.ceil(promised * 0.8));
      if (isEnough) this.#settled.set(keyOf(one), one);
      if (!isEnough) {
        this.#refund(one, 'fewTicks');
      } else if (one.entry === null) {
        this.#refund(one, 'noEntry');
      } else {
        this.#pay(one, one.entry.price, mean(prices));
      }
    }
  }

  #pay(one: PlainOption, entry: bigint, exit: bigint): void {
    const isUp = one.direction === 'up';
    one.result = exit === entry ? 'tied' : exit > entry === isUp ? 'won' : 'lost';
    one.paid = one.result === 'won' ? one.payout : one.result === 'tied' ? one.stake : 0n;
    this.give('fees', one.fee);
    this.give('capital', one.payout - one.paid);
    this.give(one.user, one.paid);
    this.give('escrow', -one.payout - one.fee);
    if (one.paid > 0n) this.#money.moved(one.user);
  }

  #refund(one: PlainOption, reason: string): void {
    one.result = 'void';
    one.reason = reason;
    one.paid = one.stake + one.fee;
    this.give(one.user, one.paid);
    this.give('capital', one.payout - one.stake);
    this.give('escrow', -one.payout - one.fee);
    this.#money.moved(one.user);
  }

  #follow(index: string, n: number) {
    const log = this.#logs.get(index) ?? { n, at: 0, ticks: [] };
    if (!this.isFollowed(index) && n > log.n) log.n = n;
    this.#logs.set(index, log);
    return log;
  }

  #person(user: number): Person {
    const none = { limit: null, next: null, from: 0, excluded: 0, staked: new Map() };
    const person = this.#people.get(user) ?? none;
    this.#people.set(user, person);
    return person;
  }
}

const keyOf = ({ market, expiresAt, windowMs }: PlainOption) =>
  `${market} ${expiresAt} ${windowMs}`;

/** Money of its own, of which all can be staked. */
function ownMoney(): PlainPurse {
  const money = new Map<string, bigint>();
  const has = (owner: string | number) => money.get(`${owner}`) ?? 0n;
  return {
    has,
    give: (owner, amount) => void money.set(`${owner}`, has(owner) + amount),
    free: has,
    moved: () => undefined,
  };
}

/** By repeatedly taking away the highest and the lowest. */
function mean(prices: readonly bigint[]): bigint {
  const left = [...prices];
  for (let cut = Math.floor(prices.length * 0.3); cut > 0; cut -= 1) {
    for (const isExtreme of [larger, smaller]) {
      left.splice(left.indexOf(left.reduce(isExtreme)), 1);
    }
  }
  let sum = 0n;
  for (const price of left) sum += price;
  return sum / BigInt(left.length);
}

const larger = (one: bigint, other: bigint) => (other > one ? other : one);
const smaller = (one: bigint, other: bigint) => (other < one ? other : one);
