import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCfdAccount, useReceipts } from '../../../features/cfd/use-cfd.ts';
import { useEndedOptions, useOptions } from '../../../features/options/use-options.ts';
import { api } from '../../../lib/data/services.ts';
import { useSession } from '../../../lib/data/session.ts';
import { useRenewed } from '../../../lib/data/use-renewed.ts';
import {
  byTime,
  cfdOrderRow,
  endedOptionRow,
  isTraded,
  openOptionRow,
  positionRow,
  type Row,
  receiptRow,
  spotRow,
  type Tab,
} from './rows.ts';

const OPEN = 'allOpenOrders';
const PAST = 'allPastOrders';
/** What a cancelled order changes. */
export const SPOT_CHANGES = [OPEN, PAST];
const PAGE = 50;
const quiet = { quiet: true } as const;

function useSpotOpen() {
  const token = useSession((session) => session.token);
  useRenewed(OPEN);
  return useQuery({
    queryKey: [OPEN, token],
    queryFn: ({ signal }) => api.call('getOpenOrders', {}, { signal, ...quiet }),
    staleTime: 0,
  });
}

function useSpotPast() {
  const token = useSession((session) => session.token);
  useRenewed(PAST);
  return useInfiniteQuery({
    queryKey: [PAST, token],
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return api.call('getOrderHistory', { ...before, limit: PAGE }, { signal, ...quiet });
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** The rows of each list, of all products together; undefined while one of them is loading. */
export function useRows(tab: Tab) {
  const [open, past] = [useSpotOpen(), useSpotPast()];
  const [account, receipts] = [useCfdAccount(), useReceipts()];
  const [running, ended] = [useOptions(), useEndedOptions()];
  const now = [open, account, running];
  const before = [past, receipts, ended];
  const isNow = tab === 'pending' || tab === 'trade';
  const asked = isNow ? now : before;
  const isThere = asked.every(({ data }) => data !== undefined);
  const rows = isThere ? { pending, trade, closed, cancelled }[tab]() : undefined;
  function pending(): Row[] {
    return [
      ...(open.data?.orders ?? []).map(spotRow),
      ...(account.data?.orders ?? []).map(cfdOrderRow),
    ];
  }
  function trade(): Row[] {
    return [
      ...(account.data?.positions ?? []).map(positionRow),
      ...(running.data?.open ?? []).map(openOptionRow),
    ];
  }
  function pastOf() {
    return {
      orders: past.data?.pages.flatMap(({ orders }) => orders) ?? [],
      receipts: receipts.data?.pages.flatMap((page) => page.receipts) ?? [],
      options: ended.data?.pages.flatMap((page) => page.ended) ?? [],
    };
  }
  function closed(): Row[] {
    const { orders, receipts: all, options } = pastOf();
    return [
      ...orders.filter(isTraded).map(spotRow),
      ...all.filter(({ kind }) => kind === 'closed').map(receiptRow),
      ...options.filter(({ result }) => result !== 'void').map(endedOptionRow),
    ];
  }
  function cancelled(): Row[] {
    const { orders, receipts: all, options } = pastOf();
    return [
      ...orders.filter((order) => !isTraded(order)).map(spotRow),
      ...all.filter(({ kind }) => kind === 'ended').map(receiptRow),
      ...options.filter(({ result }) => result === 'void').map(endedOptionRow),
    ];
  }
  const older = {
    hasNextPage: !isNow && before.some(({ hasNextPage }) => hasNextPage),
    isFetchingNextPage: before.some(({ isFetchingNextPage }) => isFetchingNextPage),
    fetchNextPage: () => {
      for (const query of before) if (query.hasNextPage) void query.fetchNextPage();
    },
  };
  return {
    rows: rows && byTime(rows),
    failed: asked.some(({ isError, data }) => isError && data === undefined),
    retry: () => {
      for (const query of asked) void query.refetch();
    },
    older,
  };
}
