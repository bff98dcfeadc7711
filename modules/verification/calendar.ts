import { DAY } from '@assay/core/time';

/** The first day, as `YYYY-MM-DD`, that may not have ended everywhere on earth. */
export function firstOpenDay(now: number): string {
  return new Date(now - DAY).toISOString().slice(0, 10);
}
