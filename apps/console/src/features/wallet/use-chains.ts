import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

const POLL_MS = 3_000;

export type Chain = CallOutputOf<'getChains'>['chains'][number];
export type Token = Chain['tokens'][number];

/** The chains on which customers deposit, with where their nodes stand. */
export function useChains() {
  return useQuery({
    queryKey: ['chains'],
    queryFn: ({ signal }) => call('getChains', {}, signal),
    refetchInterval: POLL_MS,
  });
}
