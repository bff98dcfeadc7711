import type { Level } from '../book/book-state.ts';

/** One step of a depth curve: the price in ticks and all lots from the best price to there. */
export interface Step {
  readonly ticks: number;
  readonly sumLots: number;
}

/** Both curves over a window of prices, and what the axes must hold. */
export interface Depth {
  readonly bids: readonly Step[];
  readonly asks: readonly Step[];
  readonly fromTicks: number;
  readonly toTicks: number;
  readonly mostLots: number;
}

/** Half the window in parts of the middle price, the widest that is shown. */
const HALF_WINDOW = 0.03;

/** Sums the levels of both sides around the middle price; null while a side is missing. */
export function depthOf(bids: readonly Level[], asks: readonly Level[]): Depth | null {
  const bid = bids[0]?.ticks;
  const ask = asks[0]?.ticks;
  if (bid === undefined || ask === undefined) return null;
  const middle = (bid + ask) / 2;
  const reach = Math.max(
    middle - (bids.at(-1)?.ticks ?? bid),
    (asks.at(-1)?.ticks ?? ask) - middle,
    1,
  );
  const half = Math.min(reach, middle * HALF_WINDOW);
  const fromTicks = middle - half;
  const toTicks = middle + half;
  const bidSteps = sum(bids, (ticks) => ticks >= fromTicks);
  const askSteps = sum(asks, (ticks) => ticks <= toTicks);
  const mostLots = Math.max(bidSteps.at(-1)?.sumLots ?? 0, askSteps.at(-1)?.sumLots ?? 0);
  return { bids: bidSteps, asks: askSteps, fromTicks, toTicks, mostLots };
}

function sum(levels: readonly Level[], inside: (ticks: number) => boolean): Step[] {
  const steps: Step[] = [];
  let sumLots = 0;
  for (const { ticks, lots } of levels) {
    if (!inside(ticks)) break;
    sumLots += lots;
    steps.push({ ticks, sumLots });
  }
  return steps;
}

/** What lies between the best price and a price of the window: the step that holds it, or null. */
export function stepAt(depth: Depth, ticks: number): (Step & { side: 'bid' | 'ask' }) | null {
  const bid = depth.bids[0]?.ticks ?? 0;
  const side = ticks <= bid ? 'bid' : 'ask';
  const steps = side === 'bid' ? depth.bids : depth.asks;
  let found: Step | null = null;
  for (const step of steps) {
    if (side === 'bid' ? step.ticks < ticks : step.ticks > ticks) break;
    found = step;
  }
  return found === null ? null : { ...found, side };
}
