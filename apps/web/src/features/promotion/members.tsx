import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { OlderRows } from '@assay/kit/data/older-rows.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { PROMOTION } from './use-promotion.ts';

const PAGE = 50;
const LEVELS = ['1', '2', '3', '4'] as const;

type Member = CallOutput<'getMyPromotion'>['members'][number];

/** Who was invited, by level; masked. */
export function Members() {
  const { t } = useTranslation();
  const [level, setLevel] = useState<(typeof LEVELS)[number]>('1');
  const tabs = LEVELS.map((name) => ({
    ...{ name, text: t(($) => $.promotion.level, { level: name }) },
  }));
  return (
    <Panel title={t(($) => $.promotion.memberRecords)}>
      <Tabs
        label={t(($) => $.promotion.memberRecords)}
        tabs={tabs}
        value={level}
        onChange={setLevel}
      >
        <MemberTable key={level} level={Number(level)} />
      </Tabs>
    </Panel>
  );
}

function MemberTable({ level }: { level: number }) {
  const { t } = useTranslation();
  const token = useSession((session) => session.token);
  const query = useInfiniteQuery({
    queryKey: [PROMOTION, 'members', token, level],
    queryFn: ({ pageParam, signal }) => {
      const input = { level, limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) };
      return api.call('getMyPromotion', input, { signal, quiet: true });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  });
  const columns: readonly Column<Member>[] = [
    {
      ...{ name: 'id', head: t(($) => $.promotion.member), card: 'title' },
      cell: ({ id }) => <Ltr>{id}</Ltr>,
    },
    {
      ...{ name: 'name', head: t(($) => $.promotion.name) },
      cell: ({ name }) => <bdi>{name || NO_VALUE}</bdi>,
    },
    {
      ...{ name: 'phone', head: t(($) => $.promotion.phone) },
      cell: ({ phone }) => <Ltr>{phone || NO_VALUE}</Ltr>,
    },
    {
      ...{ name: 'addTime', head: t(($) => $.promotion.addTime) },
      cell: ({ addTime }) => <Instant at={addTime} />,
    },
  ];
  return (
    <>
      <DataTable
        caption={t(($) => $.promotion.memberRecords)}
        columns={columns}
        rows={query.data?.pages.flatMap(({ members }) => members)}
        keyOf={({ id, addTime }) => `${id} ${addTime}`}
        state={useTableState('promotionMembers')}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        empty={
          <EmptyState
            compact
            title={t(($) => $.promotion.noMembers)}
            text={t(($) => $.promotion.noMembersText)}
          />
        }
      />
      <OlderRows query={query}>{t(($) => $.promotion.older)}</OlderRows>
    </>
  );
}
