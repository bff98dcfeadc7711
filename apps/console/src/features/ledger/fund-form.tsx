import type { Realm } from '@assay/core/ledger/realm';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { FUNDED } from '@assay/modules/ledger/rules';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';

interface FundFormProps {
  realm: Realm;
  /** Those of which the house has accounts. */
  assets: readonly string[];
  close(): void;
}

/** Prepares that capital of the operator goes into an account that the house pays out of. */
export function FundForm({ realm, assets, close }: FundFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('declareCapital', close, realm);
  const isAmount = (text: string) => (parseDecimal(text.trim(), SCALE) ?? 0n) > 0n;
  const form = useForm({
    first: { account: FUNDED[0] as string, asset: assets[0] ?? '', amount: '', reason: '' },
    rules: {
      amount: (text) => (isAmount(text) ? '' : t(($) => $.house.fundAmountWrong)),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ account, asset, amount, reason }) =>
      propose({ account, asset, amount: amount.trim() }, reason),
  });
  const optionsOf = (names: readonly string[]) => names.map((value) => ({ value, text: value }));
  return (
    <FormDialog
      title={t(($) => $.house.fund)}
      close={close}
      form={form}
      action={t(($) => $.house.fundPropose)}
    >
      <Callout tone="information">{t(($) => $.house.fundText)}</Callout>
      <SelectField
        dir="ltr"
        label={t(($) => $.house.account)}
        options={optionsOf(FUNDED)}
        {...textOf(form, 'account')}
      />
      <SelectField
        dir="ltr"
        label={t(($) => $.house.asset)}
        options={optionsOf(assets)}
        {...textOf(form, 'asset')}
      />
      <NumberField
        label={t(($) => $.house.fundAmount)}
        unit={form.values.asset}
        {...textOf(form, 'amount')}
      />
      <TextArea label={t(($) => $.house.fundReason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
