import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';

export const RULES = 'withdrawalRules';
export type Rules = CallOutput<'getWithdrawalRules'>;

/** How money leaves, by the numbers that hold now, and whether this person has read it. */
export function useRules() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [RULES, useRealm(), token],
    queryFn: ({ signal }) => api.call('getWithdrawalRules', {}, { signal, quiet: true }),
  });
}
