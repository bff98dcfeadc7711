import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { FillView, OrderView } from '../../lib/api/wire.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { useAccount } from '../account/account-store.ts';

/** How far back a list of the past goes. */
export const RANGES = ['day', 'week', 'month', 'quarter', 'all'] as const;
export type Range = (typeof RANGES)[number];

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<Range, number | null>> = {
  day: 1,
  week: 7,
  month: 30,
  quarter: 90,
  all: null,
};

const PAGE = 50;
/** Marks on the chart: more would hide the candles. */
const CHART_FILLS = 200;
/** Pages of a file: an export asks for the largest pages the server gives, up to this many. */
const EXPORT_PAGE = 500;
const EXPORT_PAGES_MAX = 40;
/** Several fills in a burst lead to one new question. */
const SETTLE_MS = 600;

export interface PastFilter {
  /** Empty for all markets. */
  readonly market: string;
  readonly range: Range;
}

/** Start of a range in ms; undefined for everything. Whole minutes, so that a key stays a while. */
export function rangeFrom(range: Range, now: number): number | undefined {
  const days = DAYS[range];
  return days === null ? undefined : Math.floor((now - days * DAY_MS) / 60_000) * 60_000;
}

function asked({ market, range }: PastFilter, limit: number) {
  const from = rangeFrom(range, Date.now());
  return {
    ...(market === '' ? {} : { market }),
    ...(from === undefined ? {} : { from }),
    limit,
  };
}

function orderPage(filter: PastFilter, before: number | null, limit: number) {
  const input = { ...asked(filter, limit), ...(before === null ? {} : { before }) };
  return api.call('getOrderHistory', input, { quiet: true });
}

function fillPage(filter: PastFilter, before: string | null, limit: number) {
  const input = { ...asked(filter, limit), ...(before === null ? {} : { before }) };
  return api.call('getFills', input, { quiet: true });
}

/** Orders that have ended, page by page. */
export function usePastOrders(filter: PastFilter) {
  useFreshPast();
  return useInfiniteQuery({
    queryKey: ['past', 'orders', useRealm(), filter],
    queryFn: ({ pageParam }) => orderPage(filter, pageParam, PAGE),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  });
}

/** Fills, page by page. */
export function usePastFills(filter: PastFilter) {
  useFreshPast();
  return useInfiniteQuery({
    queryKey: ['past', 'fills', useRealm(), filter],
    queryFn: ({ pageParam }) => fillPage(filter, pageParam, PAGE),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** Fills that the chart of a market marks: the last of the past, and what happened since. */
export function useChartFills(market: string): readonly FillView[] {
  const signedIn = useSession((session) => session.token !== null);
  const since = useAccount((account) => account.fills);
  const realm = useRealm();
  const { data } = useQuery({
    queryKey: ['chart-fills', realm, market],
    queryFn: () => api.call('getFills', { market, limit: CHART_FILLS }, { quiet: true }),
    enabled: signedIn,
  });
  return useMemo(() => {
    const own = since.filter((fill) => fill.market === market);
    const known = new Map([...(data?.fills ?? []), ...own].map((fill) => [keyOf(fill), fill]));
    return [...known.values()];
  }, [data, since, market]);
}

/** Both sides of one trade may be one's own. */
function keyOf({ id, side }: FillView): string {
  return `${id} ${side}`;
}

/** Asks again a moment after something happened on the account. */
function useFreshPast(): void {
  const version = useAccount((account) => account.pastVersion);
  useEffect(() => {
    if (version === 0) return;
    const timer = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: ['past'] });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [version]);
}

/** Every order of the filter, for a file. */
export async function allPastOrders(filter: PastFilter): Promise<OrderView[]> {
  const rows: OrderView[] = [];
  let before: number | null = null;
  for (let page = 0; page < EXPORT_PAGES_MAX; page += 1) {
    const { orders, next } = await orderPage(filter, before, EXPORT_PAGE);
    rows.push(...orders);
    if (next === null) break;
    before = next;
  }
  return rows;
}

/** Every fill of the filter, for a file. */
export async function allPastFills(filter: PastFilter): Promise<FillView[]> {
  const rows: FillView[] = [];
  let before: string | null = null;
  for (let page = 0; page < EXPORT_PAGES_MAX; page += 1) {
    const { fills, next } = await fillPage(filter, before, EXPORT_PAGE);
    rows.push(...fills);
    if (next === null) break;
    before = next;
  }
  return rows;
}
