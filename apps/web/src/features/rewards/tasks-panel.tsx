import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { StatusBadge, type StatusMap } from '@assay/kit/display/badge.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, queries } from '../../lib/data/services.ts';
import { REWARDS } from '../../lib/data/trial-funds.ts';
import type { Tasks, TaskTerms } from './use-rewards.ts';

type Task = Tasks['tasks'][number];

/** Where what a task asks for is done. */
const PLACES: Readonly<Record<Task['kind'], string>> = {
  verify: '/sfyz',
  secondFactor: '/setting',
  firstDeposit: '/recharge',
  firstTrade: '/deal',
};

const STATES: StatusMap<Task['state']> = {
  toDo: { tone: 'neutral', label: (t) => t(($) => $.rewards.tasks.states.toDo) },
  ready: { tone: 'good', label: (t) => t(($) => $.rewards.tasks.states.ready) },
  taken: { tone: 'neutral', label: (t) => t(($) => $.rewards.tasks.states.taken) },
  full: { tone: 'warning', label: (t) => t(($) => $.rewards.tasks.states.full) },
};

/** What brings a voucher, and how far the reader is. */
export function TasksPanel({ own: { tasks, verified, isOffered } }: { own: Tasks }) {
  const { t } = useTranslation();
  const title = t(($) => $.rewards.tasks.title);
  const termsOf = useTerms();
  const columns: readonly Column<Task>[] = [
    {
      ...{ name: 'task', head: t(($) => $.rewards.tasks.task), card: 'title', wraps: true },
      cell: ({ kind }) => t(($) => $.rewards.tasks.kinds[kind]),
    },
    {
      ...{ name: 'voucher', head: t(($) => $.rewards.tasks.voucher), wraps: true },
      cell: termsOf,
    },
    {
      ...{ name: 'state', head: t(($) => $.rewards.tasks.state), card: 'value' },
      cell: ({ state }) => <StatusBadge map={STATES} state={state} />,
    },
    {
      ...{ name: 'take', head: t(($) => $.rewards.tasks.take), actions: true },
      cell: (task) => <Taking task={task} isAllowed={isOffered && verified !== 'none'} />,
    },
  ];
  return (
    <>
      {isOffered ? null : (
        <Callout tone="information" title={t(($) => $.rewards.sign.notOffered)}>
          {t(($) => $.rewards.sign.notOfferedText)}
        </Callout>
      )}
      <Panel title={title}>
        <DataTable
          {...{ caption: title, columns, rows: tasks, keyOf: ({ taskId }: Task) => `${taskId}` }}
          state={useTableState('tasks')}
          empty={<NoTasks />}
        />
      </Panel>
      <Panel title={t(($) => $.rewards.tasks.how)}>
        <PanelBody>
          <Points>
            {(['day', 'one', 'fund', 'person', 'trial', 'contracts', 'free'] as const).map(
              (point) => (
                <li key={point}>{t(($) => $.rewards.tasks.points[point])}</li>
              ),
            )}
          </Points>
        </PanelBody>
      </Panel>
    </>
  );
}

export function NoTasks() {
  const { t } = useTranslation();
  return (
    <EmptyState
      compact
      title={t(($) => $.rewards.tasks.none)}
      text={t(($) => $.rewards.tasks.noneText)}
    />
  );
}

/** What a voucher of a task does, in a sentence, and how many are left. */
export function useTerms() {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  return ({ gives, sharePpm, amount, asset, days, left }: TaskTerms) => {
    const terms = { amount, asset, count: days };
    const words = {
      fees: () => t(($) => $.rewards.tasks.terms, { ...terms, share: ppm(sharePpm) }),
      options: () => t(($) => $.rewards.tasks.trialTerms, terms),
      contracts: () => t(($) => $.rewards.tasks.contractTerms, terms),
    };
    return `${words[gives]()} · ${t(($) => $.rewards.tasks.leftOf, { count: left })}`;
  };
}

function Taking({ task, isAllowed }: { task: Task; isAllowed: boolean }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { state, kind, taskId, gives } = task;
  if (state === 'toDo')
    return <TextLink to={PLACES[kind]}>{t(($) => $.rewards.tasks.go)}</TextLink>;
  if (state !== 'ready') return null;
  const take = () => {
    setBusy(true);
    api
      .call('takeVoucher', { taskId })
      .then(() => {
        const took = {
          fees: t(($) => $.rewards.tasks.took),
          options: t(($) => $.rewards.tasks.tookTrial),
          contracts: t(($) => $.rewards.tasks.tookContracts),
        };
        toastSuccess(took[gives]);
      })
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        void queries.invalidateQueries({ queryKey: [REWARDS] });
      });
  };
  return (
    <Button loading={busy} disabled={!isAllowed} onClick={take}>
      {t(($) => $.rewards.tasks.take)}
    </Button>
  );
}
