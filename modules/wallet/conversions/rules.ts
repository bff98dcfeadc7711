import { mulDivCeil, mulDivFloor } from '@assay/core/num/integer';
import { MINUTE } from '@assay/core/time';

/** The fee of a conversion: 0.2 % of the value. */
export const CONVERSION_FEE_PPM = 2_000;
/** An index that is older prices nothing. */
export const PRICE_AGE_MS = MINUTE;
/** Balances in one command. */
export const MAX_CONVERTED = 50;

const ONE = 100_000_000n;
const MILLION = 1_000_000n;

/** Amounts in units of 1e-8; prices in units of 1e-8 of USDT for a whole one. */
export interface SmallTerms {
  readonly amount: bigint;
  readonly price: bigint;
  /** What an order in the asset's market is at least, in the asset and in USDT. */
  readonly minQuantity: bigint;
  readonly minNotional: bigint;
}

export interface SmallValue {
  readonly value: bigint;
  readonly fee: bigint;
  /** `value - fee`, above 0. */
  readonly paid: bigint;
}

/**
 * What a small balance is converted to: its value at the index, rounded down, less the fee, rounded
 * up; both in favour of the house, as with every order. Null when it can be sold by an order, or is
 * worth less than a unit after the fee.
 */
export function smallValue({
  amount,
  price,
  minQuantity,
  minNotional,
}: SmallTerms): SmallValue | null {
  if (amount <= 0n) return null;
  const value = mulDivFloor(amount, price, ONE);
  if (amount >= minQuantity && value >= minNotional) return null;
  const fee = mulDivCeil(value, BigInt(CONVERSION_FEE_PPM), MILLION);
  return value > fee ? { value, fee, paid: value - fee } : null;
}
