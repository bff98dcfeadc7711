import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';

/**
 * The part of a balance that is below a lot, so that no order can sell it: the fee of a purchase is
 * taken from what it buys, and leaves such parts. `steps` are those of the markets that sell the
 * asset. Decimal text, empty for none.
 */
export function dustOf(available: string, steps: readonly string[]): string {
  const units = unitsOf(available);
  const sizes = steps.map(unitsOf).filter((size) => size > 0n);
  if (sizes.length === 0) return '';
  const parts = sizes.map((size) => units % size).toSorted((a, b) => Number(a - b));
  return textOf(parts[0] ?? 0n);
}

/**
 * What stays of a balance when `quantity` of it is sold, where that is below a lot: the sale takes
 * all that it can. Decimal text, empty where more stays or nothing.
 */
export function staysOf(available: string, quantity: string, step: string): string {
  const rest = unitsOf(available) - unitsOf(quantity);
  return rest > 0n && rest < unitsOf(step) ? textOf(rest) : '';
}

const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;
const textOf = (units: bigint) => (units === 0n ? '' : formatDecimal(units, SCALE));
