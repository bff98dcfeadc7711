import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { OWN_ACCOUNTS_MAX } from '@assay/modules/operators/rules';
import type { MemberView } from '@assay/modules/operators/schema';
import { useTranslation } from 'react-i18next';
import { call, refusalOf } from '../../lib/call.ts';

const NUMBER = /^#?[1-9][0-9]{0,14}$/;
const plainOf = (typed: string) => Number(typed.replace('#', ''));

/** A member says that a customer account is theirs: at once, for good, and alone. */
export function DeclareForm({ close }: { close(): void }) {
  const { t } = useTranslation();
  const form = useForm({
    first: { account: '' },
    rules: {
      account: (typed) => (NUMBER.test(typed.trim()) ? '' : t(($) => $.staff.notNumbers)),
    },
    send: async ({ account }) => {
      const refused = await refusalOf(
        call('declareOwnAccount', { account: plainOf(account.trim()) }),
        t(($) => $.approvals.failed),
      );
      if (refused === undefined) close();
      return refused;
    },
  });
  const title = t(($) => $.staff.declare);
  return (
    <FormDialog title={title} close={close} form={form} action={title}>
      <Callout>{t(($) => $.staff.declareText)}</Callout>
      <TextField
        label={t(($) => $.staff.accountNumber)}
        inputMode="numeric"
        {...textOf(form, 'account')}
      />
    </FormDialog>
  );
}

/** Proposes which customer accounts a person of the staff has. */
export function OwnAccountsForm({ member, close }: { member: MemberView; close(): void }) {
  const { t } = useTranslation();
  const { person, name, accounts } = member;
  const partsOf = (typed: string) => typed.split(/[\s,]+/).filter(Boolean);
  const form = useForm({
    first: { accounts: accounts.join(' '), reason: '' },
    rules: {
      accounts: (typed) => {
        const parts = partsOf(typed);
        const isFine = parts.length <= OWN_ACCOUNTS_MAX && parts.every((one) => NUMBER.test(one));
        return isFine ? '' : t(($) => $.staff.notNumbers);
      },
      reason: (reason) => (reason.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async (typed) => {
      const body = { person, accounts: [...new Set(partsOf(typed.accounts).map(plainOf))] };
      const command = { type: 'setOwnAccounts', body, reason: typed.reason };
      const refused = await refusalOf(
        call('prepareProposal', { proposalId: crypto.randomUUID(), ...command }),
        t(($) => $.approvals.failed),
      );
      if (refused === undefined) close();
      return refused;
    },
  });
  return (
    <FormDialog
      title={t(($) => $.staff.accountsTitle, { name })}
      close={close}
      form={form}
      action={t(($) => $.staff.propose)}
    >
      <Callout>{t(($) => $.staff.accountsText)}</Callout>
      <TextField label={t(($) => $.staff.accountNumbers)} {...textOf(form, 'accounts')} />
      <TextArea label={t(($) => $.approvals.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
