import type { Realm } from '@assay/core/ledger/realm';
import { formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { NumberField } from '@assay/kit/input/number-field.tsx';
import { TextArea } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import type { Terms } from './use-terms.ts';

/** A millionth is 0.0001 %. */
const PERCENT_SCALE = 4;

const AMOUNTS = ['leastStake', 'mostStake', 'capacityExpiry', 'capacityOpen'] as const;
const SHARES = ['fee', 'saleFee', 'volatility'] as const;

interface TermsFormProps {
  terms: Terms;
  realm: Realm;
  close(): void;
}

/** Prepares other terms of a market, whole: whoever signs reads each of them. */
export function TermsForm({ terms, realm, close }: TermsFormProps) {
  const { t } = useTranslation();
  const propose = usePropose('setOptionMarket', close, realm);
  const [isOpen, setOpen] = useState(terms.status === 'open');
  const { rates, market, index, asset, tickMs } = terms;
  const isAmount = (text: string) =>
    parseSafe(text, SCALE) > 0 ? '' : t(($) => $.options.form.amountWrong);
  const isPercent = (text: string) =>
    parseSafe(text, PERCENT_SCALE) >= 0 ? '' : t(($) => $.options.form.percentWrong);
  const percent = (ppm: number) => formatSafe(ppm, PERCENT_SCALE);
  const rateNames = rates.map(({ termMs }) => `rate ${termMs}`);
  const form = useForm({
    first: {
      ...Object.fromEntries(AMOUNTS.map((name) => [name, terms[name]])),
      ...{ fee: percent(terms.feePpm), saleFee: percent(terms.saleFeePpm), reason: '' },
      volatility: percent(terms.volatilityPpm),
      ...Object.fromEntries(rates.map((rate) => [`rate ${rate.termMs}`, percent(rate.payoutPpm)])),
    } as Record<string, string>,
    rules: {
      ...Object.fromEntries(AMOUNTS.map((name) => [name, isAmount])),
      ...Object.fromEntries([...SHARES, ...rateNames].map((name) => [name, isPercent])),
      reason: (text: string) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: (said) => {
      const ppm = (name: string) => parseSafe(said[name] ?? '', PERCENT_SCALE);
      const units = Object.fromEntries(
        AMOUNTS.map((name) => [name, parseSafe(said[name] ?? '', SCALE)]),
      );
      const body = {
        ...{ market, index, asset, tickMs, status: isOpen ? 'open' : 'closed', ...units },
        ...{ feePpm: ppm('fee'), saleFeePpm: ppm('saleFee'), volatilityPpm: ppm('volatility') },
        rates: rates.map(({ termMs }) => ({ termMs, payoutPpm: ppm(`rate ${termMs}`) })),
      };
      return propose(body, said.reason ?? '');
    },
  });
  return (
    <FormDialog
      title={`${market}: ${t(($) => $.options.change)}`}
      close={close}
      form={form}
      action={t(($) => $.options.form.propose)}
    >
      <Callout tone="information">{t(($) => $.options.form.text)}</Callout>
      <Checkbox checked={isOpen} onChange={setOpen}>
        {t(($) => $.options.form.isOpen)}
      </Checkbox>
      {AMOUNTS.map((name) => (
        <NumberField
          key={name}
          label={t(($) => $.options.form[name])}
          unit={asset}
          {...textOf(form, name)}
        />
      ))}
      {SHARES.map((name) => (
        <NumberField
          key={name}
          label={t(($) => $.options.form[name])}
          unit="%"
          {...textOf(form, name)}
        />
      ))}
      <fieldset>
        <legend>{t(($) => $.options.form.payout)}</legend>
        {rates.map(({ termMs }) => (
          <NumberField
            key={termMs}
            label={t(($) => $.options.form.payoutOf, { seconds: termMs / 1_000 })}
            unit="%"
            {...textOf(form, `rate ${termMs}`)}
          />
        ))}
      </fieldset>
      <TextArea label={t(($) => $.options.form.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}
