import { mulDivFloor, ppmFloor } from '../num/integer.ts';
import type { BookRules } from './market.ts';
import type { Rates } from './order.ts';
import { BUY, type Side } from './side.ts';

/** The size of an order: lots, or an amount in quote units. */
export interface OrderSize {
  readonly side: Side;
  readonly lots: number;
  readonly amount: number;
}

/** An order to be placed, or an open order as an amendment would leave it. */
export interface Draft extends OrderSize {
  /** Packed terms of its product (terms.ts). */
  readonly terms: number;
}

/**
 * What the ticket computes for a product's orders, by the rules that its part of the engine uses.
 */
export interface OrderCost {
  /** Whether a fee is taken from what an order receives, of a buy in base; else it is in quote. */
  readonly feeFromReceived: boolean;
  /**
   * What an order that may still take must hold. `notional` is at its worst price: the most that a
   * buy pays, the least that a sell receives.
   */
  required(rules: BookRules, size: OrderSize, notional: number, rates: Rates): number;
  /** The notional that an order by amount may trade for, in quote units. */
  budget(side: Side, amount: number, takerPpm: number): number;
}

/** price x quantity, in quote units: a safe integer, because a listing bounds the notional. */
export function notional(market: BookRules, ticks: number, lots: number): number {
  return ticks * lots * market.quotePerTickLot;
}

/** The largest notional whose notional and fee together stay within `amount`. Rounds down. */
export function notionalWithin(amount: number, feePpm: number): number {
  return Number(mulDivFloor(BigInt(amount), 1_000_000n, BigInt(1_000_000 + feePpm)));
}

/**
 * The notional that an order by amount may trade for where a buy pays its fee in quote: the fee
 * comes out of the amount.
 */
export function budgetOf(side: Side, amount: number, takerPpm: number): number {
  return side === BUY ? notionalWithin(amount, takerPpm) : amount;
}

/**
 * The worst price that a market order accepts: `slippagePpm` away from `ticks`, rounded towards
 * `ticks`, so that nobody gets a worse price than was agreed; never below one tick.
 */
export function protectionPrice(side: Side, ticks: number, slippagePpm: number): number {
  const distance = ppmFloor(ticks, slippagePpm);
  return side === BUY ? ticks + distance : Math.max(1, ticks - distance);
}

/** A share (in ppm) of `lots`, rounded down to whole lots. */
export function shareOf(lots: number, sharePpm: number): number {
  return ppmFloor(lots, sharePpm);
}
