import type { MarketView } from '@assay/modules/markets/schema';
import { useAllMarkets } from '../../lib/markets.ts';

/** At what stage the market of each contract is, and the indices that have none. */
export function useStages() {
  const markets = useAllMarkets();
  const own = markets.filter(({ product }) => product === 'cfd');
  const stages = new Map<string, MarketView['stage']>(
    own.map(({ market, stage }) => [market, stage]),
  );
  const taken = new Set(own.map(({ indexName }) => indexName));
  // A price in a coin is none in USDT, in which contracts are counted.
  const free = markets.filter(({ indexName }) => {
    return !taken.has(indexName) && indexName.endsWith('-USDT');
  });
  return { stages, free: [...new Set(free.map(({ indexName }) => indexName))] };
}
