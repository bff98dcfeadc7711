import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../api/tables.ts';
import { api } from './services.ts';
import { useRealm, useSession } from './session.ts';

export type TrialFunds = CallOutput<'getTasks'>['vouchers'][number];

/** The same key as on the page of rewards: one answer for all. */
export const REWARDS = 'rewards';

/** Trial funds of the reader that can still pay for something; none in the virtual account. */
export function useTrialFunds(
  gives: Exclude<TrialFunds['gives'], 'fees'>,
  asset: string,
): readonly TrialFunds[] {
  const token = useSession((session) => session.token);
  const isReal = useRealm() === 'real';
  const { data } = useQuery({
    queryKey: [REWARDS, 'tasks', token],
    queryFn: ({ signal }) => api.call('getTasks', {}, { signal, quiet: true }),
    enabled: token !== null && isReal,
    ...{ staleTime: 0, retry: false },
  });
  const isUsable = (one: TrialFunds) =>
    one.gives === gives && one.state === 'open' && one.asset === asset;
  return (data?.isOffered === true ? data.vouchers : []).filter(isUsable);
}
