import type { CallOutput } from '@assay/core/schema/call';
import type { calls as promotion } from '@assay/modules/promotion/schema';
import type { calls as rewards } from '@assay/modules/rewards/schema';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

const AGAIN_MS = 30_000;

export type Fund = CallOutput<(typeof rewards)['getRewardFund']>;
export type Promotions = CallOutput<(typeof promotion)['getPromotions']>;

export const useFund = () =>
  useQuery({
    queryKey: ['rewards', 'fund'],
    queryFn: () => call('getRewardFund', {}),
    refetchInterval: AGAIN_MS,
  });

export type Budgets = CallOutput<(typeof rewards)['getTaskBudgets']>;

export const useBudgets = () =>
  useQuery({
    queryKey: ['rewards', 'tasks'],
    queryFn: () => call('getTaskBudgets', {}),
    refetchInterval: AGAIN_MS,
  });

export const usePromotions = () =>
  useQuery({
    queryKey: ['rewards', 'promotions'],
    queryFn: () => call('getPromotions', {}),
    refetchInterval: AGAIN_MS,
  });
