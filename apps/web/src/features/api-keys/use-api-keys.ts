import { useQuery } from '@tanstack/react-query';
import { api, queries } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

const KEY = 'api-keys';
/** The times of last use change while programs run. */
const REFRESH_EVERY_MS = 30_000;

/** The keys of the current account, as a separate query for each session. */
export function useApiKeys() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [KEY, token],
    queryFn: async ({ signal }) => {
      const { apiKeys } = await api.call('getApiKeys', {}, { signal, quiet: true });
      return apiKeys;
    },
    staleTime: 0,
    refetchInterval: REFRESH_EVERY_MS,
  });
}

/** Reloads the list after a key has changed. */
export function refreshApiKeys(): Promise<void> {
  return queries.invalidateQueries({ queryKey: [KEY] });
}
