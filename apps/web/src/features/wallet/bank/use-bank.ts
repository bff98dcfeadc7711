import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { WITHDRAWALS } from '../withdrawals/use-withdrawals.ts';

export type BankTerms = CallOutput<'getBankTerms'>;
export type BankPreview = CallOutput<'previewBankWithdrawal'>;
export type BankCost = NonNullable<BankPreview['accepted']>;

/** A request to a bank, as its form has it. */
export interface BankAsked {
  readonly asset: string;
  readonly amount: string;
  readonly currency: string;
  readonly kind: 'ordinary' | 'exit';
  readonly payeeName: string;
  readonly account: string;
  readonly bic: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly payeePhone: string;
  readonly payeeAddress: string;
}

const RATE_MS = 5_000;

/** In which currencies a bank carries a withdrawal, at which rate of now. */
export function useBankTerms() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [WITHDRAWALS, 'bank', token],
    queryFn: ({ signal }) => api.call('getBankTerms', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: RATE_MS,
    retry: false,
  });
}

/** What would become of a request, while it is typed; nothing for half of one. */
export function useBankPreview(asked: BankAsked | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [WITHDRAWALS, 'bankPreview', token, asked],
    queryFn: ({ signal }) => api.call('previewBankWithdrawal', asked!, { signal, quiet: true }),
    enabled: asked !== null,
    staleTime: 0,
    refetchInterval: RATE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
}
