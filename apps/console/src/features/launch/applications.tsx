import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { EmptyState, Loaded } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { Buttons } from '@assay/kit/input/form.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { usePropose } from '../../lib/propose.ts';
import { useKeys, useNext } from '../../lib/use-keys.ts';
import { Claimed, Deadline } from '../../ui/case-parts.tsx';
import { type Application, useApplications } from './use-launches.ts';

interface Asked {
  readonly passed: boolean;
  readonly one: Application;
}

type Claim = (
  name: 'claimLaunchApplication' | 'unclaimLaunchApplication',
  one: Application,
) => Promise<void>;
type Ask = (passed: boolean, one: Application) => void;

/** Who waits to be let into a project, by when that is to be decided, and who works on it. */
export function Applications() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const query = useApplications();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failed, setFailed] = useState('');
  const ask: Ask = (passed, one) => setAsked({ passed, one });
  const close = () => {
    setAsked(null);
    void query.refetch();
  };
  const claim: Claim = async (name, { launchId, userId }) => {
    const refused = await refusalOf(
      call(name, { launchId, userId }),
      t(($) => $.approvals.failed),
    );
    setFailed(refused?.form ?? '');
    void query.refetch();
  };
  const rows = query.data?.applications;
  const mine = rows?.find(({ claimedByMe }) => claimedByMe);
  const decide = may('verification.decide');
  const free = rows?.filter(({ proposed }) => !proposed);
  useNext(decide ? free : undefined, (one) => void claim('claimLaunchApplication', one));
  useKeys(
    decide && mine !== undefined ? { a: () => ask(true, mine), r: () => ask(false, mine) } : {},
  );
  return (
    <Panel title={t(($) => $.launches.applications)}>
      {failed === '' ? null : (
        <Callout live tone="danger">
          {failed}
        </Callout>
      )}
      <Loaded query={query}>
        {({ applications }) =>
          applications.length === 0 ? (
            <EmptyState compact title={t(($) => $.launches.nobody)} />
          ) : (
            <List applications={applications} ask={ask} claim={claim} />
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

interface ListProps {
  applications: readonly Application[];
  ask: Ask;
  claim: Claim;
}

function List({ applications, ask, claim }: ListProps) {
  const { t } = useTranslation();
  return (
    <ListTable
      caption={t(($) => $.launches.applications)}
      columns={[
        { head: t(($) => $.launches.coin) },
        { head: t(($) => $.launches.customer) },
        { head: t(($) => $.launches.verified) },
        { head: t(($) => $.launches.country) },
        { head: t(($) => $.launches.asked) },
        { head: t(($) => $.withdrawals.until) },
        { head: t(($) => $.withdrawals.claimed) },
        { head: t(($) => $.launches.actions), actions: true },
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
            <DecideBy key="until" at={one.decideBy} />,
            <ClaimedOrProposed key="claimed" one={one} />,
            <Actions key="do" one={one} ask={ask} claim={claim} />,
          ]}
        />
      ))}
    </ListTable>
  );
}

function DecideBy({ at }: { at: number }) {
  const { t } = useTranslation();
  const late = at <= Date.now() ? t(($) => $.launches.late) : '';
  return <Deadline label={t(($) => $.withdrawals.until)} until={at} late={late} />;
}

/** A refusal that is prepared is signed among the approvals. */
function ClaimedOrProposed({ one }: { one: Application }) {
  const { t } = useTranslation();
  if (!one.proposed) return <Claimed {...one} />;
  return <TextLink to="/approvals">{t(($) => $.launches.second)}</TextLink>;
}

/** One claims it first, so that two do not say different things to one person. */
function Actions({ one, ask, claim }: { one: Application; ask: Ask; claim: Claim }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  if (!may('verification.decide') || one.proposed) return '—';
  if (!one.claimedByMe) {
    return (
      <Button
        size="xs"
        variant="default"
        disabled={one.claimedBy !== null}
        onClick={() => void claim('claimLaunchApplication', one)}
      >
        {t(($) => $.withdrawals.claim)}
      </Button>
    );
  }
  return (
    <Buttons>
      <Button size="xs" onClick={() => ask(true, one)}>
        {t(($) => $.launches.letIn)}
      </Button>
      <Button size="xs" variant="default" onClick={() => ask(false, one)}>
        {t(($) => $.launches.refuse)}
      </Button>
      <Button
        size="xs"
        variant="default"
        onClick={() => void claim('unclaimLaunchApplication', one)}
      >
        {t(($) => $.withdrawals.release)}
      </Button>
    </Buttons>
  );
}

function LetIn({ one, close }: { one: Application; close(): void }) {
  const { t } = useTranslation();
  const { launchId, userId, symbol } = one;
  const run = async () => {
    const refused = await refusalOf(
      call('passLaunchApplication', { launchId, userId }),
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

/** The applicant reads the reason once a second person has signed it. */
function Refuse({ one: { launchId, userId, symbol }, close }: { one: Application; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('refuseLaunchApplication', close);
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: ({ reason }) => propose({ launchId, userId, reason }, `${symbol}: #${userId}`),
  });
  return (
    <FormDialog
      title={t(($) => $.launches.refuse)}
      close={close}
      form={form}
      action={t(($) => $.launches.refuse)}
    >
      <p>{t(($) => $.launches.refuseText)}</p>
      <TextArea label={t(($) => $.launches.why)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
