import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRenewed } from '../../lib/data/use-renewed.ts';

export type Card = CallOutput<'getNewcoinsList'>['projects'][number];
export type Info = CallOutput<'getNewcoinsInfo'>;
export type Project = Info['project'];
export type Mine = NonNullable<Info['mine']>;
export type Entry = CallOutput<'getMyNewcoins'>['subscriptions'][number];
export type Phase = Card['phase'];

const LIST = 'launches';
const ONE = 'launch';
const OWN = 'ownLaunches';
const ASSETS = 'assets';
/** All that a subscription changes. */
const CHANGING = [LIST, ONE, OWN, ASSETS];

export function renewLaunches(): void {
  for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
}

/** What others subscribe is seen within this time. */
const AGAIN_MS = 5_000;
const PAGE = 50;

export function useProjects() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LIST, token],
    queryFn: ({ signal }) => api.call('getNewcoinsList', {}, { signal, quiet: true }),
    ...{ refetchInterval: AGAIN_MS, staleTime: 0 },
  });
}

export function useProject(launchId: number) {
  const token = useSession((session) => session.token);
  useRenewed(ONE);
  return useQuery({
    queryKey: [ONE, token, launchId],
    queryFn: ({ signal }) => api.call('getNewcoinsInfo', { launchId }, { signal, quiet: true }),
    enabled: launchId > 0,
    ...{ refetchInterval: AGAIN_MS, staleTime: 0, retry: false },
  });
}

/** What somebody subscribed, the newest first, a page after the other. */
export function useOwn() {
  const token = useSession((session) => session.token);
  useRenewed(OWN);
  return useInfiniteQuery({
    queryKey: [OWN, token],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return api.call('getMyNewcoins', { ...before, limit: PAGE }, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ subscriptions }) =>
      subscriptions.length < PAGE ? null : (subscriptions.at(-1)?.subscription.launchId ?? null),
    staleTime: 0,
  });
}
