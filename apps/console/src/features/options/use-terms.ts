import type { Realm } from '@assay/core/ledger/realm';
import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

const POLL_MS = 5_000;

export type Terms = CallOutputOf<'getOptionTerms'>['markets'][number];

/** The terms of all markets of options, and what the house stands to lose. */
export function useTerms(realm: Realm) {
  return useQuery({
    queryKey: ['optionTerms', realm],
    queryFn: ({ signal }) => call('getOptionTerms', { realm }, signal),
    refetchInterval: POLL_MS,
  });
}
