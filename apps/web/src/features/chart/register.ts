/** Puts our indicators and drawing tools into the charting library, once. */
import { registerIndicator, registerOverlay } from 'klinecharts';
import { fibonacci } from './drawings/fibonacci.ts';
import { type MeasureColors, measures } from './drawings/measure.ts';
import { patterns } from './drawings/patterns.ts';
import { shapes } from './drawings/shapes.ts';
import { momentumIndicators } from './indicators/momentum.ts';
import { type StreamIndicator, templateOf } from './indicators/stream.ts';
import { trendIndicators } from './indicators/trend.ts';
import { volatilityIndicators, volumeIndicators } from './indicators/volatility.ts';
import { ownFill, ownOrder } from './own-marks.ts';

/** Our indicators, beside the ones that the charting library brings. */
export const ownIndicators: readonly StreamIndicator[] = [
  ...trendIndicators,
  ...momentumIndicators,
  ...volatilityIndicators,
  ...volumeIndicators,
];

let registered = false;

/**
 * Registers every tool; `colors` is asked at each drawing, so that a change of theme shows at once.
 */
export function registerTools(colors: () => MeasureColors): void {
  if (registered) return;
  registered = true;
  for (const indicator of ownIndicators) registerIndicator(templateOf(indicator));
  const drawings = [...shapes, ...fibonacci, ...patterns, ...measures(colors)];
  for (const drawing of drawings) registerOverlay(drawing);
  registerOverlay(ownOrder);
  registerOverlay(ownFill);
}
