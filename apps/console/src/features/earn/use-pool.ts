import type { Realm } from '@assay/core/ledger/realm';
import { useQuery } from '@tanstack/react-query';
import { type CallOutputOf, call } from '../../lib/call.ts';

export type EarnPoolView = CallOutputOf<'getEarnPool'>;
export type Product = EarnPoolView['products'][number];
export type Strategy = EarnPoolView['strategies'][number];
export type Redemption = EarnPoolView['redemptions'][number];

const POLL_MS = 5_000;

export function usePool(realm: Realm) {
  return useQuery({
    queryKey: ['earnPool', realm],
    queryFn: ({ signal }) => call('getEarnPool', { realm }, signal),
    refetchInterval: POLL_MS,
  });
}
