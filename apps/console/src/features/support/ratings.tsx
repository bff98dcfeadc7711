import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallOutputOf, call } from '../../lib/call.ts';
import css from './support.module.css';

type Rating = CallOutputOf<'getSupportRatings'>['ratings'][number];

interface RatingsProps {
  /** Of the last days: how many, and their mean in hundredths. */
  count: number;
  mean100: number;
}

/** What customers thought of conversations that have ended, without who they are. */
export function Ratings({ count, mean100 }: RatingsProps) {
  const { t } = useTranslation();
  const [asked, ask] = useState(false);
  const mean = (mean100 / 100).toFixed(2);
  return (
    <Panel
      title={t(($) => $.support.ratings.title)}
      tools={count === 0 ? null : t(($) => $.support.ratings.mean, { count, mean })}
    >
      {asked ? (
        <List />
      ) : (
        <PanelBody>
          <p className={css.note}>{t(($) => $.support.ratings.recorded)}</p>
          <Buttons>
            <Button variant="default" onClick={() => ask(true)}>
              {t(($) => $.support.ratings.read)}
            </Button>
          </Buttons>
        </PanelBody>
      )}
    </Panel>
  );
}

function List() {
  const { t } = useTranslation();
  // Each reading is recorded, so nothing but a press of a button reads.
  const query = useInfiniteQuery({
    queryKey: ['supportRatings'],
    queryFn: ({ signal, pageParam }) =>
      call('getSupportRatings', pageParam === null ? {} : { before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  });
  const rows = query.data?.pages.flatMap(({ ratings }) => ratings);
  return (
    <>
      <DataTable
        caption={t(($) => $.support.ratings.title)}
        columns={useColumns()}
        rows={rows?.map((rating, i) => ({ ...rating, i }))}
        keyOf={({ i }) => String(i)}
        state={useTableState('ratings')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={<EmptyState compact title={t(($) => $.support.ratings.none)} />}
      />
      {query.hasNextPage ? (
        <Button
          fullWidth
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t(($) => $.support.ratings.earlier)}
        </Button>
      ) : null}
    </>
  );
}

function useColumns(): readonly Column<Rating>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'at',
      head: t(($) => $.support.ratings.at),
      cell: ({ at }) => <Instant at={at} />,
    },
    {
      ...{ name: 'rating', head: t(($) => $.support.ratings.rating), card: 'value' },
      cell: ({ rating }) => <Ltr>{t(($) => $.support.ratings.stars, { rating })}</Ltr>,
    },
    {
      name: 'topic',
      head: t(($) => $.support.topic),
      cell: ({ topic }) => t(($) => $.support.topics[topic]),
    },
    {
      ...{ name: 'text', head: t(($) => $.support.ratings.text), wraps: true },
      cell: ({ text }) => <bdi>{text || t(($) => $.none)}</bdi>,
    },
  ];
}
