/** Registers our tools with the charting library, once. */
import { getSupportedIndicators, registerOverlay } from 'klinecharts';
import type { IndicatorName } from './catalogue.ts';
import { fibonacci } from './drawings/fibonacci.ts';
import { type MeasureColors, measures } from './drawings/measure.ts';
import { patterns } from './drawings/patterns.ts';
import { shapes } from './drawings/shapes.ts';
import { ownFill, ownOrder } from './own-marks.ts';

let registered = false;

/**
 * Registers every drawing; `colors` is called on each draw, so that a change of theme takes effect
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

/** Whether an indicator is already registered with the charting library. */
export function isRegistered(name: IndicatorName): boolean {
  return getSupportedIndicators().includes(name);
}

/**
 * Loads our own indicators. They are loaded on demand, because few users add one. A load that fails
 * without a network is retried by the next call.
 */
export async function registerIndicators(): Promise<void> {
  const { register } = await import('./indicators/own.ts');
  register();
}
