import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { TextArea, TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePropose } from '../../lib/propose.ts';
import { type Chain, useChains } from './use-chains.ts';
import type { Recovery } from './use-recoveries.ts';

const ASSET = /^[A-Z0-9]{1,16}$/;
const HASH = /^[0-9A-Za-z]{32,100}$/;
const PPM = 1_000_000n;
const REASONS = [
  ...(['notFound', 'notOurs', 'belowLeast', 'outOfReach', 'worthless'] as const),
  ...(['alreadyCredited', 'requiredByLaw'] as const),
] as const;

interface FormProps {
  recovery: Recovery;
  close(): void;
}

const unitsOf = (text: string) => parseDecimal(text.trim(), SCALE);

/** The most that may be kept of an amount, by the terms of the recovery. */
function mostFee(amount: string, feePpm: number | null): bigint {
  return ((unitsOf(amount) ?? 0n) * BigInt(feePpm ?? 0)) / PPM;
}

/** Chains that have an asset; those that are read come first: reserves look for it there. */
function carriersOf(chains: readonly Chain[], asset: string): Chain[] {
  return chains
    .filter(({ tokens }) => tokens.some((token) => token.asset === asset.trim()))
    .toSorted((a, b) => Number(b.status !== null) - Number(a.status !== null));
}

const custodyOf = (carriers: readonly Chain[], chosen: string): Chain | undefined =>
  carriers.find(({ chainId }) => String(chainId) === chosen) ?? carriers[0];

/** Proposes to credit what was recovered, less what is kept of it. */
export function CreditForm({ recovery, close }: FormProps) {
  const { t } = useTranslation();
  const { recoveryId, digest, asset, amount, feePpm } = recovery;
  const propose = usePropose('creditRecovery', close);
  const said = (units: bigint) => formatDecimal(units, SCALE);
  const [chosen, choose] = useState('');
  const chains = useChains().data?.chains ?? [];
  const form = useForm({
    first: { asset, amount, fee: said(mostFee(amount, feePpm)), reason: '' },
    rules: {
      asset: (text) => (ASSET.test(text.trim()) ? '' : t(($) => $.recoveries.assetWrong)),
      amount: (text) => ((unitsOf(text) ?? 0n) > 0n ? '' : t(($) => $.recoveries.amountWrong)),
      fee: (text, values) => {
        const most = mostFee(values.amount, feePpm);
        const fee = unitsOf(text);
        const isRight = fee !== null && fee <= most;
        return isRight ? '' : t(($) => $.recoveries.feeWrong, { most: said(most) });
      },
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: async ({ reason, ...given }) => {
      const chain = custodyOf(carriersOf(chains, given.asset), chosen);
      if (chain === undefined) return { form: t(($) => $.recoveries.noCustody) };
      const body = { asset: given.asset.trim(), amount: given.amount, fee: given.fee };
      return propose({ recoveryId, digest, chainId: chain.chainId, ...body }, reason);
    },
  });
  const carriers = carriersOf(chains, form.values.asset);
  return (
    <FormDialog
      title={t(($) => $.recoveries.credit)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="warning">{t(($) => $.recoveries.creditText)}</Callout>
      <TextField dir="ltr" label={t(($) => $.recoveries.asset)} {...textOf(form, 'asset')} />
      <SelectField
        label={t(($) => $.recoveries.custody)}
        options={carriers.map(({ chainId, name }) => ({ value: String(chainId), text: name }))}
        value={String(custodyOf(carriers, chosen)?.chainId ?? '')}
        onChange={choose}
      />
      <AmountField
        label={t(($) => $.recoveries.amount)}
        unit={form.values.asset}
        {...textOf(form, 'amount')}
      />
      <AmountField
        label={t(($) => $.recoveries.fee)}
        unit={form.values.asset}
        {...textOf(form, 'fee')}
      />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes to say that it was sent back, by a transaction that a second person looks up. */
export function BackForm({ recovery, close }: FormProps) {
  const { t } = useTranslation();
  const { recoveryId, digest, returnTo, sender } = recovery;
  const propose = usePropose('returnRecovery', close);
  const form = useForm({
    first: { to: returnTo || sender, transaction: '', reason: '' },
    rules: {
      to: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
      transaction: (text) => (HASH.test(text.trim()) ? '' : t(($) => $.recoveries.hashWrong)),
      reason: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ to, transaction, reason }) =>
      propose({ recoveryId, digest, to: to.trim(), transaction: transaction.trim() }, reason),
  });
  return (
    <FormDialog
      title={t(($) => $.recoveries.back)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <Callout tone="warning">{t(($) => $.recoveries.backText)}</Callout>
      <TextField dir="ltr" label={t(($) => $.recoveries.to)} {...textOf(form, 'to')} />
      <TextField dir="ltr" label={t(($) => $.recoveries.hash)} {...textOf(form, 'transaction')} />
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'reason')} />
    </FormDialog>
  );
}

/** Proposes to refuse it, with the reason that the customer reads, and the law where that is it. */
export function RefuseForm({ recovery, close }: FormProps) {
  const { t } = useTranslation();
  const { recoveryId, digest } = recovery;
  const propose = usePropose('refuseRecovery', close);
  const [reason, setReason] = useState<(typeof REASONS)[number]>('notFound');
  const isLaw = reason === 'requiredByLaw';
  const form = useForm({
    first: { law: '', why: '' },
    rules: {
      law: (text) => (isLaw && text.trim() === '' ? t(($) => $.recoveries.lawMissing) : ''),
      why: (text) => (text.trim() === '' ? t(($) => $.staff.missing) : ''),
    },
    send: ({ law, why }) =>
      propose({ recoveryId, digest, reason, law: isLaw ? law.trim() : '' }, why),
  });
  return (
    <FormDialog
      danger
      title={t(($) => $.recoveries.refuse)}
      close={close}
      form={form}
      action={t(($) => $.chains.propose)}
    >
      <p>{t(($) => $.recoveries.refuseText)}</p>
      <SelectField
        label={t(($) => $.recoveries.customerReason)}
        options={REASONS.map((value) => ({ value, text: t(($) => $.recoveries.reasons[value]) }))}
        value={reason}
        onChange={setReason}
      />
      {isLaw ? <TextField label={t(($) => $.recoveries.law)} {...textOf(form, 'law')} /> : null}
      <TextArea label={t(($) => $.chains.reason)} {...textOf(form, 'why')} />
    </FormDialog>
  );
}
