import type { MarketView } from '../../lib/api/wire.ts';

/**
 * How well a market answers what is typed; 0 when not at all. Beginnings beat middles, symbols beat
 * names.
 */
function score(market: MarketView, wanted: string): number {
  const symbol = plain(market.market);
  const base = plain(market.base);
  const name = plain(market.name);
  if (base === wanted || symbol === wanted) return 5;
  if (symbol.startsWith(wanted)) return 4;
  if (name.startsWith(wanted)) return 3;
  if (symbol.includes(wanted)) return 2;
  return name.includes(wanted) ? 1 : 0;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s/_-]/g, '');
}

/** The markets that answer what is typed, best first; all in their order for an empty text. */
export function findMarkets(markets: readonly MarketView[], text: string): readonly MarketView[] {
  const wanted = plain(text);
  if (wanted === '') return markets;
  return markets
    .map((market) => ({ market, score: score(market, wanted) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((each) => each.market);
}

/** Recent ones first in the order of their visits, then the rest. */
export function recentFirst(
  markets: readonly MarketView[],
  recent: readonly string[],
): readonly MarketView[] {
  const place = (market: MarketView) => {
    const index = recent.indexOf(market.market);
    return index < 0 ? recent.length : index;
  };
  return [...markets].sort((a, b) => place(a) - place(b));
}
