/**
 * The arithmetic of earn products, for engine and screens alike. Amounts are units of 1e-8; a daily
 * rate is in billionths of the principal.
 */

const PPB = 1_000_000_000n;
const PPM = 1_000_000n;
const YEAR_DAYS = 365;

export const PAYOUTS = ['daily', 'end'] as const;
export type Payout = (typeof PAYOUTS)[number];

/** What an order is paid by, as it was accepted. */
export interface EarnTerms {
  readonly principal: number;
  readonly dailyPpb: number;
  readonly cycleDays: number;
}

/** A longer term would hold capital for longer than anybody plans. */
export const MOST_CYCLE_DAYS = 366;
/** One percent a day. */
export const MOST_DAILY_PPB = 10_000_000;
/** Open orders of one person, so that a command that ends them all is bounded. */
export const MAX_EARN_ORDERS = 100;
/** The law that keeps a redemption from being paid. There is no other reason. */
export const LEGAL_CODES = ['courtOrder', 'sanctions', 'authority'] as const;
export type LegalCode = (typeof LEGAL_CODES)[number];

/**
 * What so many days bring together, rounded down: what a day brings is the difference of two such
 * sums, so that no day of a term loses a unit for good.
 */
export function earnedAfter({ principal, dailyPpb }: EarnTerms, days: number): number {
  return Number((BigInt(principal) * BigInt(dailyPpb) * BigInt(days)) / PPB);
}

/** What the whole term brings: it is in escrow from the acceptance on. */
export function wholeYield(terms: EarnTerms): number {
  return earnedAfter(terms, terms.cycleDays);
}

/** What the day after `days` days brings. */
export function dayYield(terms: EarnTerms, days: number): number {
  return earnedAfter(terms, days + 1) - earnedAfter(terms, days);
}

/** What an early redemption costs: a share of what was earned, rounded down, never principal. */
export function earlyCost(earned: number, costPpm: number): number {
  return Number((BigInt(earned) * BigInt(costPpm)) / PPM);
}

/** A day of a product as it was booked: what was credited on how much. */
export interface BookedDay {
  readonly paid: bigint;
  readonly principal: bigint;
}

/**
 * The simple annualised rate of these days, in millionths: the sum of the daily yields, by their
 * number, times 365. Null without a day on which something was in custody.
 */
export function annualisedPpm(days: readonly BookedDay[]): number | null {
  const counted = days.filter(({ principal }) => principal > 0n);
  if (counted.length === 0) return null;
  const sum = counted.reduce((total, { paid, principal }) => total + (paid * FINE) / principal, 0n);
  return Number((sum * BigInt(YEAR_DAYS)) / (BigInt(counted.length) * (FINE / PPM)));
}

/** Finer than a billionth of a billionth: no day's yield is lost in the sum. */
const FINE = 10n ** 18n;

/** The same compounded: (product of (1 + day))^(365 / days) - 1, in millionths; no money. */
export function compoundedPpm(days: readonly BookedDay[]): number | null {
  const counted = days.filter(({ principal }) => principal > 0n);
  if (counted.length === 0) return null;
  const product = counted.reduce(
    (total, { paid, principal }) => total * (1 + Number((paid * FINE) / principal) / Number(FINE)),
    1,
  );
  return Math.round((product ** (YEAR_DAYS / counted.length) - 1) * Number(PPM));
}

/** What a daily rate is in a year without compounding, in millionths. */
export function yearlyPpm(dailyPpb: number): number {
  return Math.floor((dailyPpb * YEAR_DAYS) / 1_000);
}

/** The strategies by which an account trades: a closed list, each with published rules. */
export const STRATEGIES = ['bookIndex', 'spotContract'] as const;
export type StrategyName = (typeof STRATEGIES)[number];

/**
 * The rules of `bookIndex`, for whoever reads them and for its bot: in each of the markets one
 * order to buy below the index and one to sell above it, by the fee and an edge.
 */
export const BOOK_INDEX = {
  markets: ['BTCUSDT', 'ETHUSDT'],
  /** Beyond the fee of the order: what it asks for its risk, in ppm of the index. */
  edgePpm: 500,
  /** A price stays while it is off by no more than this. */
  tolerancePpm: 300,
  /** Of the account's value: a coin at most, and an order at most. */
  coinPpm: 250_000,
  orderPpm: 100_000,
  /** Winding down takes bids as far below the index. */
  windDownPpm: 5_000,
  /** How often it looks; it acts on what was public when it looked before. */
  everyMs: 2_000,
  /** Without an index as young as this it has no orders. */
  indexAgeMs: 15_000,
} as const;

/**
 * The rules of `spotContract`: a coin is bought in its book below the price at which its contract
 * is sold, by all that both will cost, and as much of the contract is sold. Coins are sold again
 * where the book pays what the contract is bought back at; contracts follow the coins.
 */
export const SPOT_CONTRACT = {
  pairs: [
    { market: 'BTCUSDT', contract: 'BTCUSDT-CFD' },
    { market: 'ETHUSDT', contract: 'ETHUSDT-CFD' },
  ],
  /** Beyond both fees, the spread and the nights: what it asks for its risk, in ppm. */
  edgePpm: 500,
  tolerancePpm: 300,
  /** Of the account's value: a coin at most, and an order at most. */
  coinPpm: 200_000,
  orderPpm: 100_000,
  /** What is sold at once takes bids as far below the contract. */
  windDownPpm: 5_000,
  /** Nights that the price of a purchase pays for; what is older is sold at once. */
  nights: 3,
  leverage: 5,
  /** Equity of the contract wallet, of what its contracts are worth, and how far off it may be. */
  marginPpm: 500_000,
  slackPpm: 100_000,
  /** After a contract was not to be had, it buys nothing of the coin for so long. */
  pauseMs: 3_600_000,
  /** How often it looks; it acts on prices that were public when it looked before. */
  everyMs: 2_000,
  /** Without a price of the contract as young as this it has no orders. */
  quoteAgeMs: 15_000,
} as const;

/** Value of an account and the units that share it, both in units of 1e-8. */
export interface Shares {
  readonly value: bigint;
  readonly units: bigint;
}

const ONE = 100_000_000n;

/** What so much of a coin is worth at a price, rounded down to a unit. */
export function valueAt(amount: bigint, price: bigint): bigint {
  return (amount * price) / ONE;
}

/** What an amount buys, rounded down: the first units at one for one; none of what is worth 0. */
export function unitsFor(amount: bigint, { value, units }: Shares): bigint {
  if (units === 0n) return amount;
  return value === 0n ? 0n : (amount * units) / value;
}

/** What so many units are worth, rounded down. */
export function worthOf(part: bigint, { value, units }: Shares): bigint {
  return units === 0n ? 0n : (part * value) / units;
}

/** How many units can be paid out of so much, rounded down. */
export function unitsWithin(amount: bigint, { value, units }: Shares): bigint {
  return value === 0n ? 0n : (amount * units) / value;
}

/** The net asset value of one unit, rounded down to eight digits. */
export function navOf({ value, units }: Shares): bigint {
  return units === 0n ? ONE : (value * ONE) / units;
}

/** What rounding that value down leaves to all units together. */
export function remainderOf(shares: Shares): bigint {
  return shares.units === 0n ? shares.value : shares.value - (navOf(shares) * shares.units) / ONE;
}
