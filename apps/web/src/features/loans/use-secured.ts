import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { lesser } from '@assay/core/num/integer';
import { mostLent } from '@assay/modules/loans/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { LOANS } from './use-loans.ts';

/** Hours and ticks go on without the page. */
const AGAIN_MS = 5_000;

const units = (written: string) => parseDecimal(written, SCALE) ?? 0n;

export type SecuredTerms = CallOutput<'getCollateralTerms'>['terms'][number];
export type SecuredDetail = CallOutput<'getCollateralLoan'>;
export type Secured = SecuredDetail['loan'];
export type SecuredEvent = SecuredDetail['events'][number];
export type SecuredPreview = CallOutput<'previewCollateralLoan'>;

/** What is lent against which coins. */
export function useSecuredTerms() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LOANS, 'securedTerms', token],
    queryFn: ({ signal }) => api.call('getCollateralTerms', {}, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
    refetchInterval: AGAIN_MS,
  });
}

/** The most that can be lent now, also by what the collateral is worth if that is known. */
export function mostOf(terms: SecuredTerms, collateral: string): string {
  const [held, price] = [units(collateral), units(terms.price)];
  const bounds = [units(terms.most), units(terms.room)];
  if (held > 0n && price > 0n) bounds.push(mostLent(held, price, terms));
  return formatDecimal(bounds.reduce(lesser), SCALE);
}

/** What a loan costs and where it would stand; nothing for half of one. */
export function useSecuredPreview(asked: CallInput<'previewCollateralLoan'> | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LOANS, 'securedPreview', token, asked],
    queryFn: ({ signal }) => api.call('previewCollateralLoan', asked!, { signal, quiet: true }),
    enabled: asked !== null,
    staleTime: 0,
    retry: false,
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  });
}

export function useSecured(loanId: number) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [LOANS, 'secured', token, loanId],
    queryFn: ({ signal }) => api.call('getCollateralLoan', { loanId }, { signal, quiet: true }),
    enabled: loanId > 0,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
}
