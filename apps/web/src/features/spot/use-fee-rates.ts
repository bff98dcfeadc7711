import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

/** Rates change once a day. */
const AGAIN_MS = 600_000;

/** The rates of the reader's fee tier; null while they are those of the market. */
export function useFeeRates() {
  const token = useSession((session) => session.token);
  const { data } = useQuery({
    queryKey: ['feeRates', token],
    queryFn: ({ signal }) => api.call('getFeeRates', {}, { signal, quiet: true }),
    enabled: token !== null,
    refetchInterval: AGAIN_MS,
  });
  return data?.rates ?? null;
}
