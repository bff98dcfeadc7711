import { mulDivFloor } from '@assay/core/num/integer';
import { DAY } from '@assay/core/time';

/** How far up an invitation counts. */
export const LEVELS = [1, 2, 3, 4] as const;
export const LEVEL_COUNT = LEVELS.length;
/** Levels that some countries do not allow. */
export const FIRST_DEEP_LEVEL = 3;

const PPM = 1_000_000;
/** All levels together get at most half of a fee, whatever is published (reference §3.8). */
export const MOST_SHARED_PPM = PPM / 2;
/** The UTC day of an instant, in days since 1970-01-01. */
export const dayOf = (at: number) => Math.floor(at / DAY);
export const dayStart = (day: number) => day * DAY;

/** Why these are no rates of the four levels; true when they are. */
export function areRates(rates: readonly number[]): boolean {
  if (!Array.isArray(rates) || rates.length !== LEVEL_COUNT) return false;
  const all: readonly number[] = rates;
  const whole = all.every((rate) => Number.isSafeInteger(rate) && rate >= 0 && rate <= PPM);
  return whole && all.reduce((sum, rate) => sum + rate, 0) <= MOST_SHARED_PPM;
}

/** What a level gets of fees that the house has kept: rounded down, in the house's favour. */
export function commissionOf(fees: bigint, ratePpm: number): bigint {
  return mulDivFloor(fees, BigInt(ratePpm), BigInt(PPM));
}

/**
 * What is kept of a fee when something of all fees of the day was given back: of each asset the
 * same part, rounded down. `all` and `given` are of one asset, `given` no more than `all`.
 */
export function keptOf(fee: bigint, { all, given }: Record<'all' | 'given', bigint>): bigint {
  return given === 0n ? fee : mulDivFloor(fee, all - given, all);
}

/** The last day whose commissions are due: it is over, and has waited for so many days. */
export const lastDueDay = (at: number, waitDays: number) => dayOf(at) - 1 - waitDays;

/** When commissions of a day are paid. */
export const dueAt = (day: number, waitDays: number) => dayStart(day + 1 + waitDays);

/** A name by which somebody's members differ, without saying who they are. */
export function maskedNumber(userId: number): string {
  const digits = String(userId);
  return `#${'*'.repeat(Math.max(0, digits.length - 2))}${digits.slice(-2)}`;
}
