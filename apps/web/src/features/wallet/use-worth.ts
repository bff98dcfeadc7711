import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

/** Days that are over do not change; the next one ends within a day. */
const RENEW_MS = 600_000;

export const SPANS = ['7', '30', '90'] as const;
export type Span = (typeof SPANS)[number];

/** What the wallets were worth at the end of each of the last days. */
export function useWorth(days: Span) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: ['worth', token, days],
    queryFn: ({ signal }) =>
      api.call('getWorthByDay', { days: Number(days) }, { signal, quiet: true }),
    staleTime: RENEW_MS,
    placeholderData: (before) => before,
  });
}
