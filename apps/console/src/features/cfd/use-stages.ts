import type { MarketView } from '@assay/modules/markets/schema';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

const POLL_MS = 10_000;

/** At what stage the market of each contract is, and the indices that have none. */
export function useStages() {
  const { data } = useQuery({
    queryKey: ['markets'],
    queryFn: ({ signal }) => call('getmarketList', {}, signal),
    refetchInterval: POLL_MS,
  });
  const markets = data?.markets ?? [];
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
