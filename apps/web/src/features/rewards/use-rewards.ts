import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { REWARDS } from '../../lib/data/trial-funds.ts';

export type SignIn = CallOutput<'getSignIn'>;
export type Slot = SignIn['slots'][number];
export type Benefits = CallOutput<'getFuli'>;
export type Tasks = CallOutput<'getTasks'>;
export type TaskTerms = Benefits['tasks'][number];
export type BenefitId = Benefits['benefits'][number]['benefitId'];

/** The seven slots as they are today. */
export function useSignIn() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [REWARDS, 'sign', token],
    queryFn: ({ signal }) => api.call('getSignIn', {}, { signal, quiet: true }),
    staleTime: 0,
    retry: false,
  });
}

/** What the house gives, by the terms of now. */
export function useBenefits() {
  return useQuery({
    queryKey: [REWARDS, 'benefits'],
    queryFn: ({ signal }) => api.call('getFuli', {}, { signal, quiet: true }),
    staleTime: 0,
  });
}

/** The reader's tasks and vouchers; undefined while nobody is logged in. */
export function useTasks() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [REWARDS, 'tasks', token],
    queryFn: ({ signal }) => api.call('getTasks', {}, { signal, quiet: true }),
    enabled: token !== null,
    staleTime: 0,
    retry: false,
  });
}

export function useFeeTiers() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [REWARDS, 'tiers', token],
    queryFn: ({ signal }) => api.call('getFeeTiers', {}, { signal, quiet: true }),
    staleTime: 0,
  });
}
