import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../api/tables.ts';
import { useMarkets } from './markets.ts';
import { api } from './services.ts';

export type Tick = Pick<CallOutput<'getTickLog'>['ticks'][number], 'n' | 'at' | 'price'>;

/** The published rate of the ticks. */
const TICK_MS = 1_000;
/** Three minutes of ticks. */
const TICKS = 180;

/** How prices of an index are written, its pair, and when its session begins again. */
export function useIndexFacts(index: string) {
  const market = useMarkets().data?.find(({ indexName }) => indexName === index);
  const [base = index, quote = ''] = index.split('-');
  return {
    ...{ base: market?.base ?? base, quote: market?.quote ?? quote },
    ...{ decimals: market?.priceDecimals ?? 2, opensAt: market?.session.nextOpening ?? null },
  };
}

/** The newest ticks of the log by which products on an index are settled, oldest first. */
export function useTicks(index: string) {
  const cache = useQueryClient();
  const queryKey = ['ticks', index];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = cache.getQueryData<readonly Tick[]>(queryKey) ?? [];
      const last = known.at(-1);
      const isNear = last !== undefined && Date.now() - last.at < TICKS * TICK_MS;
      const from = isNear ? { from: last.n } : {};
      const input = { index, ...from, limit: TICKS };
      const { ticks } = await api.call('getTickLog', input, { signal, quiet: true });
      const before = isNear ? known.filter(({ n }) => n < (ticks[0]?.n ?? Infinity)) : [];
      return [...before, ...ticks].slice(-TICKS);
    },
    enabled: index !== '',
    refetchInterval: TICK_MS,
    staleTime: 0,
  });
}
