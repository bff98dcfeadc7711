import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { PinField } from '@assay/kit/input/pin-field.tsx';
import { textOf } from '@assay/kit/input/use-form.ts';
import { useTranslation } from 'react-i18next';
import { Goes, Holds } from '../withdrawals/reasons.tsx';
import { useSend } from '../withdrawals/use-send.ts';
import type { Withdrawal } from '../withdrawals/use-withdrawals.ts';
import type { BankAsked, BankCost } from './use-bank.ts';

interface BankSendProps {
  asked: BankAsked;
  /** As it was shown: less is refused. */
  cost: BankCost;
  /** What the server refused, for the form behind this. */
  refused(text: string): void;
  close(): void;
  onDone(withdrawal: Withdrawal): void;
}

/** All of it once more, the six digits, and then the proof of exactly this request. */
export function BankSend({ asked, cost, refused, close, onDone }: BankSendProps) {
  const { t } = useTranslation();
  const form = useSend({
    call: 'requestBankWithdrawal',
    fields: { ...asked, proceeds: cost.proceeds },
    refused: ({ message }) => refused(message),
    onDone: (done) => onDone(done.withdrawal),
  });
  const { asset, amount, currency, payeeName, account, bic, bankName } = asked;
  const money = (value: string) => <Amount value={value} asset={asset} named />;
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
          { label: t(($) => $.wallet.bank.fields.payeeName), value: payeeName },
          { label: t(($) => $.wallet.bank.fields.account), value: <Ltr>{account}</Ltr> },
          { label: t(($) => $.wallet.bank.fields.bic), value: <Ltr>{bic}</Ltr> },
          { label: t(($) => $.wallet.bank.fields.bankName), value: bankName },
          { label: t(($) => $.wallet.amount), value: money(amount) },
          { label: t(($) => $.wallet.out.fee), value: money(cost.fee) },
          { label: t(($) => $.wallet.bank.rateAt), value: <Instant at={cost.rateAt} /> },
          {
            label: t(($) => $.wallet.bank.proceeds),
            value: <Amount value={cost.proceeds} asset={currency} named />,
            strong: true,
          },
          { label: t(($) => $.wallet.out.goesAt), value: <Goes cost={cost} /> },
        ]}
      />
      {cost.holds.length === 0 ? null : (
        <Callout title={t(($) => $.wallet.out.waits)}>
          <Holds holds={cost.holds} />
        </Callout>
      )}
      <p>{t(($) => $.wallet.bank.locked)}</p>
      <PinField label={t(($) => $.wallet.out.pin)} {...textOf(form, 'tradePassword')} />
    </FormDialog>
  );
}
