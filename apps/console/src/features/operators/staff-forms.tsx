import { ROLES, type Role } from '@assay/core/approval/rights';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FieldGroup } from '@assay/kit/input/field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { MemberView } from '@assay/modules/operators/schema';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';

interface MemberFormProps<Member> {
  member: Member;
  close(): void;
}

/** Proposes an invitation, or other roles of a member. */
export function RolesForm({ member, close }: MemberFormProps<MemberView | null>) {
  const { t } = useTranslation();
  const first: { name: string; roles: readonly Role[]; reason: string } = {
    name: '',
    roles: member?.roles ?? [],
    reason: '',
  };
  const missing = t(($) => $.staff.missing);
  const form = useForm({
    first,
    rules: {
      name: (name) => (member === null && name.trim() === '' ? missing : ''),
      roles: (roles) => (roles.length === 0 ? missing : ''),
      reason: (reason) => (reason.trim() === '' ? missing : ''),
    },
    send: async ({ name, roles, reason }) => {
      const chosen = [...roles];
      const command =
        member === null
          ? { type: 'inviteStaff', body: { name, roles: chosen } }
          : { type: 'changeRoles', body: { operatorId: member.operatorId, roles: chosen } };
      const proposal = { proposalId: crypto.randomUUID(), ...command, reason };
      const refused = await refusalOf(
        call('prepareProposal', proposal),
        t(($) => $.approvals.failed),
      );
      if (refused === undefined) close();
      return refused;
    },
  });
  const { values, errorOf, set } = form;
  const toggle = (role: Role, on: boolean) =>
    set('roles', on ? [...values.roles, role] : values.roles.filter((one) => one !== role));
  const title = member === null ? t(($) => $.staff.invite) : member.name;
  return (
    <FormDialog title={title} close={close} form={form} action={t(($) => $.staff.propose)}>
      <Callout>{t(($) => $.staff.byTwo)}</Callout>
      {member === null ? (
        <TextField
          label={t(($) => $.staff.name)}
          value={values.name}
          error={errorOf('name')}
          onChange={(name) => set('name', name)}
        />
      ) : null}
      <FieldGroup label={t(($) => $.staff.rolesTitle)} error={errorOf('roles')}>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            checked={values.roles.includes(role)}
            onChange={(on) => toggle(role, on)}
          >
            {t(($) => $.staff.roles[role])}
          </Checkbox>
        ))}
      </FieldGroup>
      <TextArea
        label={t(($) => $.approvals.reason)}
        value={values.reason}
        error={errorOf('reason')}
        onChange={(reason) => set('reason', reason)}
      />
    </FormDialog>
  );
}

/** Ends an account at once, by one person. */
export function EndForm({ member, close }: MemberFormProps<MemberView>) {
  const { t } = useTranslation();
  const { operatorId, name } = member;
  const send = (reason: string) => call('endStaff', { operatorId, reason });
  return (
    <ReasonDialog
      title={t(($) => $.staff.endTitle, { name })}
      action={t(($) => $.staff.end)}
      send={send}
      close={close}
    >
      <Callout tone="danger">{t(($) => $.staff.endText)}</Callout>
    </ReasonDialog>
  );
}

/** Proposes to take everything from a member who has lost it, so that they get a new link. */
export function ReinviteForm({ member, close }: MemberFormProps<MemberView>) {
  const { t } = useTranslation();
  const { operatorId, name } = member;
  const command = { type: 'reinviteStaff', body: { operatorId } };
  const send = (reason: string) =>
    call('prepareProposal', { proposalId: crypto.randomUUID(), ...command, reason });
  return (
    <ReasonDialog
      title={t(($) => $.staff.reinviteTitle, { name })}
      action={t(($) => $.staff.propose)}
      send={send}
      close={close}
    >
      <Callout>{t(($) => $.staff.reinviteText)}</Callout>
    </ReasonDialog>
  );
}

interface ReasonDialogProps {
  title: string;
  action: string;
  /** What is done. */
  children: ReactNode;
  send(reason: string): Promise<unknown>;
  close(): void;
}

/** Asks for the reason of what is done. */
function ReasonDialog({ title, action, children, send, close }: ReasonDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    first: { reason: '' },
    rules: { reason: (reason) => (reason.trim() === '' ? t(($) => $.staff.missing) : '') },
    send: async ({ reason }) => {
      const refused = await refusalOf(
        send(reason),
        t(($) => $.approvals.failed),
      );
      if (refused === undefined) close();
      return refused;
    },
  });
  return (
    <FormDialog title={title} close={close} form={form} action={action}>
      {children}
      <TextArea label={t(($) => $.approvals.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
