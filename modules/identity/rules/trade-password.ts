import { MINUTE } from '@assay/core/time';

/** A wrong trade password from the fifth on costs a wait; ten lock it until it is reset. */
export const TRADE_PAUSE_AFTER = 5;
export const TRADE_PAUSE_MS = 15 * MINUTE;
export const TRADE_LOCK_AFTER = 10;

/** Paths on the keys of a phone, which people take for random. */
const PATHS = new Set(
  ['147258', '258369', '369258', '258147', '159753', '753159', '159357', '357159', '147369'].concat(
    ['741852', '852963', '963852', '852741', '258456', '456258', '142536', '246810', '135790'],
    ['112358', '314159', '271828', '696969', '420420', '520520', '521521', '131452', '102030'],
  ),
);

/**
 * Whether six digits are among those that are guessed first: runs, repetitions, pairs, paths on the
 * keys, dates in any order, or digits of how the person logs in.
 */
export function isCommonPin(pin: string, accounts: readonly (string | null)[]): boolean {
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  if (new Set(steps).size === 1 && [0, 1, 2, 9, 8].includes(steps[0]!)) return true;
  if (new Set(pin).size <= 2) return true;
  if (pin.slice(0, 3) === pin.slice(3) || pin.slice(0, 2).repeat(3) === pin) return true;
  if ([...pin].reverse().join('') === pin) return true;
  if (/^(\d)\1(\d)\2(\d)\3$/.test(pin) || /^(\d)\1\1(\d)\2\2$/.test(pin)) return true;
  if (PATHS.has(pin) || isDate(pin)) return true;
  return accounts.some((account) => account?.includes(pin));
}

/** DDMMYY, MMDDYY, YYMMDD, and a year of four digits beside a month or a day. */
function isDate(pin: string): boolean {
  const [a, b, c] = [pin.slice(0, 2), pin.slice(2, 4), pin.slice(4)].map(Number) as [
    number,
    number,
    number,
  ];
  const isDay = (day: number) => day >= 1 && day <= 31;
  const isMonth = (month: number) => month >= 1 && month <= 12;
  if ((isDay(a) && isMonth(b)) || (isMonth(a) && isDay(b)) || (isMonth(b) && isDay(c))) return true;
  return /^(?:19|20)/.test(pin) ? isDay(c) : /(?:19|20)\d\d$/.test(pin) && isDay(a);
}
