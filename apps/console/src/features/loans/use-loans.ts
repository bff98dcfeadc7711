import type { LoanCase } from '@assay/modules/loans/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

export type {
  LoanCase,
  QueuedLoan,
  StaffProduct,
  WaitingRepayment,
} from '@assay/modules/loans/schema';
export type Pool = CallOutputOf<'getLoanPool'>;
export type CollateralPool = CallOutputOf<'getCollateralPool'>;
export type CollateralAsset = CollateralPool['assets'][number];

const POLL_MS = 5_000;
const KEY = 'loans';

/** What waits for a decision: applications by their deadline, and payments. */
export function useQueue() {
  return useQuery({
    queryKey: [KEY, 'queue'],
    queryFn: ({ signal }) => call('getLoanQueue', {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function usePool() {
  return useQuery({
    queryKey: [KEY, 'pool'],
    queryFn: ({ signal }) => call('getLoanPool', {}, signal),
    refetchInterval: POLL_MS,
  });
}

export function useCollateralPool() {
  return useQuery({
    queryKey: [KEY, 'collateral'],
    queryFn: ({ signal }) => call('getCollateralPool', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** Each reading is recorded, so it is not repeated by itself; who comes back reads again. */
export function useCase(applicationId: number) {
  return useQuery<LoanCase>({
    queryKey: [KEY, 'case', applicationId],
    queryFn: ({ signal }) => call('getLoanCase', { applicationId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Reads again what a decision has changed. */
export function useForget(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ queryKey: [KEY] });
    await queries.invalidateQueries({ queryKey: ['proposals'] });
  };
}
