import type { CallOutput } from '@assay/core/schema/call';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import type { calls } from '@assay/modules/feeds/schema';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { Excluded } from './excluded.tsx';

type FeedStatus = CallOutput<(typeof calls)['getFeedStatus']>;
type Source = FeedStatus['sources'][number];
type Index = FeedStatus['indices'][number];

const POLL_MS = 2000;

/** How the states of an index are shown. */
const STATES: StatusMap<'fresh' | 'stale' | 'closed'> = {
  fresh: { tone: 'good', label: (t) => t(($) => $.feeds.fresh) },
  stale: { tone: 'bad', label: (t) => t(($) => $.feeds.stale) },
  closed: { tone: 'neutral', label: (t) => t(($) => $.feeds.closed) },
};

function useFeed() {
  return useQuery({
    queryKey: ['feed'],
    queryFn: ({ signal }) => call('getFeedStatus', {}, signal),
    refetchInterval: POLL_MS,
  });
}

/** Where prices come from, and the state of each source. */
export function Feed() {
  return <Loaded query={useFeed()}>{(feed) => <FeedParts feed={feed} />}</Loaded>;
}

function FeedParts({ feed }: { feed: FeedStatus }) {
  const { t } = useTranslation();
  const seed = { label: t(($) => $.feeds.seed), value: <Ltr>{feed.seedHash}</Ltr>, wide: true };
  const columns: readonly Column<Source>[] = [
    { name: 'name', head: t(($) => $.feeds.name), cell: ({ source }) => source },
    {
      name: 'received',
      head: t(($) => $.feeds.received),
      cell: ({ heardAt }) => (heardAt === 0 ? t(($) => $.feeds.never) : <Instant at={heardAt} />),
    },
    {
      name: 'failing',
      head: t(($) => $.feeds.failing),
      cell: ({ failing }) => failing || t(($) => $.none),
      wraps: true,
    },
  ];
  return (
    <>
      <KeyValues
        columns={3}
        items={[
          { label: t(($) => $.feeds.source), value: t(($) => $.feeds.sources[feed.source]) },
          { label: t(($) => $.feeds.setting), value: t(($) => $.feeds.sources[feed.setting]) },
          {
            label: t(($) => $.feeds.history),
            value: feed.historyReady ? t(($) => $.feeds.ready) : t(($) => $.feeds.filling),
          },
          ...(feed.seedHash === '' ? [] : [seed]),
        ]}
      />
      {feed.liveReachable ? <Callout>{t(($) => $.feeds.liveReachable)}</Callout> : null}
      <DataTable
        dense
        caption={t(($) => $.feeds.title)}
        columns={columns}
        rows={feed.sources}
        keyOf={({ source }) => source}
        state={useTableState('sources')}
        empty={<EmptyState compact title={t(($) => $.none)} />}
      />
      <Excluded />
    </>
  );
}

/** The index of every market. */
export function Indices() {
  const { t } = useTranslation();
  const query = useFeed();
  const none = t(($) => $.none);
  const columns: readonly Column<Index>[] = [
    {
      name: 'index',
      head: t(($) => $.feeds.index),
      cell: ({ index }) => <Ltr>{index}</Ltr>,
      sort: ({ index }) => index,
    },
    {
      ...{ name: 'price', head: t(($) => $.feeds.price), figure: true },
      card: 'value',
      cell: ({ price }) => (price === '' ? none : <Plain value={price} />),
      sort: ({ price }) => price,
    },
    {
      ...{ name: 'tick', head: t(($) => $.feeds.tick), figure: true },
      cell: ({ n }) => <Plain value={n} />,
      sort: ({ n }) => n,
    },
    {
      name: 'at',
      head: t(($) => $.feeds.at),
      cell: ({ at }) => (at === 0 ? none : <Instant at={at} />),
    },
    {
      name: 'status',
      head: t(($) => $.feeds.status),
      cell: ({ status }) => <StatusBadge map={STATES} state={status} />,
      sort: ({ status }) => status,
    },
  ];
  return (
    <DataTable
      dense
      caption={t(($) => $.feeds.indices)}
      columns={columns}
      rows={query.data?.indices}
      keyOf={({ index }) => index}
      state={useTableState('indices')}
      failed={query.isError}
      onRetry={() => void query.refetch()}
      empty={<EmptyState compact title={none} />}
    />
  );
}
