import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { useRenewed } from '../../lib/data/use-renewed.ts';

export type Product = CallOutput<'getProfitList'>['products'][number];
export type Order = CallOutput<'getMyprofit'>['open'][number];
export type OrderStory = CallOutput<'getProfitOrder'>;

const TOTAL = 'earnTotal';
const PRODUCTS = 'earnProducts';
const PRODUCT = 'earnProduct';
const ORDERS = 'earnOrders';
const ORDER = 'earnOrder';
const ASSETS = 'assets';

/** Quotas change with what others put into custody. */
const QUOTA_MS = 10_000;
const PAGE = 50;
const quiet = { quiet: true } as const;

/** After whatever changes an order. */
export function renewEarn(): void {
  for (const key of [TOTAL, PRODUCTS, PRODUCT, ORDERS, ORDER, ASSETS]) {
    void queries.invalidateQueries({ queryKey: [key] });
  }
}

export function useTotals() {
  const token = useSession((session) => session.token);
  useRenewed(TOTAL);
  return useQuery({
    queryKey: [TOTAL, token],
    queryFn: ({ signal }) => api.call('getProfitTotal', {}, { signal, ...quiet }),
    staleTime: 0,
  });
}

export function useProducts() {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PRODUCTS, token],
    queryFn: ({ signal }) => api.call('getProfitList', {}, { signal, ...quiet }),
    refetchInterval: QUOTA_MS,
    staleTime: 0,
  });
}

/** One product with the days that were booked for it. */
export function useProduct(product: string) {
  const token = useSession((session) => session.token);
  return useQuery({
    queryKey: [PRODUCT, token, product],
    queryFn: ({ signal }) => api.call('getProfitInfo', { product }, { signal, ...quiet }),
    enabled: product !== '',
    refetchInterval: QUOTA_MS,
    ...{ staleTime: 0, retry: false },
  });
}

/** Orders in custody, and ended terms a page after the other. */
export function useOrders() {
  const token = useSession((session) => session.token);
  useRenewed(ORDERS);
  return useInfiniteQuery({
    queryKey: [ORDERS, token],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return api.call('getMyprofit', { ...before, limit: PAGE }, { signal, ...quiet });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

export function useOrder(orderId: number) {
  const token = useSession((session) => session.token);
  useRenewed(ORDER);
  return useQuery({
    queryKey: [ORDER, token, orderId],
    queryFn: ({ signal }) => api.call('getProfitOrder', { orderId }, { signal, ...quiet }),
    enabled: orderId > 0,
    ...{ staleTime: 0, retry: false },
  });
}
