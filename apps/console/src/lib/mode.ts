import type { Mode } from '@assay/core/schema/mode';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** What this installation is; undefined until the server has answered. */
export function useMode(): Mode | undefined {
  const { data } = useQuery({
    queryKey: ['setting'],
    queryFn: ({ signal }) => call('getSetting', {}, signal),
    staleTime: Infinity,
  });
  return data?.mode;
}
