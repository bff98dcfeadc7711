import { DAY, HOUR } from '@assay/core/time';

/** The days of the week on which the server of these journeys begins and ends. */
const WEDNESDAY = 3;
const SATURDAY = 6;

/** The next Wednesday, 14:00 UTC: every market is open, and no holiday of ours is on it. */
export function wednesday(now: number): number {
  const midnight = Math.floor(now / DAY) * DAY;
  const days = (WEDNESDAY - new Date(midnight).getUTCDay() + 7) % 7 || 7;
  const at = midnight + days * DAY + 14 * HOUR;
  const [month, day] = [new Date(at).getUTCMonth(), new Date(at).getUTCDate()];
  const isHoliday = (month === 11 && day > 22) || (month === 0 && day < 3);
  return isHoliday || HOLIDAYS.includes(`${month + 1}-${day}`) ? at + 7 * DAY : at;
}

/** Fixed American holidays that may be on a Wednesday. */
const HOLIDAYS = ['6-19', '7-4'];

/** The next Saturday, 12:00 UTC. */
export function saturday(now: number): number {
  const midnight = Math.floor(now / DAY) * DAY;
  const days = (SATURDAY - new Date(midnight).getUTCDay() + 7) % 7 || 7;
  return midnight + days * DAY + 12 * HOUR;
}
