import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../api/tables.ts';
import { api } from './services.ts';
import { useSession } from './session.ts';
import { useRenewed } from './use-renewed.ts';

const ASSETS = 'assets';

/** What a wallet of this person has of an asset to use; undefined while it is asked for. */
export function useAvailable(
  asset: string,
  wallet: CallOutput<'getAsset2'>['balances'][number]['wallet'],
): string | undefined {
  const token = useSession((session) => session.token);
  useRenewed(ASSETS);
  const { data } = useQuery({
    queryKey: [ASSETS, token],
    queryFn: ({ signal }) => api.call('getAsset2', {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const row = data?.balances.find((one) => one.asset === asset && one.wallet === wallet);
  return data && (row?.available ?? '0');
}
