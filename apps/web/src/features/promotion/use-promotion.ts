import { useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

export const PROMOTION = 'promotion';
export const DAYS = 30;
/** Others trade without the page. */
const AGAIN_MS = 60_000;

export type Promotion = CallOutput<'getMyEarningsAndPromotion'>;
export type Level = Promotion['levels'][number];
export type DayRow = CallOutput<'getPromotionByDay'>['days'][number];

export function usePromotion() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PROMOTION, 'own', token],
    queryFn: ({ signal }) => api.call('getMyEarningsAndPromotion', {}, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
    retry: false,
  });
}

export function useDays() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PROMOTION, 'days', token],
    queryFn: ({ signal }) => api.call('getPromotionByDay', { days: DAYS }, { signal, quiet: true }),
    staleTime: 0,
  });
}

export function useLeaders() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PROMOTION, 'leaders', token],
    queryFn: ({ signal }) => api.call('getPromotionLeaders', {}, { signal, quiet: true }),
    staleTime: 0,
  });
}
