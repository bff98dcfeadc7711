import type { Interval } from '@assay/modules/feeds/schema';

/** Charting names of our intervals: minutes, then days, weeks and months. */
const INTERVALS: Readonly<Record<string, Interval>> = {
  '1': '1m',
  '3': '3m',
  '5': '5m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
  '120': '2h',
  '240': '4h',
  '360': '6h',
  '480': '8h',
  '720': '12h',
  '1D': '1d',
  '3D': '3d',
  '1W': '1w',
  '1M': '1M',
};

/** Older names of the same intervals. */
const OLDER: Readonly<Record<string, string>> = { D: '1D', W: '1W', M: '1M' };

export const RESOLUTIONS = Object.keys(INTERVALS);
export const MINUTES = RESOLUTIONS.filter((resolution) => /^\d+$/.test(resolution));

/** The interval of a resolution, undefined for one that we do not have. */
export function intervalOf(resolution: string): Interval | undefined {
  const name = OLDER[resolution] ?? resolution;
  return Object.hasOwn(INTERVALS, name) ? INTERVALS[name] : undefined;
}
