import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { Chain } from './use-chains.ts';

const COUNT = /^[1-9][0-9]{0,4}$/;
const ID = /^[1-9][0-9]{0,14}$/;

/** Proposes a chain, or other conditions of one; its nodes are in the settings. */
export function ChainForm({ chain, close }: { chain: Chain | null; close(): void }) {
  const { t } = useTranslation();
  const propose = usePropose('setDepositChain', close);
  const [isOpen, setOpen] = useState(chain?.isOpen ?? true);
  const count = (text: string) => (COUNT.test(text) ? '' : t(($) => $.chains.countWrong));
  const form = useForm({
    first: {
      id: chain === null ? '' : String(chain.chainId),
      ...{ name: chain?.name ?? '', explorer: chain?.explorer ?? '', reason: '' },
      confirmations: String(chain?.confirmations ?? ''),
      toWithdraw: String(chain?.withdrawalConfirmations ?? ''),
      minutes: String(chain?.minutes ?? ''),
    },
    rules: {
      id: (text) => (ID.test(text) ? '' : t(($) => $.chains.countWrong)),
      name: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
      explorer: (text) =>
        text === '' || /^https:\/\//.test(text) ? '' : t(($) => $.chains.explorerWrong),
      confirmations: count,
      toWithdraw: (text, { confirmations }) =>
        count(text) ||
        (Number(text) < Number(confirmations) ? t(($) => $.chains.toWithdrawWrong) : ''),
      minutes: count,
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ id, name, explorer, confirmations, toWithdraw, minutes, reason }) =>
      propose(
        {
          ...{ chainId: Number(id), name, explorer, confirmations: Number(confirmations) },
          ...{ withdrawalConfirmations: Number(toWithdraw), minutes: Number(minutes), isOpen },
        },
        reason,
      ),
  });
  return (
    <FormDialog
      title={chain === null ? t(($) => $.chains.addChain) : chain.name}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="information">{t(($) => $.chains.chainText)}</Callout>
      {chain === null ? (
        <TextField dir="ltr" label={t(($) => $.chains.id)} {...textOf(form, 'id')} />
      ) : null}
      <TextField label={t(($) => $.chains.name)} {...textOf(form, 'name')} />
      <TextField dir="ltr" label={t(($) => $.chains.toCredit)} {...textOf(form, 'confirmations')} />
      <TextField dir="ltr" label={t(($) => $.chains.toWithdraw)} {...textOf(form, 'toWithdraw')} />
      <TextField dir="ltr" label={t(($) => $.chains.minutes)} {...textOf(form, 'minutes')} />
      <TextField dir="ltr" label={t(($) => $.chains.explorer)} {...textOf(form, 'explorer')} />
      <Checkbox checked={isOpen} onChange={setOpen}>
        {t(($) => $.chains.givesAddresses)}
      </Checkbox>
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
