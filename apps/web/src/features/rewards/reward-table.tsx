import type { Column } from '@assay/kit/data/columns.ts';
import { isoOf } from '@assay/kit/data/csv.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { REWARDS } from '../../lib/data/trial-funds.ts';

const PAGE = 50;

type Reward = CallOutput<'getRewards'>['rewards'][number];

/** Every reward that was paid, the latest first. */
export function RewardTable() {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    queryKey: [REWARDS, 'list', token],
    queryFn: ({ pageParam, signal }) => {
      const input = { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('getRewards', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  return (
    <Panel title={t(($) => $.rewards.history.title)}>
      <DataTable
        caption={t(($) => $.rewards.history.title)}
        columns={useColumns()}
        rows={query.data?.pages.flatMap(({ rewards }) => rewards)}
        keyOf={({ rewardId }) => String(rewardId)}
        state={useTableState('rewards')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        file="rewards"
        empty={
          <EmptyState
            compact
            title={t(($) => $.rewards.history.none)}
            text={t(($) => $.rewards.history.noneText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.rewards.older)}</OlderRows>
    </Panel>
  );
}

function useColumns(): readonly Column<Reward>[] {
  const { t } = useTranslation();
  return [
    {
      ...{ name: 'day', head: t(($) => $.rewards.history.day), card: 'title' },
      cell: ({ day }) => <Ltr>{day}</Ltr>,
      csv: ({ day }) => day,
    },
    {
      ...{ name: 'what', head: t(($) => $.rewards.history.what) },
      cell: ({ slot }) => t(($) => $.rewards.history.signIn, { slot }),
      csv: ({ kind, slot }) => `${kind} ${slot}`,
    },
    {
      ...{ name: 'amount', head: t(($) => $.rewards.history.amount), figure: true, card: 'value' },
      cell: ({ amount, asset }) => <Amount value={amount} asset={asset} named />,
      csv: ({ amount }) => amount,
    },
    {
      ...{ name: 'at', head: t(($) => $.rewards.history.at) },
      cell: ({ at }) => <Instant at={at} />,
      csv: ({ at }) => isoOf(at),
    },
  ];
}
