import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

const KEY = 'verification';

export type LevelsAnswer = CallOutput<'has_renzheng'>;
export type OwnData = CallOutput<'idcardinfo'>;
export type OwnCase = OwnData['cases'][number];

/** How far this person is, and what they have sent; a query for each session. */
export function useVerification() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [KEY, token],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true };
      const [levels, own] = await Promise.all([
        api.call('has_renzheng', {}, options),
        api.call('idcardinfo', {}, options),
      ]);
      return { levels, own };
    },
    staleTime: 0,
  });
}

export function refreshVerification(): Promise<void> {
  return queries.invalidateQueries({ queryKey: [KEY] });
}

/** Who looked at the pictures of this person. */
export function useViews() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [KEY, 'views', token],
    queryFn: async ({ signal }) => {
      const { views } = await api.call('getVerificationViews', {}, { signal, quiet: true });
      return views;
    },
    staleTime: 0,
  });
}
