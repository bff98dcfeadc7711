import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import { api, queries } from '../../../lib/data/services.ts';
import { RECOVERIES, type Recovery } from './use-deposits.ts';

/** As modules/wallet takes them. */
const NETWORKS = [
  ...(['TRON', 'BNB Smart Chain', 'Polygon', 'Arbitrum', 'Optimism', 'Base'] as const),
  ...(['Avalanche', 'Solana', 'Bitcoin', 'other'] as const),
] as const;
const HASH = /^[0-9A-Za-z]{32,100}$/;
const ASSET = /^[A-Z0-9]{1,16}$/;
const MOST_LETTERS = { returnTo: 120, description: 500 } as const;

interface RecoveryFormProps {
  /** What a network of ours has brought; without it, a transfer of another network is reported. */
  recovery?: Recovery;
  close(): void;
}

/** Asks for what cannot be credited by itself. */
export function RecoveryForm({ recovery, close }: RecoveryFormProps) {
  const { t } = useTranslation();
  const [network, setNetwork] = useState<(typeof NETWORKS)[number]>('TRON');
  const form = useForm({
    first: { transaction: '', asset: '', amount: '', returnTo: '', description: '' },
    rules: {
      transaction: (text) =>
        recovery !== undefined || HASH.test(text.trim())
          ? ''
          : t(($) => $.deposits.recovery.transactionWrong),
      asset: (text) =>
        ASSET.test(text.trim().toUpperCase()) ? '' : t(($) => $.deposits.recovery.assetWrong),
      amount: (text) =>
        (parseDecimal(text, SCALE) ?? 0n) > 0n ? '' : t(($) => $.deposits.proof.amountMissing),
    },
    send: async ({ transaction, asset, amount, returnTo, description }) => {
      const said = { asset: asset.trim().toUpperCase(), amount, description };
      const asked = { ...said, returnTo: returnTo.trim() };
      try {
        if (recovery === undefined) {
          const input = { network, transaction: transaction.trim(), ...asked };
          await api.call('reportTransfer', input, { quiet: true });
        } else {
          const { recoveryId } = recovery;
          await api.call('askForDeposit', { recoveryId, ...asked }, { quiet: true });
        }
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { form: error.kind === 'network' ? t(($) => $.kit.failed) : error.message };
      }
      toastSuccess(t(($) => $.deposits.recovery.sent));
      await queries.invalidateQueries({ queryKey: [RECOVERIES] });
      close();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={
        recovery === undefined
          ? t(($) => $.deposits.recovery.report)
          : t(($) => $.deposits.recovery.ask)
      }
      form={form}
      action={t(($) => $.deposits.recovery.send)}
      close={close}
    >
      <p>{t(($) => $.deposits.recovery.formText)}</p>
      {recovery === undefined ? (
        <>
          <SelectField
            label={t(($) => $.deposits.recovery.sentOn)}
            value={network}
            options={NETWORKS.map((value) => ({
              value,
              text: value === 'other' ? t(($) => $.deposits.recovery.other) : value,
            }))}
            onChange={setNetwork}
          />
          <TextField
            dir="ltr"
            label={t(($) => $.deposits.transaction)}
            {...textOf(form, 'transaction')}
          />
        </>
      ) : null}
      <TextField dir="ltr" label={t(($) => $.deposits.asset)} {...textOf(form, 'asset')} />
      <AmountField
        label={t(($) => $.deposits.quantity)}
        unit={form.values.asset.trim().toUpperCase()}
        {...textOf(form, 'amount')}
      />
      <TextField
        dir="ltr"
        label={t(($) => $.deposits.recovery.returnTo)}
        hint={t(($) => $.deposits.recovery.returnHint)}
        maxLength={MOST_LETTERS.returnTo}
        {...textOf(form, 'returnTo')}
      />
      <TextArea
        label={t(($) => $.deposits.proof.description)}
        maxLength={MOST_LETTERS.description}
        {...textOf(form, 'description')}
      />
    </FormDialog>
  );
}
