/**
 * What the plain model of contracts computes with: its records, and arithmetic on bigints of its
 * own.
 */

export const ONE = 100_000_000n;
const HOURS = 3_600_000;
const DAY = 24 * HOURS;
export const FIRST_USER = 1000;
export const MOST = 200;

export type Body = Readonly<Record<string, unknown>>;
export type Terms = Readonly<Record<string, unknown>> & {
  readonly symbol: string;
  readonly index: string;
};

export interface Contract {
  readonly id: number;
  terms: Terms;
  version: number;
  recent: bigint[];
  bid: bigint;
  ask: bigint;
  at: number;
  seq: number;
  /** Nights up to here are charged. */
  charged: number;
  /** The last price of the index that converts its amounts; 0: none yet, or nothing does. */
  converting: bigint;
}

export interface PlainPosition {
  readonly id: number;
  readonly user: number;
  readonly contract: Contract;
  readonly side: bigint;
  lots: bigint;
  readonly entry: bigint;
  readonly leverage: bigint;
  /** The price that converted when it was opened. */
  readonly converted: bigint;
  takeProfit: bigint;
  stopLoss: bigint;
  trail: bigint;
  /** The best price since the trailing stop was set, higher being better. */
  best: bigint;
  guaranteed: boolean;
  premium: bigint;
  since: number;
  closing: bigint;
  closingSince: number;
  closingWorst: bigint;
  closingReference: bigint;
  financing: bigint;
}

export interface PlainOrder {
  readonly id: number;
  readonly user: number;
  readonly contract: Contract;
  readonly kind: string;
  readonly side: bigint;
  readonly lots: bigint;
  readonly leverage: bigint;
  readonly price: bigint;
  readonly worst: bigint;
  /** The price that its customer went by. */
  readonly reference: bigint;
  readonly takeProfit: bigint;
  readonly stopLoss: bigint;
  readonly trail: bigint;
  readonly guaranteed: boolean;
  readonly held: bigint;
  readonly expiresAt: number;
}

export interface PlainAccount {
  netted: boolean;
  deficit: bigint;
  owed: bigint;
  owedSince: number;
  level: number;
  /** The share of the margin at which it is closed out, in percent. */
  closeOut: bigint;
  endangered: number;
  held: bigint;
}

/** Money as the model sees it: what contract wallets and the accounts of the house have. */
export interface Purse {
  get(owner: number | 'house' | 'escrow' | 'insurance'): bigint;
  add(owner: number | 'house' | 'escrow' | 'insurance', amount: bigint): void;
}

export function readGuard(body: Body, terms: Terms, side: bigint, price: bigint) {
  const takeProfit = readPrice(body.takeProfit, terms);
  const stopLoss = readPrice(body.stopLoss, terms);
  const trail = readPrice(body.trailing, terms);
  const guaranteed = body.guaranteed === undefined ? false : body.guaranteed;
  if (takeProfit === null || stopLoss === null || trail === null) return null;
  if (guaranteed !== true && guaranteed !== false) return null;
  if (stopLoss > 0n && trail > 0n) return null;
  if (takeProfit > 0n && !isAbove(takeProfit, price, side)) return null;
  if (stopLoss > 0n && !isAbove(price, stopLoss, side)) return null;
  if (trail >= price || (guaranteed && !isFar(terms, price, stopLoss, side))) return null;
  return { takeProfit, stopLoss, trail, guaranteed };
}

export function isFar(terms: Terms, price: bigint, stop: bigint, side: bigint): boolean {
  if (stop === 0n) return false;
  return (price - stop) * side * 1_000_000n >= price * BigInt(terms.guaranteedPpm as number);
}

export const isAbove = (a: bigint, b: bigint, side: bigint) => (a - b) * side > 0n;
export const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;
const abs = (value: bigint) => (value < 0n ? -value : value);
const sorted = (list: readonly bigint[]) => [...list].sort((a, b) => (a < b ? -1 : 1));
export const min = (list: readonly bigint[]) => sorted(list)[0]!;
export const max = (list: readonly bigint[]) => sorted(list).at(-1)!;
const ceil = (a: bigint, d: bigint) => (a + d - 1n) / d;
const size = (lots: bigint, terms: Terms) => (lots * units(terms.contractSize)) / ONE;
const quantity = (one: PlainPosition) => size(one.lots, one.contract.terms);
export const byId = <T extends { readonly id: number }>(list: readonly T[]) =>
  [...list].sort((a, b) => a.id - b.id);

function floor(a: bigint, d: bigint): bigint {
  const whole = a / d;
  return a < 0n && whole * d !== a ? whole - 1n : whole;
}

export const hasConversion = ({ terms }: Contract) => terms.conversionIndex !== undefined;
export const isConvertedBy = (lives: readonly Contract[], { terms }: Contract) =>
  lives.some((one) => one.terms.index === terms.conversionIndex);

/** A quotient in the currency of a contract's prices, in USDT by a price that converts. */
export function inCash(
  contract: Contract,
  [amount, divisor]: readonly [bigint, bigint],
  price: bigint,
  round = floor,
): bigint {
  if (!hasConversion(contract)) return round(amount, divisor);
  const isWorth = contract.terms.conversionWay === 'times';
  return isWorth ? round(amount * price, divisor * ONE) : round(amount * ONE, divisor * price);
}

/** Whether all is there that an order is counted by. */
export const isPriced = (contract: Contract) =>
  contract.seq > 0 && (!hasConversion(contract) || contract.converting > 0n);

/** What lots gain between two prices; rounded down. */
export function movedBy(
  { contract, side, entry }: PlainPosition,
  lots: bigint,
  price: bigint,
): bigint {
  const moved = side * (price - entry) * size(lots, contract.terms);
  return inCash(contract, [moved, ONE], contract.converting);
}

export const gainOf = (one: PlainPosition, price: bigint) => movedBy(one, one.lots, price);

/** Whether lots are worth no more than a thousand million. */
export function isSmallEnough(contract: Contract, lots: bigint, price: bigint): boolean {
  const value = price * size(lots, contract.terms);
  return inCash(contract, [value, ONE], contract.converting) <= 10n ** 17n;
}

export function fits(lots: bigint, terms: Terms, least: bigint, most: bigint): boolean {
  return lots > 0n && lots >= least && lots <= most && lots % units(terms.lotStep) === 0n;
}

export function readPrice(text: unknown, terms: Terms): bigint | null {
  if (text === undefined || text === '') return 0n;
  const price = read(text);
  if (price === null || price === 0n || price > 2n ** 52n) return null;
  return price % units(terms.tickSize) === 0n ? price : null;
}

export function read(text: unknown): bigint | null {
  if (typeof text !== 'string' || !/^(0|[1-9]\d{0,29})([.]\d{1,30})?$/.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  if (/[1-9]/.test(fraction.slice(8))) return null;
  return BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
}

export function units(text: unknown): bigint {
  return read(text)!;
}

/** 17:00 there on a day counted from 1970, by the zone's own data. */
function newYork(day: number): number {
  const zone = { timeZone: 'America/New_York', hour: 'numeric', hour12: false } as const;
  const guess = day * DAY + 21 * HOURS;
  return new Intl.DateTimeFormat('en-US', zone).format(guess) === '17' ? guess : guess + HOURS;
}

/** At what a position would be closed now. */
export function exitOf({ contract, side }: PlainPosition): bigint {
  return side > 0n ? contract.bid : contract.ask;
}

/** Rounded down once for each contract and direction. */
export function sumOf(positions: readonly PlainPosition[]): bigint {
  const exact = new Map<string, { readonly contract: Contract; gain: bigint }>();
  for (const one of positions) {
    const key = `${one.contract.id} ${one.side}`;
    const sum = exact.get(key) ?? { contract: one.contract, gain: 0n };
    sum.gain += one.side * (exitOf(one) - one.entry) * quantity(one);
    exact.set(key, sum);
  }
  return [...exact.values()].reduce((sum, { contract, gain }) => {
    return sum + inCash(contract, [gain, ONE], contract.converting);
  }, 0n);
}

export function premiumOf(c: Contract, lots: bigint, price: bigint): bigint {
  const share = price * size(lots, c.terms) * BigInt(c.terms.premiumPpm as number);
  return inCash(c, [share, ONE * 1_000_000n], c.converting, ceil);
}

/** What lots need at a price: margin, and the premium of a guaranteed stop. */
export function costOf(
  c: Contract,
  leverage: bigint,
  guaranteed: boolean,
  lots: bigint,
  price: bigint,
): bigint {
  const value = price * size(lots, c.terms);
  const margin = inCash(c, [value, ONE * leverage], c.converting, ceil);
  return margin + (guaranteed ? premiumOf(c, lots, price) : 0n);
}

/** The session of an index that an instant is in; null while it is closed. */
export type PlainHours = (
  index: string,
  at: number,
) => { readonly opensAt: number; readonly closesAt: number | null } | null;

export const ALWAYS: PlainHours = () => ({ opensAt: 0, closesAt: null });

/** Thin near the ends of a session, and wider while prices move; rounded up. */
export function spreadOf(
  terms: Terms,
  recent: readonly bigint[],
  { opensAt, closesAt }: NonNullable<ReturnType<PlainHours>>,
  at: number,
): bigint {
  const [least, most] = [min(recent), max(recent)];
  const range = Number(((most - least) * 1_000_000n) / least);
  const [calm, thinMs] = [terms.calmPpm as number, terms.thinMs as number];
  const times = range >= 4 * calm ? 4n : range >= calm ? 2n : 1n;
  const isThin = at < opensAt + thinMs || (closesAt !== null && at + thinMs >= closesAt);
  const percent = isThin ? BigInt(terms.thinPercent as number) : 100n;
  return ceil(units(terms.spread) * times * percent, 100n);
}

/** Each night between two times, at 17:00 in New York, that counts by the rule of a contract. */
function* nightsIn(terms: Terms, after: number, until: number) {
  for (let day = Math.floor(after / DAY) - 1; day * DAY <= until; day += 1) {
    const at = newYork(day);
    if (at <= after || at > until) continue;
    const count = nightsOf(terms.nights, day);
    if (count.carry + count.admin > 0n) yield { at, count };
  }
}

/** A contract and those that its index converts, as far as their amounts are converted. */
export function convertedWith(live: Contract, contracts: readonly Contract[]): Contract[] {
  const by = contracts.filter((one) => one.terms.conversionIndex === live.terms.index);
  return hasConversion(live) ? [live, ...by] : by;
}

/** The nights of a contract that were not charged yet; they are then. */
export function nightsOnce(contract: Contract, until: number) {
  const since = Math.max(contract.at, contract.charged);
  contract.charged = until;
  return nightsIn(contract.terms, since, until);
}

/** How often the night of a day counts, which is given from 1970 on. */
function nightsOf(rule: unknown, day: number): { carry: bigint; admin: bigint } {
  const name = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' });
  const weekday = name.format(day * DAY);
  if (rule === 'daily') return { carry: 1n, admin: 1n };
  if (weekday === 'Sat' || weekday === 'Sun') return { carry: 0n, admin: 0n };
  if (rule === 'future') {
    const count = weekday === 'Fri' ? 3n : 1n;
    return { carry: count, admin: count };
  }
  return { carry: weekday === 'Wed' ? 3n : 1n, admin: weekday === 'Fri' ? 3n : 1n };
}

/** Of an account: warned from twice and one and a half times of what must be there, due from it. */
export function dangerOf(equity: bigint, used: bigint, closeOut: bigint): number {
  if (used === 0n) return 0;
  const least = closeOut * used;
  if (100n * equity <= least) return 3;
  if (200n * equity <= 3n * least) return 2;
  return 50n * equity <= least ? 1 : 0;
}

/** What a night that counts so often brings a position, below zero for what it costs. */
export function nightOf(
  one: PlainPosition,
  price: bigint,
  count: ReturnType<typeof nightsOf>,
): bigint {
  const { carry, carryDays, adminPpm } = one.contract.terms as Record<string, unknown>;
  const year = 365n * 1_000_000n;
  const days = BigInt(carryDays as number);
  const own = BigInt(carry as number) * year * -one.side * count.carry;
  const each = own - price * BigInt(adminPpm as number) * days * count.admin;
  const { contract } = one;
  return inCash(contract, [each * quantity(one), days * year * ONE], contract.converting);
}

/** An instant after another, by a year at most. */
export function isLater(instant: number, at: number): boolean {
  return Number.isSafeInteger(instant) && instant > at && instant - at <= 366 * DAY;
}

/** The margin of a position, rounded up: by the price that converted when it was opened. */
export function marginOf(one: PlainPosition): bigint {
  const value = [one.entry * quantity(one), ONE * one.leverage] as const;
  return inCash(one.contract, value, one.converted, ceil);
}

/** The lots of a part of a position; null where it is none. */
export function partOf(text: unknown, one: PlainPosition | undefined): bigint | null {
  const wanted = read(text);
  if (wanted === null || one === undefined) return null;
  return fits(wanted, one.contract.terms, 1n, one.lots) ? wanted : null;
}

/** The position that an order opens now. */
export function opened(
  { id, user, contract, side, leverage, takeProfit, stopLoss, trail, guaranteed }: PlainOrder,
  filled: Pick<PlainPosition, 'lots' | 'entry' | 'premium' | 'since'>,
): PlainPosition {
  return {
    ...{ id, user, contract, side, leverage, takeProfit, stopLoss, trail, guaranteed },
    ...{ ...filled, converted: contract.converting, best: 0n, financing: 0n },
    ...{ closing: 0n, closingSince: 0, closingWorst: 0n, closingReference: 0n },
  };
}

/** What the published move of a net exposure is worth, rounded up. */
function stressOf(contract: Contract, net: bigint): bigint {
  const { recent, terms, converting } = contract;
  const moved = recent.at(-1)! * abs(net) * BigInt(terms.stressPpm as number);
  return inCash(contract, [moved, ONE * 1_000_000n], converting, ceil);
}

/** What the house keeps for all contracts once lots are added; null where that is too far. */
export function neededWith(
  contracts: readonly Contract[],
  positions: readonly PlainPosition[],
  added: { readonly contract: Contract; readonly change: bigint },
): bigint | null {
  let needed = 0n;
  for (const one of contracts) {
    if (!isPriced(one)) continue;
    const own = positions.filter((row) => row.contract === one);
    const before = own.reduce((sum, row) => sum + row.side * quantity(row), 0n);
    const isIt = one === added.contract;
    const after = isIt ? before + size(added.change, one.terms) : before;
    const most = size(units(one.terms.maxNetLots), one.terms);
    if (isIt && abs(after) > most && abs(after) > abs(before)) return null;
    needed += stressOf(one, after) + max([0n, sumOf(own)]);
  }
  return needed;
}

/**
 * An account before one of its positions is closed out: money, other prices and those of what
 * converts, all positions.
 */
export function keptBefore(
  contracts: readonly Contract[],
  closed: PlainPosition,
  positions: readonly PlainPosition[],
  { endangered, deficit, closeOut }: PlainAccount,
  wallet: bigint,
): string {
  const others = new Set(positions.map(({ contract }) => contract));
  for (const { terms } of [...others]) {
    const converts = contracts.find(({ terms: { index } }) => index === terms.conversionIndex);
    if (converts !== undefined) others.add(converts);
  }
  others.delete(closed.contract);
  return [
    `${endangered} ${wallet} ${deficit} ${closeOut}`,
    ...byId([...others]).map(({ id, at, bid, ask, recent }) => {
      return `quote ${id} ${at} ${ask - bid} ${recent.join()}`;
    }),
    ...positions.map(({ id, contract, side, lots, entry, leverage, converted }) => {
      const numbers = [id, contract.id, side, lots, entry, leverage];
      return [...numbers, ...(converted > 0n ? [converted] : [])].join(' ');
    }),
  ].join(', ');
}
