import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';

/** A price of the canvas as decimal text in whole ticks, at least one tick. */
export function wholeTicks(price: number, tickSize: string): string {
  const tick = parseDecimal(tickSize, SCALE) ?? 1n;
  const count = Math.max(1, Math.round((price * 10 ** SCALE) / Number(tick)));
  return formatDecimal(BigInt(count) * tick, SCALE);
}
