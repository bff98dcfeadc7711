import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

export const LOANS = 'loans';
/** Staff and days go on without the page. */
const AGAIN_MS = 10_000;

export type Offer = CallOutput<'lendList'>['products'][number];
export type Preview = CallOutput<'previewLoan'>;
export type Detail = CallOutput<'getLoan'>;
export type Loan = Detail['loan'];
export type DocumentKind = CallOutput<'lend_img'>['needed'][number];

/** The loans that are offered. */
export function useProducts() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LOANS, 'products', token],
    queryFn: ({ signal }) => api.call('lendList', {}, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
  });
}

/** What an amount costs in all; nothing for half of one. */
export function usePreview(product: string, amount: string | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LOANS, 'preview', token, product, amount],
    queryFn: ({ signal }) =>
      api.call('previewLoan', { product, amount: amount! }, { signal, quiet: true }),
    enabled: amount !== null,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** Which documents are there. */
export function useDocuments() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LOANS, 'documents', token],
    queryFn: ({ signal }) => api.call('lend_img', {}, { signal, quiet: true }),
    staleTime: 0,
  });
}

export function useLoan(applicationId: number) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LOANS, 'one', token, applicationId],
    queryFn: ({ signal }) => api.call('getLoan', { applicationId }, { signal, quiet: true }),
    enabled: applicationId > 0,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
}

/** Reads again what a step has changed. */
export function useRenew(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [LOANS] });
}
