import { symbolOf } from '../rules/symbols.ts';
import { CURRENCY_PROFILES, profileOf } from './profiles.ts';
import { SimulatedPath } from './simulated-path.ts';
import { type FeedIndex, pairOf } from './source.ts';

/** A made-up price as a function of time, and what is traded at it. */
export interface MadeUpPrice {
  price(at: number): number;
  volume(from: number, to: number, step?: number): number;
}

/**
 * The path of an index. Currencies have a path each, in dollars, and a pair is the ratio of two:
 * whoever changes one into another by way of a third pays what the direct pair says.
 */
export function madeUpPrice(seed: string, index: FeedIndex, origin: number): MadeUpPrice {
  if (symbolOf(index.name)?.class !== 'forex') {
    // Drawn under the name of the pair: prices go on as they were before indices had names.
    return new SimulatedPath(seed, pairOf(index), profileOf(index.base), origin);
  }
  const base = currency(seed, index.base, origin);
  const quote = currency(seed, index.quote, origin);
  return {
    price: (at) => (base?.price(at) ?? 1) / (quote?.price(at) ?? 1),
    volume: (from, to, step) => (base ?? quote)?.volume(from, to, step) ?? 0,
  };
}

/** Undefined for the dollar, in which the others count. */
function currency(seed: string, code: string, origin: number): SimulatedPath | undefined {
  if (code === 'USD') return undefined;
  const profile = CURRENCY_PROFILES[code] ?? profileOf(code);
  return new SimulatedPath(seed, `${code}USD`, profile, origin);
}
