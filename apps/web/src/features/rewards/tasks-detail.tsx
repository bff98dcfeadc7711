import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/data/session.ts';
import { isOfReal, RealOnly } from '../../ui/real-only.tsx';
import { NoTasks, TasksPanel, useTerms } from './tasks-panel.tsx';
import { type TaskTerms, useTasks } from './use-rewards.ts';
import { VoucherPayments, VouchersPanel } from './vouchers-panel.tsx';

/** Tasks and vouchers: one's own, or what everybody can read. */
export function TasksDetail({ tasks }: { tasks: readonly TaskTerms[] }) {
  const token = useSession((session) => session.token);
  const query = useTasks();
  if (token === null) return <Offered tasks={tasks} />;
  if (isOfReal(query.error)) return <RealOnly />;
  return (
    <Loaded query={query} height="20rem">
      {(own) => (
        <Stack>
          <TasksPanel own={own} />
          <VouchersPanel vouchers={own.vouchers} />
          <VoucherPayments />
        </Stack>
      )}
    </Loaded>
  );
}

function Offered({ tasks }: { tasks: readonly TaskTerms[] }) {
  const { t } = useTranslation();
  const termsOf = useTerms();
  return (
    <Panel title={t(($) => $.rewards.tasks.title)}>
      {tasks.length === 0 ? (
        <NoTasks />
      ) : (
        <PanelBody>
          <Points>
            {tasks.map((task) => (
              <li key={task.taskId}>
                {t(($) => $.rewards.tasks.kinds[task.kind])}: {termsOf(task)}
              </li>
            ))}
          </Points>
        </PanelBody>
      )}
    </Panel>
  );
}
