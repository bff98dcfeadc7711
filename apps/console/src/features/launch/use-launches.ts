import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

export type Desk = CallOutputOf<'getLaunches'>;
export type Launch = Desk['projects'][number];
export type Application = CallOutputOf<'getLaunchApplications'>['applications'][number];

const POLL_MS = 5_000;
const KEY = 'launches';

export function useLaunches() {
  return useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => call('getLaunches', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** Each reading is recorded, so it is not repeated by itself; who comes back reads again. */
export function useApplications() {
  return useQuery({
    queryKey: [KEY, 'applications'],
    queryFn: ({ signal }) => call('getLaunchApplications', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
