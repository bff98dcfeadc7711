import { MINUTE } from '@assay/core/time';
import type { Terms, Window } from './document.ts';
import { firstWhen, type LocalTime, localTime, nextDay } from './zone.ts';

const isWithin = ({ from, until }: Window, { ofDay }: LocalTime) =>
  ofDay >= from * MINUTE && ofDay < until * MINUTE;

export function isOpen(windows: readonly Window[], at: number): boolean {
  return windows.some((window) => isWithin(window, localTime(window.zone, at)));
}

/** The first instant from `from` on at which requests leave: `from` itself while it is open. */
export function opensAt(windows: readonly Window[], from: number): number {
  const first = (window: Window) =>
    firstWhen(window.zone, from, (local) => isWithin(window, local), window.from * MINUTE);
  return Math.min(...windows.map(first));
}

/** The first instant from `from` on at which they do not; null where it is always open. */
export function closesAt(windows: readonly Window[], from: number): number | null {
  let at = from;
  // Where windows of two zones overlap, one may be open when the other closes, day after day.
  for (let round = 0; round < ROUNDS; round += 1) {
    const open = windows.find((window) => isWithin(window, localTime(window.zone, at)));
    if (open === undefined) return at;
    if (isWhole(open)) return null;
    const ends = (local: LocalTime) => !isWithin(open, local);
    at = firstWhen(open.zone, at, ends, (open.until % MINUTES) * MINUTE);
  }
  return null;
}

const MINUTES = 1440;
const ROUNDS = 8;
const isWhole = ({ from, until }: Window) => from === 0 && until === MINUTES;

/**
 * Whether another request may go at an instant. `accepted`: when those that count go. What goes on
 * a later day counts too, so that a clock that is put back gives nobody two more.
 */
export function hasRoom(terms: Terms, accepted: readonly number[], at: number): boolean {
  return terms.windows.some(({ zone }) => {
    const today = localTime(zone, at).day;
    return accepted.filter((one) => localTime(zone, one).day >= today).length < terms.perDay;
  });
}

/** Accepted requests that count on the day of an instant, and when the next day begins. */
export function countOfDay(
  zone: string,
  accepted: readonly number[],
  at: number,
): { readonly count: number; readonly resetsAt: number } {
  const today = localTime(zone, at).day;
  const count = accepted.filter((one) => localTime(zone, one).day === today).length;
  return { count, resetsAt: nextDay(zone, at) };
}

/**
 * The first instant from `from` on at which a request can go on a day that has room for it. However
 * late accepted ones go, no days are walked: there is room from the day on after the one that has
 * the last of as many as a day allows.
 */
export function slotAt(terms: Terms, accepted: readonly number[], from: number): number {
  let at = opensAt(terms.windows, from);
  if (hasRoom(terms, accepted, at)) return at;
  const fills = accepted.toSorted((a, b) => b - a)[terms.perDay - 1]!;
  const free = Math.min(...terms.windows.map(({ zone }) => nextDay(zone, fills)));
  at = opensAt(terms.windows, Math.max(at, free));
  // Only where a clock is put back over midnight, for its day begins twice.
  while (!hasRoom(terms, accepted, at)) {
    const days = terms.windows.map(({ zone }) => nextDay(zone, at));
    at = opensAt(terms.windows, Math.min(...days));
  }
  return at;
}
