import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallOutput } from '../../../lib/api/tables.ts';
import { api, queries, stream } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';

export const WITHDRAWALS = 'withdrawals';
/** Several changes in a burst lead to one new question. */
const SETTLE_MS = 600;
/** What goes on without the account: deadlines, hours of the day. */
const AGAIN_MS = 15_000;

export const unitsOf = (amount: string) => parseDecimal(amount, SCALE) ?? 0n;

export type Terms = CallOutput<'getWithdrawalTerms'>;
export type Withdrawal = CallOutput<'getWithdrawals'>['withdrawals'][number];
export type Event = CallOutput<'getWithdrawal'>['timeline'][number];
export type Preview = CallOutput<'previewWithdrawal'>;
export type ExitPlan = CallOutput<'planExit'>;
export type Planned = CallOutput<'acceptExitPlan'>;
export type Stage = Withdrawal['stage'];

export const least = (a: string, b: string) => (unitsOf(a) < unitsOf(b) ? a : b);

/** The most of one request in the ordinary way, for a person so far verified. */
export const mostOf = ({ most, juniorMost, verified }: Terms) =>
  verified === 'junior' ? least(most, juniorMost) : most;

/** As much of an amount as the network carries. */
export function carried(amount: string, decimals: number): string {
  const finest = 10n ** BigInt(Math.max(0, SCALE - decimals));
  const units = unitsOf(amount);
  return formatDecimal(units - (units % finest), SCALE);
}

/** Asks again when the account changes. */
export function useRenewed(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => void queries.invalidateQueries({ queryKey: [WITHDRAWALS] }),
        SETTLE_MS,
      );
    };
    const leave = stream.subscribe('account', { snapshot: renew, delta: renew });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, []);
}

/** By which rules money leaves, and what stands in the way. */
export function useTerms() {
  const token = useSession((session) => session.token);
  useRenewed();
  return useQuery({
    queryKey: [WITHDRAWALS, 'terms', token],
    queryFn: ({ signal }) => api.call('getWithdrawalTerms', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
}

export interface Asked {
  readonly asset: string;
  readonly amount: string;
  readonly chainId: number;
  readonly address: string;
  readonly recipient: string;
  /** The house at which they have the address; '' for a wallet of their own. */
  readonly provider: string;
  /** `exit`: a whole balance below the least; `return`: unused deposits, to their source. */
  readonly kind: Kind;
}

export const KINDS = ['ordinary', 'exit', 'return'] as const;
export type Kind = (typeof KINDS)[number];

/** What would become of a request, while it is typed; nothing for half of one. */
export function usePreview(asked: Asked | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [WITHDRAWALS, 'preview', token, asked],
    queryFn: ({ signal }) => api.call('previewWithdrawal', asked!, { signal, quiet: true }),
    enabled: asked !== null,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

/** By which withdrawals an amount leaves whole; nothing for half of a request. */
export function usePlan(asked: Asked | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [WITHDRAWALS, 'plan', token, asked],
    queryFn: ({ signal }) => {
      const { kind: _, ...input } = asked!;
      return api.call('planExit', input, { signal, quiet: true });
    },
    enabled: asked !== null,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function useWithdrawal(withdrawalId: number | null) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [WITHDRAWALS, 'one', token, withdrawalId],
    queryFn: ({ signal }) =>
      api.call('getWithdrawal', { withdrawalId: withdrawalId! }, { signal, quiet: true }),
    enabled: withdrawalId !== null,
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });
}
