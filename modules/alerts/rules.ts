/** What an alert waits for: a price that is reached, or a change within 24 hours, up or down. */
export const ALERT_KINDS = ['above', 'below', 'change'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Alerts of one person that wait. */
export const ALERTS_MAX = 50;

/** The least and the largest change, in parts per million: 0.1 % and 100 %. */
export const CHANGE_MIN_PPM = 1_000n;
export const CHANGE_MAX_PPM = 1_000_000n;

/** Digits of a percentage that is given as text: one unit of them is one part per million. */
export const PERCENT_SCALE = 4;

const MILLION = 1_000_000n;

/**
 * Whether a price fires an alert; a price of exactly the level does. Prices are in units, `open` is
 * that of 24 hours ago. Both sides are multiplied out, so nothing is rounded.
 */
export function fires(
  { kind, level }: { readonly kind: AlertKind; readonly level: bigint },
  price: bigint,
  open: bigint | null,
): boolean {
  if (kind === 'above') return price >= level;
  if (kind === 'below') return price <= level;
  if (open === null || open <= 0n) return false;
  const change = price > open ? price - open : open - price;
  return change * MILLION >= level * open;
}
