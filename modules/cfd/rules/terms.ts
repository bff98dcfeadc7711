import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { INDEX_NAME } from '@assay/core/order/market';
import { NIGHT_RULES, type NightRule, readHolidays } from '@assay/core/position/rollover';
import { ONE, WAYS, type Way } from '@assay/core/position/value';
import type { TermSpec, TermValues } from '@assay/core/schema/terms';

const SYMBOL = /^[A-Z0-9]{2,24}-CFD$/;

/** As the country policy names classes (modules/identity). */
export const UNDERLYINGS = ['majorFx', 'minorFx', 'gold', 'commodity', 'crypto'] as const;
export const STATUSES = ['trading', 'closeOnly'] as const;

/** A contract as it is published, in decimal text and whole numbers; the same for everybody. */
export interface ContractListing {
  /** `XAUUSD-CFD`; unique over all products by its suffix. */
  readonly symbol: string;
  readonly index: string;
  readonly underlying: (typeof UNDERLYINGS)[number];
  /**
   * The index by whose price amounts in the currency of the price become USDT, and how; absent
   * where prices are in dollars, or count one for one (decision 0161).
   */
  readonly conversionIndex?: string;
  readonly conversionWay?: Way;
  /** Units of the base in one lot: 100 oz. */
  readonly contractSize: string;
  /** The step of prices that people name. */
  readonly tickSize: string;
  readonly lotStep: string;
  readonly minLots: string;
  readonly maxLots: string;
  readonly maxLeverage: number;
  /** Ask less bid, in calm hours. */
  readonly spread: string;
  /** In the first and last `thinMs` of a session the spread is this many percent of it. */
  readonly thinMs: number;
  readonly thinPercent: number;
  /**
   * A range over the last ticks from which the spread is twice as wide; from four times it, four
   * times.
   */
  readonly calmPpm: number;
  /** The price of a guaranteed stop, and how far it is from the price at least, in ppm. */
  readonly premiumPpm: number;
  readonly guaranteedPpm: number;
  /** What a night costs (core/position/financing). */
  readonly carry: number;
  readonly carryDays: number;
  readonly adminPpm: number;
  readonly nights: NightRule;
  readonly holidays: string;
  /** The most that customers together may be long or short, net, in lots. */
  readonly maxNetLots: string;
  /** The move of the price for which the house keeps money. */
  readonly stressPpm: number;
  readonly status: (typeof STATUSES)[number];
}

/** The numbers of a listing: prices are units of 1e-8, sizes and lots too. */
export interface Terms {
  readonly symbol: string;
  readonly index: string;
  readonly underlying: ContractListing['underlying'];
  /** Null: amounts are those of the price. */
  readonly conversionIndex: string | null;
  readonly conversionWay: Way | null;
  readonly contractSize: bigint;
  readonly tickSize: number;
  readonly lotStep: bigint;
  readonly minLots: bigint;
  readonly maxLots: bigint;
  readonly maxLeverage: number;
  readonly spread: number;
  readonly thinMs: number;
  readonly thinPercent: number;
  readonly calmPpm: number;
  readonly premiumPpm: number;
  readonly guaranteedPpm: number;
  readonly carry: number;
  readonly carryDays: number;
  readonly adminPpm: number;
  readonly nights: NightRule;
  readonly holidays: string;
  readonly maxNetLots: bigint;
  readonly stressPpm: number;
  readonly status: ContractListing['status'];
}

/** What open positions rest on; no version of the terms changes it. */
export const FIXED = [
  ...['symbol', 'index', 'underlying', 'conversionIndex', 'conversionWay'],
  ...['contractSize', 'lotStep'],
] as const satisfies readonly (keyof ContractListing)[];

/** What two people may change of a contract, and which way it is against customers. */
export const CONTRACT_TERMS = {
  status: { unit: 'choice', against: 'rise', values: STATUSES },
  spread: { unit: 'price', against: 'rise' },
  thinMs: { unit: 'seconds', against: 'rise' },
  thinPercent: { unit: 'percent', against: 'rise' },
  calmPpm: { unit: 'ppm', against: 'fall' },
  maxLeverage: { unit: 'times', against: 'fall' },
  minLots: { unit: 'lots', against: 'rise' },
  maxLots: { unit: 'lots', against: 'fall' },
  maxNetLots: { unit: 'lots', against: 'fall' },
  stressPpm: { unit: 'ppm', against: 'rise' },
  /** What a night costs one direction, it pays the other. */
  carry: { unit: 'coins', against: 'any' },
  carryDays: { unit: 'days', against: 'any' },
  adminPpm: { unit: 'ppm', against: 'rise' },
  nights: { unit: 'choice', against: 'any', values: NIGHT_RULES },
  holidays: { unit: 'dates', against: 'any' },
  premiumPpm: { unit: 'ppm', against: 'rise' },
  guaranteedPpm: { unit: 'ppm', against: 'rise' },
  tickSize: { unit: 'price', against: 'any' },
} as const satisfies Partial<Record<keyof ContractListing, TermSpec>>;
type ContractTerm = keyof typeof CONTRACT_TERMS;
const CONTRACT_TERM_NAMES = Object.keys(CONTRACT_TERMS) as ContractTerm[];

/** Of a listing, what may change. */
export function termsOfListing(listing: Readonly<Record<ContractTerm, string | number>>) {
  const entries = CONTRACT_TERM_NAMES.map((name) => [name, listing[name]] as const);
  return Object.fromEntries(entries) as TermValues;
}

export const MAX_LEVERAGE = 500;
const YEAR_MS = 365 * 86_400_000;
/** Bounds of whole numbers: least and most. */
const BOUNDS = {
  maxLeverage: [1, MAX_LEVERAGE],
  thinMs: [0, 6 * 3_600_000],
  thinPercent: [100, 1_000],
  calmPpm: [1, 1_000_000],
  premiumPpm: [0, 100_000],
  guaranteedPpm: [1, 500_000],
  carry: [-1e15, 1e15],
  carryDays: [1, YEAR_MS],
  adminPpm: [0, 500_000],
  stressPpm: [1, 1_000_000],
} as const;

/** The terms of a listing, or the first field of it that cannot be. */
export function readTerms(listing: ContractListing): Terms | keyof ContractListing {
  const { symbol, index, underlying, nights, holidays, status } = listing;
  if (typeof symbol !== 'string' || !SYMBOL.test(symbol)) return 'symbol';
  if (typeof index !== 'string' || !INDEX_NAME.test(index)) return 'index';
  if (!UNDERLYINGS.includes(underlying)) return 'underlying';
  const { conversionIndex = null, conversionWay = null } = listing;
  const isConverted = typeof conversionIndex === 'string' && INDEX_NAME.test(conversionIndex);
  if (!isConverted && conversionIndex !== null) return 'conversionIndex';
  const isWay = isConverted ? WAYS.includes(conversionWay as Way) : conversionWay === null;
  if (!isWay) return 'conversionWay';
  const sizes = ['contractSize', 'lotStep', 'minLots', 'maxLots', 'maxNetLots'] as const;
  const big = {} as Record<(typeof sizes)[number], bigint>;
  for (const field of sizes) {
    const value = parseDecimal(listing[field], SCALE);
    if (value === null || value === 0n || value > MOST_LOTS) return field;
    big[field] = value;
  }
  const { contractSize, lotStep, minLots, maxLots } = big;
  // Every quantity is then a whole number of units.
  if ((lotStep * contractSize) % ONE !== 0n) return 'lotStep';
  if (minLots % lotStep !== 0n) return 'minLots';
  if (maxLots < minLots || maxLots % lotStep !== 0n) return 'maxLots';
  const prices = {} as Record<'tickSize' | 'spread', number>;
  for (const field of ['tickSize', 'spread'] as const) {
    const value = parseDecimal(listing[field], SCALE);
    if (value === null || value === 0n || value > BigInt(MAX_PRICE)) return field;
    prices[field] = Number(value);
  }
  for (const [field, [least, most]] of Object.entries(BOUNDS)) {
    const value = listing[field as keyof typeof BOUNDS];
    if (!Number.isSafeInteger(value) || value < least || value > most) {
      return field as keyof typeof BOUNDS;
    }
  }
  if (!NIGHT_RULES.includes(nights)) return 'nights';
  if (readHolidays(holidays) === null) return 'holidays';
  if (!STATUSES.includes(status)) return 'status';
  const { maxLeverage, thinMs, thinPercent, calmPpm, premiumPpm, guaranteedPpm } = listing;
  const { carry, carryDays, adminPpm, stressPpm } = listing;
  return {
    ...{ symbol, index, underlying, conversionIndex, conversionWay, ...big, ...prices },
    ...{ maxLeverage, thinMs, thinPercent, calmPpm },
    ...{
      premiumPpm,
      guaranteedPpm,
      carry,
      carryDays,
      adminPpm,
      nights,
      holidays,
      stressPpm,
      status,
    },
  };
}

/** Prices of indices are safe integers; bid and ask stay within them. */
export const MAX_PRICE = 2 ** 52;
const MOST_LOTS = 10n ** 17n;
