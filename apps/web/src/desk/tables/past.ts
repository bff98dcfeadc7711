import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { FillView } from '../../lib/api/wire.ts';
import { queries } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { useAccount } from '../account/account-store.ts';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import type { PastPage, PastQuery } from '../product.ts';

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
  /** Without it all markets. */
  readonly market: string | undefined;
  readonly range: Range;
}

/** What the person wants to see of the past. The range is in the address. */
export function usePastFilter() {
  const { market } = useDesk();
  const onlyThis = useDeskPreferences((preferences) => preferences.hideOtherPairs);
  const [asked, ask] = useAddressPart('range', 'month');
  const range = RANGES.find((each) => each === asked) ?? 'month';
  const filter: PastFilter = { market: onlyThis ? market.market : undefined, range };
  const setRange: (range: Range) => void = ask;
  return { filter, setRange };
}

/** Start of a range in ms; undefined for everything. Whole minutes, so that a key stays a while. */
export function rangeFrom(range: Range, now: number): number | undefined {
  const days = DAYS[range];
  return days === null ? undefined : Math.floor((now - days * DAY_MS) / 60_000) * 60_000;
}

function queryOf<Cursor>(
  { market, range }: PastFilter,
  before: Cursor | null,
  limit: number,
): PastQuery<Cursor> {
  const from = rangeFrom(range, Date.now());
  return {
    ...(market === undefined ? {} : { market }),
    ...(from === undefined ? {} : { from }),
    ...(before === null ? {} : { before }),
    limit,
  };
}

/** Orders that have ended, page by page. */
export function usePastOrders() {
  useFreshPast();
  const { filter } = usePastFilter();
  const { name, calls } = useDesk().product;
  return useInfiniteQuery({
    queryKey: ['past', name, 'orders', useRealm(), filter],
    queryFn: ({ pageParam }) => calls.pastOrders(queryOf(filter, pageParam, PAGE)),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
  });
}

/** Fills, page by page. */
export function usePastFills() {
  useFreshPast();
  const { filter } = usePastFilter();
  const { name, calls } = useDesk().product;
  return useInfiniteQuery({
    queryKey: ['past', name, 'fills', useRealm(), filter],
    queryFn: ({ pageParam }) => calls.pastFills(queryOf(filter, pageParam, PAGE)),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** Fills that the chart of a market marks: the last of the past, and what happened since. */
export function useChartFills(market: string): readonly FillView[] {
  const signedIn = useSession((session) => session.token !== null);
  const since = useAccount((account) => account.fills);
  const realm = useRealm();
  const { calls } = useDesk().product;
  const { data } = useQuery({
    queryKey: ['chart-fills', realm, market],
    queryFn: () => calls.pastFills({ market, limit: CHART_FILLS }),
    enabled: signedIn,
  });
  return useMemo(() => {
    const own = since.filter((fill) => fill.market === market);
    const known = new Map([...(data?.rows ?? []), ...own].map((fill) => [keyOf(fill), fill]));
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

/** Every row of the filter, for a file: from orders or fills, by the call that lists them. */
export async function allPast<Row, Cursor>(
  page: (query: PastQuery<Cursor>) => Promise<PastPage<Row, Cursor>>,
  filter: PastFilter,
): Promise<Row[]> {
  const all: Row[] = [];
  let before: Cursor | null = null;
  for (let i = 0; i < EXPORT_PAGES_MAX; i += 1) {
    const { rows, next }: PastPage<Row, Cursor> = await page(queryOf(filter, before, EXPORT_PAGE));
    all.push(...rows);
    if (next === null) break;
    before = next;
  }
  return all;
}
