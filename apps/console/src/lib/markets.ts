import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

const POLL_MS = 10_000;

/** All markets, as everybody reads them. */
export function useAllMarkets() {
  const { data } = useQuery({
    queryKey: ['markets'],
    queryFn: ({ signal }) => call('getmarketList', {}, signal),
    refetchInterval: POLL_MS,
  });
  return data?.markets ?? [];
}

/** The indices that markets follow, each once. */
export function useMarketIndices(): readonly string[] {
  return [...new Set(useAllMarkets().map(({ indexName }) => indexName))];
}
