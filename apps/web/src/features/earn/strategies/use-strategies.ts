import type { StatusMap } from '@assay/kit/display/badge.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api, queries } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { useRenewed } from '../../../lib/data/use-renewed.ts';

export type Strategy = CallOutput<'getStrategyList'>['products'][number];
export type StrategyInfo = CallOutput<'getStrategyInfo'>;
export type Cut = StrategyInfo['cuts'][number];
export type Fill = CallOutput<'getStrategyTrades'>['fills'][number];
export type ContractStep = CallOutput<'getStrategyContracts'>['receipts'][number];
export type Holding = CallOutput<'getMyHoldings'>['open'][number];
export type EndedHolding = CallOutput<'getMyHoldings'>['ended'][number];

export const HOLDING_STATES: StatusMap<EndedHolding['state']> = {
  pending: { tone: 'neutral', label: (t) => t(($) => $.strategies.states.pending) },
  held: { tone: 'good', label: (t) => t(($) => $.strategies.states.held) },
  redeeming: { tone: 'warning', label: (t) => t(($) => $.strategies.states.redeeming) },
  redeemed: { tone: 'neutral', label: (t) => t(($) => $.strategies.states.redeemed) },
  refunded: { tone: 'neutral', label: (t) => t(($) => $.strategies.states.refunded) },
  closed: { tone: 'neutral', label: (t) => t(($) => $.strategies.states.closed) },
};

const LIST = 'strategies';
const INFO = 'strategy';
const TRADES = 'strategyTrades';
const CONTRACTS = 'strategyContracts';
const HOLDINGS = 'holdings';
const ASSETS = 'assets';
const POLL_MS = 10_000;
const PAGE = 50;
const quiet = { quiet: true } as const;

/** After whatever changes a holding. */
export function renewStrategies(): void {
  for (const key of [LIST, INFO, HOLDINGS, ASSETS]) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}

export function useStrategies() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LIST, token],
    queryFn: ({ signal }) => api.call('getStrategyList', {}, { signal, ...quiet }),
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
}

export function useStrategy(product: string) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [INFO, token, product],
    queryFn: ({ signal }) => api.call('getStrategyInfo', { product }, { signal, ...quiet }),
    refetchInterval: POLL_MS,
    ...{ staleTime: 0, retry: false },
  });
}

/** The trades of the account, a page after the other. */
export function useTrades(product: string) {
  const token = useSession((session) => session.token);
  return useInfiniteQuery({
    queryKey: [TRADES, token, product],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      const input = { product, ...before, limit: PAGE };
      return api.call('getStrategyTrades', input, { signal, ...quiet });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** What the account did with contracts, a page after the other. */
export function useContracts(product: string) {
  const token = useSession((session) => session.token);
  return useInfiniteQuery({
    queryKey: [CONTRACTS, token, product],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      const input = { product, ...before, limit: PAGE };
      return api.call('getStrategyContracts', input, { signal, ...quiet });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function useHoldings() {
  const token = useSession((session) => session.token);
  useRenewed(HOLDINGS);
  return useQuery({
    queryKey: [HOLDINGS, token],
    queryFn: ({ signal }) => api.call('getMyHoldings', {}, { signal, ...quiet }),
    staleTime: 0,
  });
}
