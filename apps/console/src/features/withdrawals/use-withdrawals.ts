import type { WithdrawalCase } from '@assay/modules/wallet/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export type { QueuedWithdrawal, WithdrawalCase } from '@assay/modules/wallet/schema';

const POLL_MS = 5_000;

/** What waits for people, and what goes on by itself. */
export function useQueue() {
  return useQuery({
    queryKey: ['withdrawals', 'queue'],
    queryFn: ({ signal }) => call('getWithdrawalQueue', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** Each reading is recorded, so it is not repeated by itself; who comes back reads again. */
export function useCase(withdrawalId: number) {
  return useQuery<WithdrawalCase>({
    queryKey: ['withdrawals', 'case', withdrawalId],
    queryFn: ({ signal }) => call('getWithdrawalCase', { withdrawalId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Reads again what a decision has changed. */
export function useForget(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: ['withdrawals'] });
    await queries.invalidateQueries({ queryKey: ['proposals'] });
  };
}
