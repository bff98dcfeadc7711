import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Count } from '@assay/kit/display/badge.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnList } from '../../desk/layout/quote-desk.tsx';
import { useEndedColumns } from './ended-columns.tsx';
import { useOpenColumns } from './open-columns.tsx';
import { type EndedOption, type OpenOption, useEndedOptions, useOptions } from './use-options.ts';

/** A person has a hundred at most. */
const MOST_OPEN = 100;

interface RunningProps {
  /** Beside the ticket there is less room. */
  readonly brief: boolean;
}

function OpenTable({ brief }: RunningProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useOptions();
  return (
    <DataTable<OpenOption>
      caption={t(($) => $.options.running)}
      columns={useOpenColumns(brief)}
      rows={data?.open}
      keyOf={({ option }) => String(option.id)}
      state={useTableState('open')}
      failed={isError}
      onRetry={() => void refetch()}
      pageRows={MOST_OPEN}
      empty={
        <EmptyState
          compact
          title={t(($) => $.options.noRunning)}
          text={t(($) => $.options.noRunningText)}
        />
      }
    />
  );
}

interface EndedTableProps {
  columns: readonly Column<EndedOption>[];
  rows: readonly EndedOption[] | undefined;
  failed: boolean;
  onRetry(): void;
  file?: string;
}

function EndedTable({ file, ...props }: EndedTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable<EndedOption>
      caption={t(($) => $.options.ended)}
      {...props}
      {...(file === undefined ? {} : { file })}
      keyOf={({ id }) => String(id)}
      state={useTableState('ended')}
      empty={
        <EmptyState
          compact
          title={t(($) => $.options.noEnded)}
          text={t(($) => $.options.noEndedText)}
        />
      }
    />
  );
}

/** What runs now, with its countdown. */
export function Running() {
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.options.running)}>
      <OpenTable brief={false} />
    </Panel>
  );
}

const ACTIVITIES = ['running', 'recent'] as const;

/** What runs now, and the last that ended, one at a time. */
export function ActivityPanel() {
  const { t } = useTranslation();
  const [shown, show] = useState<(typeof ACTIVITIES)[number]>('running');
  const { data } = useOptions();
  return (
    <Tabs
      dense
      label={t(($) => $.options.activity)}
      tabs={[
        {
          name: 'running',
          text: (
            <>
              {t(($) => $.options.running)} <Count>{data?.open.length ?? 0}</Count>
            </>
          ),
        },
        { name: 'recent', text: t(($) => $.options.recent) },
      ]}
      value={shown}
      onChange={show}
    >
      <OwnList>{shown === 'running' ? <OpenTable brief /> : <Recent />}</OwnList>
    </Tabs>
  );
}

function Recent() {
  const { data, isError, refetch } = useOptions();
  return (
    <EndedTable
      columns={useEndedColumns()}
      rows={data?.ended}
      failed={isError}
      onRetry={() => void refetch()}
    />
  );
}

/** All that ended, a page after the other. */
export function Ended(): ReactNode {
  const { t } = useTranslation();
  const query = useEndedOptions();
  return (
    <Panel title={t(($) => $.options.ended)}>
      <EndedTable
        columns={useEndedColumns()}
        rows={query.data?.pages.flatMap(({ ended }) => ended)}
        failed={query.isError}
        onRetry={() => void query.refetch()}
        file="delivery"
      />
      {query.hasNextPage ? (
        <Button
          fullWidth
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t(($) => $.options.more)}
        </Button>
      ) : null}
    </Panel>
  );
}
