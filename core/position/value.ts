import { assert, mulDivCeil, mulDivFloor } from '../num/integer.ts';

/**
 * What positions are worth: pure arithmetic of contracts that follow a price. Prices, quantities
 * and amounts are integers of 1e-8; every division says how it rounds.
 */

export const ONE = 100_000_000n;
export const LONG = 1;
export const SHORT = -1;
export type Direction = typeof LONG | typeof SHORT;

/**
 * What a unit of the currency of a price is in that of the account, as a fraction. It enters each
 * amount before its one division, so that nothing is rounded twice.
 */
export interface Rate {
  readonly of: bigint;
  readonly per: bigint;
}

/** How the price of an index converts: what one is worth, or how many are worth one. */
export const WAYS = ['times', 'over'] as const;
export type Way = (typeof WAYS)[number];

/** Of a price that is one of the account's own currency. */
export const PAR: Rate = { of: 1n, per: 1n };

/**
 * The rate by the price of an index: USD/JPY converts yen by `over`, GBP/USD pounds by `times`; no
 * way: nothing converts.
 */
export function rateOf(price: number | null | undefined, way: Way | null | undefined): Rate {
  if (way == null) return PAR;
  assert(price != null, 'what converts has a price');
  const units = BigInt(price);
  return way === 'times' ? { of: units, per: ONE } : { of: ONE, per: units };
}

/** A quantity of the base: lots x contract size. Whole where a listing's lot step makes it so. */
export function quantityOf(lots: bigint, contractSize: bigint): bigint {
  return (lots * contractSize) / ONE;
}

/** The margin of a position: its value at the price over its leverage, rounded up. */
export function marginOf(
  price: number,
  quantity: bigint,
  leverage: number,
  { of, per }: Rate = PAR,
): bigint {
  return mulDivCeil(BigInt(price) * of, quantity, ONE * BigInt(leverage) * per);
}

/** A share of the value of a position, in millionths, rounded up: it is paid by the holder. */
export function shareOf(
  price: number,
  quantity: bigint,
  ppm: number,
  { of, per }: Rate = PAR,
): bigint {
  return mulDivCeil(BigInt(price) * quantity, BigInt(ppm) * of, ONE * 1_000_000n * per);
}

/** What a position gains between two prices; rounded down, so that a loss is rounded up. */
export function gainOf(
  side: Direction,
  from: number,
  to: number,
  quantity: bigint,
  { of, per }: Rate = PAR,
): bigint {
  return floorDiv(BigInt(side) * (BigInt(to) - BigInt(from)) * quantity * of, ONE * per);
}

/**
 * What several positions gain together: `cost` is the sum of entry price x quantity,
 * undivided.
 */
export function gainOver(
  side: Direction,
  cost: bigint,
  price: number,
  quantity: bigint,
  { of, per }: Rate = PAR,
): bigint {
  return floorDiv(BigInt(side) * (BigInt(price) * quantity - cost) * of, ONE * per);
}

/** a / d rounded down, for negative a too; d > 0. */
export function floorDiv(a: bigint, d: bigint): bigint {
  return a < 0n ? -mulDivCeil(-a, 1n, d) : mulDivFloor(a, 1n, d);
}

/**
 * The least price move that may cost more than `room`: by less than this a position of the
 * quantity loses less than the room. Never above what fits a price.
 */
export function moveWithin(room: bigint, quantity: bigint, { of, per }: Rate = PAR): number {
  const move = (room * ONE * per) / (quantity * of);
  return move > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(move);
}
