import { useQuery } from '@tanstack/react-query';
import { api, queries } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

const KEY = 'api-keys';
/** Last uses move while programs run. */
const ASK_AGAIN_MS = 30_000;

/** The keys of the account that is open; those of another session are another list. */
export function useApiKeys() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [KEY, token],
    queryFn: async ({ signal }) => {
      const { apiKeys } = await api.call('getApiKeys', {}, { signal, quiet: true });
      return apiKeys;
    },
    staleTime: 0,
    refetchInterval: ASK_AGAIN_MS,
  });
}

/** After something was done to a key. */
export function askAgain(): Promise<void> {
  return queries.invalidateQueries({ queryKey: [KEY] });
}
