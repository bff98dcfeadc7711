import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { ONE, PAR, quantityOf, type Rate } from '@assay/core/position/value';
import { MAX_PRICE, type Terms } from './terms.ts';

/** The largest position: a thousand million USDT. */
const MAX_VALUE = 10n ** 17n;

/** A price that people name: a multiple of the tick. 0: none; null: no such price. */
export function readPrice(text: unknown, { tickSize }: Pick<Terms, 'tickSize'>): number | null {
  if (text === undefined || text === '') return 0;
  const units = typeof text === 'string' ? parseDecimal(text, SCALE) : null;
  if (units === null || units === 0n || units > BigInt(MAX_PRICE)) return null;
  return units % BigInt(tickSize) === 0n ? Number(units) : null;
}

/** Lots in units, or null when they do not fit the terms. */
export function readLots(
  text: unknown,
  { lotStep }: Pick<Terms, 'lotStep'>,
  least: bigint,
  most: bigint,
): bigint | null {
  const lots = typeof text === 'string' ? parseDecimal(text, SCALE) : null;
  if (lots === null || lots < least || lots > most || lots % lotStep !== 0n) return null;
  return lots;
}

/** Whether lots at a price are within what a position may be worth. */
export function fitsValue(
  lots: bigint,
  { contractSize }: Pick<Terms, 'contractSize'>,
  price: number,
  { of, per }: Rate = PAR,
) {
  return (BigInt(price) * quantityOf(lots, contractSize) * of) / (ONE * per) <= MAX_VALUE;
}

/** By what a position closes itself, in units; 0: none of it. */
export interface Guarded {
  readonly takeProfit: number;
  readonly stopLoss: number;
  readonly trail: number;
  readonly guaranteed: boolean;
}

/**
 * Reads it against the price at which the position would be closed now, or opened: a long has its
 * stop below and its profit above. A stop is fixed or trails; only a fixed one is guaranteed. Null
 * when it cannot be.
 */
export function readGuarded(
  body: {
    readonly takeProfit?: unknown;
    readonly stopLoss?: unknown;
    readonly trailing?: unknown;
    readonly guaranteed?: unknown;
  },
  terms: Pick<Terms, 'tickSize' | 'guaranteedPpm'>,
  side: 1 | -1,
  price: number,
): Guarded | null {
  const takeProfit = readPrice(body.takeProfit, terms);
  const stopLoss = readPrice(body.stopLoss, terms);
  const trail = readPrice(body.trailing, terms);
  const { guaranteed = false } = body;
  if (takeProfit === null || stopLoss === null || trail === null) return null;
  if (typeof guaranteed !== 'boolean' || (stopLoss > 0 && trail > 0)) return null;
  if (takeProfit > 0 && (takeProfit - price) * side <= 0) return null;
  if (stopLoss > 0 && (price - stopLoss) * side <= 0) return null;
  if (trail >= price) return null;
  if (guaranteed && !isFarEnough(terms, side, price, stopLoss)) return null;
  return { takeProfit, stopLoss, trail, guaranteed };
}

/**
 * A guaranteed stop is at least the published distance behind the price at which it would
 * close.
 */
export function isFarEnough(
  { guaranteedPpm }: Pick<Terms, 'guaranteedPpm'>,
  side: 1 | -1,
  price: number,
  stop: number,
): boolean {
  const least = (BigInt(price) * BigInt(guaranteedPpm) + 999_999n) / 1_000_000n;
  return stop > 0 && BigInt((price - stop) * side) >= least;
}
