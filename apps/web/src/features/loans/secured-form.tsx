import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { CallError } from '../../lib/api/errors.ts';
import { useAvailable } from '../../lib/data/available.ts';
import { api } from '../../lib/data/services.ts';
import { Bounds } from './bounds.tsx';
import { Contract } from './contract.tsx';
import { useRenew } from './use-loans.ts';
import {
  mostOf,
  type SecuredPreview,
  type SecuredTerms,
  useSecuredPreview,
} from './use-secured.ts';

const isAmount = (written: string) => (parseDecimal(written, SCALE) ?? 0n) > 0n;
const USUAL_DAYS = 30;

interface SecuredFormProps {
  terms: readonly SecuredTerms[];
  days: readonly number[];
  lentAsset: string;
}

/** How much against which coins for how long: cost, share, both prices and contract first. */
export function SecuredForm({ terms, days, lentAsset }: SecuredFormProps) {
  const { t } = useTranslation();
  const go = useNavigate();
  const renew = useRenew();
  const [asset, choose] = useState(terms[0]!.asset);
  const [periodDays, last] = useState(USUAL_DAYS);
  const chosen = terms.find((one) => one.asset === asset) ?? terms[0]!;
  const available = useAvailable(chosen.asset, 'currency');
  const shown = useRef<SecuredPreview | undefined>(undefined);
  // One loan, however often it is pressed: what was asked for gets one id.
  const sent = useRef({ key: '', commandId: '' });
  const form = useForm({
    first: { amount: '', collateral: '', agreement: false },
    rules: {
      amount: (amount) => (isAmount(amount) ? '' : t(($) => $.loans.amountMissing)),
      collateral: (one) => (isAmount(one) ? '' : t(($) => $.secured.collateralMissing)),
      agreement: (agreed) => (agreed ? '' : t(($) => $.loans.agreementMissing)),
    },
    send: async ({ amount, collateral, agreement }) => {
      const { version = chosen.version, contractDigest: contract = '' } = shown.current ?? {};
      const what = { asset: chosen.asset, amount, collateral, periodDays };
      const fields = { ...what, version, contract, agreement };
      const key = JSON.stringify(fields);
      if (sent.current.key !== key) sent.current = { key, commandId: crypto.randomUUID() };
      const { commandId } = sent.current;
      try {
        const { loan } = await api.call('openCollateralLoan', fields, { quiet: true, commandId });
        await renew();
        await go(`/repayment?loan=${loan.loanId}`);
        return undefined;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        // A price may come, and room: the next press asks again.
        sent.current = { key: '', commandId: '' };
        return { form: error.kind === 'network' ? t(($) => $.kit.failed) : error.message };
      }
    },
  });
  const { amount, collateral, agreement } = form.values;
  const isWhole = isAmount(amount) && isAmount(collateral);
  const what = { asset: chosen.asset, amount, collateral, periodDays };
  const asked = useSecuredPreview(isWhole ? what : null);
  const preview = isWhole && !asked.isError ? asked.data : undefined;
  shown.current = preview;
  const refused = asked.error instanceof CallError ? asked.error.message : undefined;
  return (
    <StateForm form={form} action={t(($) => $.secured.borrowDo)}>
      <SelectField
        label={t(($) => $.secured.coin)}
        options={terms.map(({ asset: text }) => ({ value: text, text }))}
        value={chosen.asset}
        onChange={choose}
      />
      <SelectField
        label={t(($) => $.secured.period)}
        options={days.map((count) => ({
          value: String(count),
          text: t(($) => $.loans.days, { count }),
        }))}
        value={String(periodDays)}
        onChange={(count) => last(Number(count))}
      />
      <AmountField
        label={t(($) => $.secured.amount)}
        unit={lentAsset}
        most={mostOf(chosen, collateral)}
        hint={<Bounds least={chosen.least} most={chosen.most} asset={lentAsset} />}
        {...textOf<'amount'>(form, 'amount')}
        {...(isWhole && refused !== undefined ? { error: refused } : {})}
        onBlur={() => form.left('amount')}
      />
      <AmountField
        label={t(($) => $.secured.collateral)}
        unit={chosen.asset}
        {...(available === undefined ? {} : { most: available })}
        hint={<Available value={available} asset={chosen.asset} />}
        lines={useLines(chosen, lentAsset, preview)}
        {...textOf<'collateral'>(form, 'collateral')}
        onBlur={() => form.left('collateral')}
      />
      {preview === undefined ? null : <Contract text={preview.contract} />}
      <Checkbox
        checked={agreement}
        onChange={(value) => form.set('agreement', value)}
        error={form.errorOf('agreement')}
      >
        {t(($) => $.secured.agreement)}
      </Checkbox>
    </StateForm>
  );
}

function Available({ value, asset }: { value: string | undefined; asset: string }) {
  const { t } = useTranslation();
  if (value === undefined) return null;
  return (
    <Sentence parts={{ amount: <OwnAmount value={value} asset={asset} named /> }}>
      {(put) => t(($) => $.secured.available, put)}
    </Sentence>
  );
}

/** Share, both prices and the whole cost, before anything is agreed to. */
function useLines(
  { asset, price, aprPpm }: SecuredTerms,
  lentAsset: string,
  shown: SecuredPreview | undefined,
): FigureLine[] {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const figure = (value: string | undefined, of = lentAsset) =>
    value === undefined || value === '' ? '—' : <Amount value={value} asset={of} named />;
  const share = shown?.ltvPpm;
  const now = shown?.price ?? price;
  return [
    {
      label: t(($) => $.secured.price),
      value: now === '' ? t(($) => $.secured.noPrice) : figure(now),
    },
    { label: t(($) => $.secured.least), value: figure(shown?.leastCollateral, asset) },
    {
      ...{ label: t(($) => $.secured.share), strong: true },
      value: share === undefined || share === null ? '—' : <Ltr>{ppm(share)}</Ltr>,
    },
    { label: t(($) => $.secured.callPrice), value: figure(shown?.callPrice) },
    { label: t(($) => $.secured.liquidationPrice), value: figure(shown?.liquidationPrice) },
    { label: t(($) => $.secured.apr), value: <Ltr>{ppm(aprPpm)}</Ltr>, strong: true },
    { label: t(($) => $.secured.interest), value: figure(shown?.interest) },
    { label: t(($) => $.secured.total), value: figure(shown?.total), strong: true },
    { label: t(($) => $.secured.interestMost), value: figure(shown?.interestMost) },
  ];
}
