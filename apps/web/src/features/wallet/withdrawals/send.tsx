import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { AddressText } from '@assay/kit/display/address-text.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { textOf } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Goes, Holds } from './reasons.tsx';
import { useSend } from './use-send.ts';
import type { Asked, Preview, Withdrawal } from './use-withdrawals.ts';

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
  const [isMine, setMine] = useState(false);
  const isBack = asked.kind === 'return';
  const form = useSend({
    call: 'requestWithdrawal',
    fields: { ...asked, memo: '', ...(isBack ? { isMine } : {}) },
    refused: ({ fields, message }) => {
      if (fields.address !== undefined) refused({ address: message });
      else if (fields.amount !== undefined) refused({ amount: message });
      else refused({ form: message });
    },
    onDone: (done) => onDone(done.withdrawal),
  });
  const { asset, amount, address } = asked;
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  return (
    <FormDialog
      title={t(($) => $.wallet.out.confirm)}
      form={form}
      action={t(($) => $.wallet.out.do)}
      disabled={isBack && !isMine}
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
      {isBack ? (
        <Checkbox checked={isMine} onChange={setMine}>
          {t(($) => $.wallet.out.sourceIsMine)}
        </Checkbox>
      ) : null}
      <p>{t(($) => $.wallet.out.final)}</p>
      <PinField label={t(($) => $.wallet.out.pin)} {...textOf(form, 'tradePassword')} />
    </FormDialog>
  );
}
