import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Buttons } from '@assay/kit/input/form.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { type Application, useApplications } from './use-launches.ts';

interface Asked {
  readonly passed: boolean;
  readonly one: Application;
}

/** Who waits to be let into a project. */
export function Applications() {
  const { t } = useTranslation();
  const query = useApplications();
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => {
    ask(null);
    void query.refetch();
  };
  return (
    <Panel title={t(($) => $.launches.applications)}>
      <Loaded query={query}>
        {({ applications }) =>
          applications.length === 0 ? (
            <EmptyState compact title={t(($) => $.launches.nobody)} />
          ) : (
            <List applications={applications} ask={ask} />
          )
        }
      </Loaded>
      {asked === null ? null : asked.passed ? (
        <LetIn one={asked.one} close={close} />
      ) : (
        <Refuse one={asked.one} close={close} />
      )}
    </Panel>
  );
}

function List({
  applications,
  ask,
}: {
  applications: readonly Application[];
  ask(asked: Asked): void;
}) {
  const { t } = useTranslation();
  const { may } = useOperator();
  return (
    <ListTable
      caption={t(($) => $.launches.applications)}
      columns={[
        { head: t(($) => $.launches.coin) },
        { head: t(($) => $.launches.customer) },
        { head: t(($) => $.launches.verified) },
        { head: t(($) => $.launches.country) },
        { head: t(($) => $.launches.asked) },
        { head: t(($) => $.launches.actions) },
      ]}
    >
      {applications.map((one) => (
        <TableRow
          key={`${one.launchId} ${one.userId}`}
          cells={[
            one.symbol,
            `#${one.userId}`,
            t(($) => $.launches.tiers[one.verified]),
            one.country,
            <Instant key="asked" at={one.askedAt} />,
            may('verification.decide') ? (
              <Buttons key="do">
                <Button size="xs" onClick={() => ask({ passed: true, one })}>
                  {t(($) => $.launches.letIn)}
                </Button>
                <Button size="xs" variant="default" onClick={() => ask({ passed: false, one })}>
                  {t(($) => $.launches.refuse)}
                </Button>
              </Buttons>
            ) : (
              '—'
            ),
          ]}
        />
      ))}
    </ListTable>
  );
}

function LetIn({ one, close }: { one: Application; close(): void }) {
  const { t } = useTranslation();
  const { launchId, userId, symbol } = one;
  const run = async () => {
    const decided = call('decideLaunchApplication', { launchId, userId, passed: true, reason: '' });
    const refused = await refusalOf(
      decided,
      t(($) => $.approvals.failed),
    );
    if (refused === undefined) toastSuccess(t(($) => $.launches.decided));
    close();
  };
  return (
    <Confirm
      title={t(($) => $.launches.letIn)}
      action={t(($) => $.launches.letIn)}
      close={close}
      run={run}
    >
      <p>{t(($) => $.launches.letInText, { userId, symbol })}</p>
    </Confirm>
  );
}

/** The person reads the reason. */
function Refuse({ one: { launchId, userId }, close }: { one: Application; close(): void }) {
  const { t } = useTranslation();
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: async ({ reason }) => {
      const refused = await refusalOf(
        call('decideLaunchApplication', { launchId, userId, passed: false, reason }),
        t(($) => $.approvals.failed),
      );
      if (refused !== undefined) return refused;
      toastSuccess(t(($) => $.launches.decided));
      close();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={t(($) => $.launches.refuse)}
      close={close}
      form={form}
      action={t(($) => $.launches.refuse)}
    >
      <TextArea label={t(($) => $.launches.why)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
