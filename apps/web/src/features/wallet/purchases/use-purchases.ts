import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';

export const PURCHASES = 'purchases';
/** Staff and banks go on without the page. */
const AGAIN_MS = 10_000;

export type Purchase = CallOutput<'getPurchase'>['purchase'];
export type PurchaseEvent = CallOutput<'getPurchase'>['timeline'][number];
export type Terms = CallOutput<'getPurchaseTerms'>;
export type Currency = CallInput<'previewPurchase'>['currency'];

/** In which currencies coins are sold now, at which rates. */
export function useTerms() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PURCHASES, 'terms', token],
    queryFn: ({ signal }) => api.call('getPurchaseTerms', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
}

/** What an amount costs now; nothing for half of one. */
export function usePreview(currency: Currency, amount: string | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PURCHASES, 'preview', token, currency, amount],
    queryFn: ({ signal }) =>
      api.call('previewPurchase', { currency, amount: amount! }, { signal, quiet: true }),
    enabled: amount !== null,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function usePurchase(purchaseId: number) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PURCHASES, 'one', token, purchaseId],
    queryFn: ({ signal }) => api.call('getPurchase', { purchaseId }, { signal, quiet: true }),
    enabled: purchaseId > 0,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
}
