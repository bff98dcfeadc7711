import type { PurchaseCase } from '@assay/modules/purchases/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

export type { LineView, PurchaseCase, QueuedPurchase } from '@assay/modules/purchases/schema';
export type Payee = CallOutputOf<'getPayees'>['payees'][number];

const POLL_MS = 5_000;
const KEY = 'purchases';

/** Open orders, those to be paid first at the top. */
export function useQueue() {
  return useQuery({
    queryKey: [KEY, 'queue'],
    queryFn: ({ signal }) => call('getPurchaseQueue', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** Each reading is recorded, so it is not repeated by itself; who comes back reads again. */
export function useCase(purchaseId: number) {
  return useQuery<PurchaseCase>({
    queryKey: [KEY, 'case', purchaseId],
    queryFn: ({ signal }) => call('getPurchaseCase', { purchaseId }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** What came in on accounts of the house. */
export function useLines() {
  return useQuery({
    queryKey: [KEY, 'lines'],
    queryFn: ({ signal }) => call('getBankLines', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** What went out of them. */
export function useDebits() {
  return useQuery({
    queryKey: [KEY, 'debits'],
    queryFn: ({ signal }) => call('getBankDebits', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** The accounts to which people pay. */
export function usePayees() {
  return useQuery({
    queryKey: [KEY, 'payees'],
    queryFn: ({ signal }) => call('getPayees', {}, signal),
    refetchInterval: POLL_MS,
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
