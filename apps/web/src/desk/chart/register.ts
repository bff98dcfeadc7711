/** Puts our tools into the charting library, once. */
import { getSupportedIndicators, registerOverlay } from 'klinecharts';
import type { IndicatorName } from './catalogue.ts';
import { fibonacci } from './drawings/fibonacci.ts';
import { type MeasureColors, measures } from './drawings/measure.ts';
import { patterns } from './drawings/patterns.ts';
import { shapes } from './drawings/shapes.ts';
import { ownFill, ownOrder } from './own-marks.ts';

let registered = false;

/**
 * Registers every drawing; `colors` is asked whenever one is drawn, so that a change of theme shows
 * at once.
 */
export function registerDrawings(colors: () => MeasureColors): void {
  if (registered) return;
  registered = true;
  const drawings = [...shapes, ...fibonacci, ...patterns, ...measures(colors)];
  for (const drawing of drawings) registerOverlay(drawing);
  registerOverlay(ownOrder);
  registerOverlay(ownFill);
}

/** Whether the chart knows an indicator by now. */
export function isRegistered(name: IndicatorName): boolean {
  return getSupportedIndicators().includes(name);
}

/**
 * Brings our own indicators. Few people lay one on, so they travel only to those who do. Without a
 * network nothing comes, and the next try asks again.
 */
export async function registerIndicators(): Promise<void> {
  const { register } = await import('./indicators/own.ts');
  register();
}
