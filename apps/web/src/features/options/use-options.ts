import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { REWARDS } from '../../lib/data/trial-funds.ts';
import { useRenewed } from '../../lib/data/use-renewed.ts';

export type OptionMarket = CallOutput<'getOptionMarkets'>['markets'][number];
export type OpenOption = CallOutput<'getOptions'>['open'][number];
/** One that runs or has ended. */
export type AnyOption = OpenOption['option'];
export type EndedOption = CallOutput<'getOptions'>['ended'][number];
export type Quoted = CallOutput<'quoteOption'>;

const OPTIONS = 'options';
const ENDED = 'endedOptions';
const ASSETS = 'assets';
const MARKETS = 'optionMarkets';
const LIMITS = 'optionLimits';
/** All that a purchase, a sale or a limit changes. */
export const CHANGING = [OPTIONS, ENDED, ASSETS, MARKETS, LIMITS, REWARDS];

/** Capacity changes with what others buy. */
const CAPACITY_MS = 5_000;
/** A quote holds for ten seconds: whoever buys has some of them left. */
const QUOTE_MS = 4_000;
/** What an open option brings changes with each tick. */
const SALE_MS = 2_000;
const RECENT = 5;
const PAGE = 50;

const quiet = { quiet: true } as const;

export function useOptionMarkets() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [MARKETS, token],
    queryFn: ({ signal }) => api.call('getOptionMarkets', {}, { signal, ...quiet }),
    refetchInterval: CAPACITY_MS,
    staleTime: 0,
  });
}

/** Open options with what each brings now, and the last that ended. */
export function useOptions() {
  const token = useSession((session) => session.token);
  useRenewed(OPTIONS);
  return useQuery({
    queryKey: [OPTIONS, token],
    queryFn: ({ signal }) => api.call('getOptions', { limit: RECENT }, { signal, ...quiet }),
    refetchInterval: ({ state }) => ((state.data?.open.length ?? 0) > 0 ? SALE_MS : false),
    staleTime: 0,
  });
}

/** All that ended, newest first, a page after the other. */
export function useEndedOptions() {
  const token = useSession((session) => session.token);
  useRenewed(ENDED);
  return useInfiniteQuery({
    queryKey: [ENDED, token],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return api.call('getOptions', { ...before, limit: PAGE }, { signal, ...quiet });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ ended }) => (ended.length < PAGE ? null : (ended.at(-1)?.id ?? null)),
    staleTime: 0,
  });
}

export function useLimits() {
  const token = useSession((session) => session.token);
  useRenewed(LIMITS);
  return useQuery({
    queryKey: [LIMITS, token],
    queryFn: ({ signal }) => api.call('getOptionLimits', {}, { signal, ...quiet }),
    staleTime: 0,
  });
}

/** A quote for what is asked, asked for again long before it is over. */
export function useQuote(asked: CallInput<'quoteOption'> | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: ['optionQuote', token, asked],
    queryFn: ({ signal }) => {
      if (asked === null) throw new Error('nothing is asked for');
      return api.call('quoteOption', asked, { signal, ...quiet });
    },
    enabled: asked !== null,
    refetchInterval: QUOTE_MS,
    ...{ staleTime: 0, gcTime: 0, retry: false },
  });
}
