import type { CallOutput } from '@assay/core/schema/call';
import type { calls, StaffCase } from '@assay/modules/verification/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export type { StaffCase } from '@assay/modules/verification/schema';
export type QueueRow = CallOutput<(typeof calls)['getVerificationQueue']>['cases'][number];

const POLL_MS = 5_000;

/** What waits for a decision. */
export function useQueue() {
  return useQuery({
    queryKey: ['verification', 'queue'],
    queryFn: ({ signal }) => call('getVerificationQueue', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** Claims a case and reads it; each reading is recorded, so it is not repeated by itself. */
export function useCase(caseId: number) {
  return useQuery<StaffCase>({
    queryKey: ['verification', 'case', caseId],
    queryFn: async ({ signal }) => {
      await call('claimVerification', { caseId });
      return call('getVerificationCase', { caseId }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Forgets what was read of cases, after one has changed. */
export function useForget(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    queries.removeQueries({ queryKey: ['verification', 'case'] });
    await queries.invalidateQueries({ queryKey: ['verification', 'queue'] });
  };
}
