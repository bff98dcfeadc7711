import { ppmCeil, ppmFloor } from '../num/integer.ts';
import { BUY, type Side } from './side.ts';

/** TRAILING_DELTA: the distance of a trailing stop in basis points, both bounds included. */
export const MIN_TRAILING_DELTA = 10;
export const MAX_TRAILING_DELTA = 2_000;

const ONE_PPM = 1_000_000;
const PPM_PER_BASIS_POINT = 100;

/**
 * The price that fires a trailing stop, in ticks: for a buy so far above the lowest price that it
 * followed, for a sell so far below the highest. Rounded so that a price is at or beyond it exactly
 * when it has moved by the whole distance; at least one tick.
 */
export function trailingTrigger(side: Side, extreme: number, basisPoints: number): number {
  const distance = basisPoints * PPM_PER_BASIS_POINT;
  return side === BUY
    ? ppmCeil(extreme, ONE_PPM + distance)
    : Math.max(1, ppmFloor(extreme, ONE_PPM - distance));
}
