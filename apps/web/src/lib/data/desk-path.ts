import type { MarketView } from '../api/wire.ts';

/** Where the markets of a product are traded: a product with a desk of its own adds its path. */
const DESKS: Readonly<Record<string, string>> = { spot: '/deal', cfd: '/preciousMetal' };

/** The address at which a market is traded; undefined for a product without a desk. */
export function deskPath({ product, market }: MarketView): string | undefined {
  const path = DESKS[product];
  return path && `${path}?market=${market}`;
}
