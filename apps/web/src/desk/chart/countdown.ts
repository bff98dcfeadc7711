import { INTERVALS, type Interval } from './settings.ts';

/**
 * The time until a candle closes, as h:mm:ss or mm:ss; times in ms, `now` by the server's clock.
 * Empty for months, whose length is nominal.
 */
export function closesIn(interval: Interval, openAt: number, now: number): string {
  if (interval === '1M') return '';
  const left = openAt + INTERVALS[interval] - now;
  // The next candle is about to arrive, or the clocks differ by more than the length of a candle.
  if (left <= 0 || left > INTERVALS[interval]) return '';
  const seconds = Math.floor(left / 1000);
  const two = (part: number) => `${part}`.padStart(2, '0');
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${rest}` : rest;
}
