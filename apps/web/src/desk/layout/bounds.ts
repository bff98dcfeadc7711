/** The panels whose size a person may change. */
export type Size = 'bookWidth' | 'ticketWidth' | 'bottomHeight' | 'tradesHeight';

/** Bounds in px: below the least a panel cannot be read, above the most the chart cannot. */
export const BOUNDS: Readonly<Record<Size, readonly [number, number]>> = {
  bookWidth: [232, 420],
  ticketWidth: [272, 400],
  bottomHeight: [120, 520],
  tradesHeight: [120, 600],
};

/** A size within its bounds. */
export function bounded(size: Size, value: number): number {
  const [least, most] = BOUNDS[size];
  return Math.round(Math.min(most, Math.max(least, value)));
}
