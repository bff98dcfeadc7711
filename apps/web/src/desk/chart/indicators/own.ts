import { registerIndicator } from 'klinecharts';
import { momentumIndicators } from './momentum.ts';
import { type StreamIndicator, templateOf } from './stream.ts';
import { trendIndicators } from './trend.ts';
import { volatilityIndicators, volumeIndicators } from './volatility.ts';

/** Our own indicators, in addition to those of the charting library. */
export const ownIndicators: readonly StreamIndicator[] = [
  ...trendIndicators,
  ...momentumIndicators,
  ...volatilityIndicators,
  ...volumeIndicators,
];

let registered = false;

/** Registers our indicators with the charting library, once. */
export function register(): void {
  if (registered) return;
  registered = true;
  for (const indicator of ownIndicators) registerIndicator(templateOf(indicator));
}
