import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../lib/operator.ts';
import { EndTaskForm, TaskForm } from './task-forms.tsx';
import type { Budgets } from './use-rewards.ts';

type Task = Budgets['tasks'][number];

/** What tasks were published, what is set aside for each, and what was given back. */
export function Tasks({ budgets: { tasks, asset, available, escrow } }: { budgets: Budgets }) {
  const { t } = useTranslation();
  const mayPrepare = useOperator().may('house.prepare');
  const [publishing, setPublishing] = useState(false);
  const [ending, setEnding] = useState<Task | null>(null);
  const money = (value: string) => <Amount value={value} asset={asset} named />;
  return (
    <>
      <StatCards>
        <StatCard label={t(($) => $.rewards.escrow)} value={money(escrow)} />
        <StatCard label={t(($) => $.rewards.available)} value={money(available)} />
      </StatCards>
      <Panel
        title={t(($) => $.rewards.tasks)}
        tools={
          mayPrepare ? (
            <Button size="xs" variant="default" onClick={() => setPublishing(true)}>
              {t(($) => $.rewards.publishTask)}
            </Button>
          ) : undefined
        }
      >
        {tasks.length === 0 ? (
          <EmptyState compact title={t(($) => $.rewards.noTasks)} />
        ) : (
          <TaskList tasks={tasks} end={mayPrepare ? setEnding : null} />
        )}
        <PanelBody>
          <p>{t(($) => $.rewards.tasksText)}</p>
        </PanelBody>
      </Panel>
      {publishing ? <TaskForm asset={asset} close={() => setPublishing(false)} /> : null}
      {ending === null ? null : (
        <EndTaskForm taskId={ending.taskId} close={() => setEnding(null)} />
      )}
    </>
  );
}

interface TaskListProps {
  tasks: readonly Task[];
  end: ((task: Task) => void) | null;
}

function TaskList({ tasks, end }: TaskListProps) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  return (
    <ListTable
      caption={t(($) => $.rewards.tasks)}
      columns={[
        { head: t(($) => $.rewards.task) },
        { head: t(($) => $.rewards.voucher) },
        { head: t(($) => $.rewards.takenOf), figure: true },
        { head: t(($) => $.rewards.setAside), figure: true },
        { head: t(($) => $.rewards.inVouchers), figure: true },
        { head: t(($) => $.rewards.givenBack), figure: true },
        { head: t(($) => $.rewards.actions), actions: true },
      ]}
    >
      {tasks.map((task) => {
        const { taskId, kind, gives, amount, asset, sharePpm, days, people, taken, endedAt } = task;
        const terms = { share: ppm(sharePpm), amount: `${amount} ${asset}`, count: days };
        return (
          <TableRow
            key={taskId}
            cells={[
              t(($) => $.rewards.kinds[kind]),
              {
                fees: t(($) => $.rewards.voucherTerms, terms),
                options: t(($) => $.rewards.trialTerms, terms),
                contracts: t(($) => $.rewards.contractTerms, terms),
              }[gives],
              `${taken} / ${people}`,
              <Amount key="aside" value={task.setAside} asset={asset} named />,
              <Amount key="open" value={task.inVouchers} asset={asset} named />,
              <Amount key="paid" value={task.paid} asset={asset} named />,
              endedAt !== null ? (
                t(($) => $.rewards.ended)
              ) : end === null ? (
                t(($) => $.none)
              ) : (
                <Button key="end" size="xs" variant="default" onClick={() => end(task)}>
                  {t(($) => $.rewards.endTask)}
                </Button>
              ),
            ]}
          />
        );
      })}
    </ListTable>
  );
}
