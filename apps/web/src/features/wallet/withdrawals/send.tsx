import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../lib/api/errors.ts';
import { api } from '../../../lib/data/services.ts';
import { confirmed } from '../../../lib/data/step-up.ts';
import { TRANSFERABLE } from '../use-assets.ts';
import { Goes, Holds } from './reasons.tsx';
import { type Asked, type Preview, WITHDRAWALS, type Withdrawal } from './use-withdrawals.ts';

const DIGITS = 6;

interface SendProps {
  asked: Asked;
  chain: string;
  cost: Preview['accepted'];
  /** What the server refused, by field of the form behind this. */
  refused(fields: { address?: string; amount?: string; form?: string }): void;
  close(): void;
  onDone(withdrawal: Withdrawal): void;
}

/** All of it once more, the six digits, and then the proof of exactly this request. */
export function Send({ asked, chain, cost, refused, close, onDone }: SendProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  // One for all tries: an answer that was lost is asked for again, and the money held once.
  const [commandId] = useState(() => crypto.randomUUID());
  const form = useForm({
    first: { tradePassword: '' },
    rules: {
      tradePassword: (pin) => (pin.length === DIGITS ? '' : t(($) => $.wallet.out.pinMissing)),
    },
    send: async ({ tradePassword }) => {
      const fields = { ...asked, memo: '', provider: '', tradePassword } as const;
      try {
        const done = await confirmed('requestWithdrawal', fields, (proof) =>
          api.call('requestWithdrawal', { ...fields, ...proof }, { quiet: true, commandId }),
        );
        if (done === null) return {};
        await queries.invalidateQueries({ queryKey: [WITHDRAWALS] });
        await queries.invalidateQueries({ queryKey: [TRANSFERABLE] });
        onDone(done.withdrawal);
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.refusal.startsWith('tradePassword')) return { tradePassword: error.message };
        if (error.kind === 'network') return { form: t(($) => $.kit.failed) };
        const { address, amount } = error.fields;
        if (address !== undefined) refused({ address: error.message });
        else if (amount !== undefined) refused({ amount: error.message });
        else refused({ form: error.message });
        return undefined;
      }
    },
  });
  const { asset, amount, address } = asked;
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  return (
    <FormDialog
      title={t(($) => $.wallet.out.confirm)}
      form={form}
      action={t(($) => $.wallet.out.do)}
      back={{ text: t(($) => $.kit.back), run: close }}
      close={close}
    >
      <FigureLines
        lines={[
          { label: t(($) => $.wallet.out.address), value: <AddressText address={address} /> },
          { label: t(($) => $.wallet.out.network), value: chain },
          { label: t(($) => $.wallet.amount), value: figure(amount) },
          {
            label: t(($) => $.wallet.out.fee),
            value: cost === null ? null : figure(cost.fee),
          },
          {
            label: t(($) => $.wallet.out.arrives),
            value: cost === null ? null : figure(cost.arrives),
            strong: true,
          },
          {
            label: t(($) => $.wallet.out.goesAt),
            value: cost === null ? null : <Goes cost={cost} />,
          },
        ]}
      />
      {cost === null || cost.holds.length === 0 ? null : (
        <Callout title={t(($) => $.wallet.out.waits)}>
          <Holds holds={cost.holds} />
        </Callout>
      )}
      <p>{t(($) => $.wallet.out.final)}</p>
      <PinField label={t(($) => $.wallet.out.pin)} {...textOf(form, 'tradePassword')} />
    </FormDialog>
  );
}
