import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

export const RECOVERIES = 'recoveries';
const POLL_MS = 5_000;

export type Recovery = CallOutputOf<'getRecoveryQueue'>['recoveries'][number];

/** What came on a wrong network or of an unknown token, by deadline. */
export function useRecoveries() {
  return useQuery({
    queryKey: [RECOVERIES],
    queryFn: ({ signal }) => call('getRecoveryQueue', {}, signal),
    refetchInterval: POLL_MS,
  });
}
