import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../api/tables.ts';
import { api } from './services.ts';
import { useSession } from './session.ts';

export const SECURITY = 'security';

export type Security = CallOutput<'getSecurity'>;

/** What secures a person's account, read again after each change; a visitor's has nothing. */
export function useSecurity() {
  const token = useSession((session) => session.token);
  const visitor = useSession((session) => session.profile?.demoOnly === true);
  return useQuery({
    queryKey: [SECURITY, token],
    queryFn: ({ signal }) => api.call('getSecurity', {}, { signal, quiet: true }),
    enabled: !visitor,
    staleTime: 0,
  });
}
