import { ROLES } from '@assay/core/approval/rights';
import type { Column } from '@assay/kit/data/columns.ts';
import { DataTable } from '@assay/kit/data/data-table.tsx';
import { useTableState } from '@assay/kit/data/table-state.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import type { MemberView } from '@assay/modules/operators/schema';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { DeclareForm, OwnAccountsForm } from './own-accounts.tsx';
import { EndForm, ReinviteForm, RolesForm } from './staff-forms.tsx';
import { StaffLink } from './staff-link.tsx';

interface Asked {
  readonly kind: 'roles' | 'reinvite' | 'accounts' | 'declare' | 'end';
  readonly member: MemberView | null;
}

/** Everybody of the staff: who may do what, and proposals to change it. */
export function Staff() {
  const { t } = useTranslation();
  const { may } = useOperator();
  const [asked, ask] = useState<Asked | null>(null);
  const query = useQuery({
    queryKey: ['staff'],
    queryFn: ({ signal }) => call('getStaff', {}, signal),
  });
  const columns = useColumns((member) => (
    <>
      {member.enrolled ? null : <StaffLink member={member} />}{' '}
      {may('staff.prepare') && member.enrolled ? (
        <Button size="xs" variant="default" onClick={() => ask({ kind: 'reinvite', member })}>
          {t(($) => $.staff.reinvite)}
        </Button>
      ) : null}{' '}
      {may('staff.prepare') ? (
        <Button size="xs" variant="default" onClick={() => ask({ kind: 'roles', member })}>
          {t(($) => $.staff.changeRoles)}
        </Button>
      ) : null}{' '}
      {may('staff.prepare') ? (
        <Button size="xs" variant="default" onClick={() => ask({ kind: 'accounts', member })}>
          {t(($) => $.staff.setAccounts)}
        </Button>
      ) : null}{' '}
      {may('staff.end') ? (
        <Button size="xs" variant="default" onClick={() => ask({ kind: 'end', member })}>
          {t(($) => $.staff.end)}
        </Button>
      ) : null}
    </>
  ));
  const done = () => {
    ask(null);
    void query.refetch();
  };
  return (
    <Page>
      <PageHead
        title={t(($) => $.staff.title)}
        lead={t(($) => $.staff.lead)}
        actions={
          <>
            <Button variant="default" onClick={() => ask({ kind: 'declare', member: null })}>
              {t(($) => $.staff.declare)}
            </Button>
            {may('staff.prepare') ? (
              <Button onClick={() => ask({ kind: 'roles', member: null })}>
                {t(($) => $.staff.invite)}
              </Button>
            ) : null}
          </>
        }
      />
      <Panel>
        <DataTable
          caption={t(($) => $.staff.title)}
          columns={columns}
          rows={query.data?.members}
          keyOf={({ operatorId }) => String(operatorId)}
          isOver={({ endedAt }) => endedAt !== null}
          state={useTableState()}
          file="staff"
          failed={query.isError}
          onRetry={() => void query.refetch()}
          empty={<EmptyState compact title={t(($) => $.none)} />}
        />
      </Panel>
      {asked?.kind === 'roles' ? <RolesForm member={asked.member} close={done} /> : null}
      {asked?.kind === 'reinvite' && asked.member !== null ? (
        <ReinviteForm member={asked.member} close={done} />
      ) : null}
      {asked?.kind === 'declare' ? <DeclareForm close={done} /> : null}
      {asked?.kind === 'accounts' && asked.member !== null ? (
        <OwnAccountsForm member={asked.member} close={done} />
      ) : null}
      {asked?.kind === 'end' && asked.member !== null ? (
        <EndForm member={asked.member} close={done} />
      ) : null}
    </Page>
  );
}

function useColumns(actions: (member: MemberView) => ReactNode): readonly Column<MemberView>[] {
  const { t } = useTranslation();
  const roleText = (role: (typeof ROLES)[number]) => t(($) => $.staff.roles[role]);
  return [
    {
      name: 'name',
      head: t(($) => $.staff.name),
      cell: ({ name }) => name,
      sort: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      ...{ name: 'person', head: t(($) => $.staff.person), figure: true },
      cell: ({ person }) => <Plain value={person} />,
      sort: ({ person }) => person,
      csv: ({ person }) => String(person),
    },
    {
      name: 'roles',
      head: t(($) => $.staff.rolesTitle),
      cell: ({ roles }) =>
        ROLES.filter((role) => roles.includes(role))
          .map(roleText)
          .join(', '),
      csv: ({ roles }) => roles.join(' '),
      wraps: true,
    },
    {
      ...{ name: 'accounts', head: t(($) => $.staff.accounts), wraps: true },
      cell: ({ accounts }) => <Ltr>{accounts.join(' ')}</Ltr>,
      csv: ({ accounts }) => accounts.join(' '),
    },
    {
      name: 'seen',
      head: t(($) => $.staff.lastSeen),
      cell: ({ lastSeenAt, endedAt }) => {
        if (endedAt !== null) return <Badge>{t(($) => $.staff.ended)}</Badge>;
        if (lastSeenAt === null) return <Badge tone="warning">{t(($) => $.staff.invited)}</Badge>;
        return <Instant at={lastSeenAt} />;
      },
    },
    {
      name: 'actions',
      head: t(($) => $.staff.actions),
      cell: (member) => (member.endedAt === null ? actions(member) : null),
      actions: true,
    },
  ];
}
