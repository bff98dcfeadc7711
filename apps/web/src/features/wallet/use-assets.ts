import { compareDecimals } from '@assay/kit/format/compare.ts';
import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRenewed } from '../../lib/data/use-renewed.ts';

const KEY = 'assets';
export const TRANSFERABLE = 'transferable';
/** Values follow the index, which moves without the account. */
const REVALUE_MS = 10_000;

export type Assets = CallOutput<'getAsset2'>;
export type Balance = Assets['balances'][number];
export type Wallet = Balance['wallet'];

/** What this person has, asked for again when it changes, and for its value now and then. */
export function useAssets() {
  const token = useSession((session) => session.token);
  useRenewed(KEY);
  return useQuery({
    queryKey: [KEY, token],
    queryFn: ({ signal }) => api.call('getAsset2', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: REVALUE_MS,
  });
}

/** What of each wallet can be moved now, and what holds the rest. */
export function useTransferable() {
  const token = useSession((session) => session.token);
  useRenewed(TRANSFERABLE);
  return useQuery({
    queryKey: [TRANSFERABLE, token],
    queryFn: ({ signal }) => api.call('getTransferable', {}, { signal, quiet: true }),
    staleTime: 0,
  });
}

/** The rows of a wallet: without those worth less than `hideBelow`, the most valuable first. */
export function rowsOf(assets: Assets, wallet: Wallet, hideBelow: string): readonly Balance[] {
  return assets.balances
    .filter((row) => row.wallet === wallet && !isSmall(row, hideBelow))
    .sort((a, b) => compareDecimals(b.valueUsdt || '0', a.valueUsdt || '0'));
}

/** What has no price may be worth anything: it is never small. */
function isSmall({ total, valueUsdt }: Balance, hideBelow: string): boolean {
  if (hideBelow === '0') return false;
  if (compareDecimals(total, '0') === 0) return true;
  return valueUsdt !== '' && compareDecimals(valueUsdt, hideBelow) < 0;
}

/** The part of a whole, from 0 to 1: to draw with and to read as per cent, never to add up. */
export function shareOf(value: string, whole: string): number {
  const of = Number(whole);
  return of > 0 ? Number(value || '0') / of : 0;
}
