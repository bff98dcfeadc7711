import type { Realm } from '@assay/core/ledger/realm';
import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

/** Prices move with each tick, a second. */
const POLL_MS = 2_000;

export type Exposure = CallOutputOf<'getCfdExposure'>;

/** What customers have open of each contract, and what the house stands to lose. */
export function useExposure(realm: Realm) {
  return useQuery({
    queryKey: ['cfdExposure', realm],
    queryFn: ({ signal }) => call('getCfdExposure', { realm }, signal),
    refetchInterval: POLL_MS,
  });
}
