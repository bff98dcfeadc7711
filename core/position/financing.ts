import { floorDiv, ONE, PAR, type Rate } from './value.ts';

/** What keeping a position over a night costs, per unit of the base, as it is published. */
export interface Carry {
  /**
   * In units of 1e-8 over `days`: the tom-next swap points of a night, or the difference between
   * the next and the front future over the days between their expiries. May be below zero.
   */
  readonly carry: number;
  readonly days: number;
  /** The charge of the house, in millionths of the price a year. */
  readonly adminPpm: number;
}

const YEAR = 365n;
const PPM = 1_000_000n;

/**
 * What the holder of a position receives for nights, below zero for what they pay. A long pays
 * quantity x (carry + admin), a short receives quantity x (carry - admin); one division at the
 * end, rounded down, so that less than one unit is against the holder.
 * @param price the index at the cut-off, in units of 1e-8
 */
export function financingOf(
  side: 1 | -1,
  quantity: bigint,
  price: number,
  { carry, days, adminPpm }: Carry,
  nights: { readonly carry: number; readonly admin: number },
  { of, per }: Rate = PAR,
): bigint {
  const carried = BigInt(carry) * BigInt(nights.carry) * YEAR * PPM;
  const admin = BigInt(price) * BigInt(adminPpm) * BigInt(nights.admin) * BigInt(days);
  const each = BigInt(-side) * carried - admin;
  return floorDiv(each * quantity * of, BigInt(days) * YEAR * PPM * ONE * per);
}
