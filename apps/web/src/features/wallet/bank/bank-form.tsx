import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { Segments } from '@assay/kit/input/segments.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { faultOfBankNumber, plainBankNumber } from '@assay/modules/identity/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../../desk/account/own-amount.tsx';
import { Goes, Reasons } from '../withdrawals/reasons.tsx';
import { Unverified } from '../withdrawals/unverified.tsx';
import {
  least,
  mostOf,
  type Terms,
  unitsOf,
  type Withdrawal,
} from '../withdrawals/use-withdrawals.ts';
import { BankSend } from './bank-send.tsx';
import {
  type BankAsked,
  type BankCost,
  type BankTerms,
  useBankPreview,
  useBankTerms,
} from './use-bank.ts';

const BIC = /^[A-Za-z]{6}[A-Za-z0-9]{2}([A-Za-z0-9]{3})?$/;
/** In the order in which a bank's form asks for them. */
const FIELDS = [
  ...(['payeeName', 'account', 'bic', 'bankName', 'bankAddress', 'payeePhone'] as const),
  'payeeAddress',
] as const;

interface BankFormProps {
  terms: Terms;
  onDone(withdrawal: Withdrawal): void;
}

/** To a bank account: what it brings at the rate of now, which is locked with the request. */
export function BankForm(props: BankFormProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useBankTerms();
  if (data === undefined && isError) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton />;
  if (data.currencies.length === 0) {
    return (
      <EmptyState
        title={t(($) => $.wallet.bank.closed)}
        text={t(($) => $.wallet.bank.closedText)}
      />
    );
  }
  return <Fields {...props} currencies={data.currencies} />;
}

type Offer = BankTerms['currencies'][number];

function Fields({ terms, currencies, onDone }: BankFormProps & { currencies: readonly Offer[] }) {
  const { t } = useTranslation();
  const { asset, available } = terms;
  const [chosen, choose] = useState(currencies[0]!.currency);
  const offer = currencies.find(({ currency }) => currency === chosen) ?? currencies[0]!;
  const [sending, setSending] = useState<{ asked: BankAsked; cost: BankCost } | null>(null);
  const rules = useRules();
  const form = useForm({
    first: {
      ...{ amount: '', payeeName: '', account: '', bic: '', bankName: '', bankAddress: '' },
      ...{ payeePhone: '', payeeAddress: '' },
    },
    rules,
    send: async () => {
      if (asked === null || cost === null) return { form: t(($) => $.wallet.bank.noRate) };
      setSending({ asked, cost });
      return undefined;
    },
  });
  const { values } = form;
  const names = ['amount', ...FIELDS] as const;
  const isWhole = names.every((name) => rules[name](values[name]) === '');
  const isSmall = unitsOf(available) < unitsOf(terms.least);
  const kind = isSmall ? 'exit' : 'ordinary';
  const asked: BankAsked | null = isWhole
    ? { ...asSent(values), asset, currency: offer.currency, kind }
    : null;
  const preview = useBankPreview(asked);
  const shown = isWhole ? preview.data : undefined;
  const cost = shown?.accepted ?? null;
  return (
    <>
      {terms.verified === 'none' ? <Unverified /> : null}
      <StateForm
        form={form}
        action={t(($) => $.wallet.out.do)}
        disabled={shown !== undefined && shown.refusals.length > 0}
      >
        <Segments
          label={t(($) => $.wallet.bank.currency)}
          options={currencies.map(({ currency }) => ({ value: currency, text: currency }))}
          value={offer.currency}
          onChange={choose}
        />
        <AmountField
          label={t(($) => $.wallet.amount)}
          unit={asset}
          most={isSmall ? available : least(available, mostOf(terms))}
          beside={
            <Sentence parts={{ amount: <OwnAmount value={available} asset={asset} named /> }}>
              {(put) => t(($) => $.wallet.out.availableNow, put)}
            </Sentence>
          }
          lines={useLines(terms, offer, kind, cost)}
          {...textOf(form, 'amount')}
          onBlur={() => form.left('amount')}
        />
        {FIELDS.map((name) => (
          <TextField
            key={name}
            label={t(($) => $.wallet.bank.fields[name])}
            {...(name === 'payeeName' ? { hint: t(($) => $.wallet.bank.payeeHint) } : {})}
            {...(name === 'account' || name === 'bic' ? { dir: 'ltr' as const } : {})}
            autoComplete="off"
            maxLength={MOST[name]}
            {...textOf(form, name)}
            onBlur={() => form.left(name)}
          />
        ))}
        {shown === undefined ? null : <Reasons preview={shown} asset={asset} />}
      </StateForm>
      {sending === null ? null : (
        <BankSend
          {...sending}
          refused={(text) => {
            setSending(null);
            form.refuse({ form: text });
          }}
          close={() => setSending(null)}
          onDone={(withdrawal) => {
            setSending(null);
            form.clear('amount');
            onDone(withdrawal);
          }}
        />
      )}
    </>
  );
}

type Values = Record<'amount' | (typeof FIELDS)[number], string>;

/** As the server reads it, so that the step-up proves exactly this. */
function asSent({ amount, account, bic, ...texts }: Values): Values {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()]);
  return {
    ...(Object.fromEntries(trimmed) as typeof texts),
    ...{ amount, account: plainBankNumber(account), bic: bic.trim().toUpperCase() },
  };
}

const MOST = {
  ...{ payeeName: 70, account: 42, bic: 11, bankName: 70, bankAddress: 140, payeePhone: 32 },
  payeeAddress: 140,
} as const;

/** What is wrong with a field, as the server would say it. */
function useRules() {
  const { t } = useTranslation();
  const there = (text: string) => (text.trim() === '' ? t(($) => $.wallet.bank.missing) : '');
  return {
    amount: (amount: string) => (unitsOf(amount) > 0n ? '' : t(($) => $.wallet.out.amountMissing)),
    ...{ payeeName: there, bankName: there, bankAddress: there },
    ...{ payeePhone: there, payeeAddress: there },
    account: (text: string) => {
      const plain = plainBankNumber(text);
      if (plain === '') return t(($) => $.wallet.bank.missing);
      const fault = faultOfBankNumber(plain);
      if (fault === null) return '';
      return fault === 'iban'
        ? t(($) => $.wallet.bank.ibanWrong)
        : t(($) => $.wallet.bank.accountWrong);
    },
    bic: (text: string) => (BIC.test(text.trim()) ? '' : t(($) => $.wallet.bank.bicWrong)),
  };
}

/** The rate with its time and spread, and what the amount brings. */
function useLines(
  { asset, fee, networkFee }: Terms,
  offer: Offer,
  kind: BankAsked['kind'],
  cost: BankCost | null,
): FigureLine[] {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { currency, rate, rateAt, rateSource, rateTick, spreadPpm } = cost
    ? { ...offer, ...cost }
    : offer;
  const money = (value: string) => <Amount value={value} asset={asset} named />;
  return [
    {
      label: t(($) => $.wallet.out.fee),
      value: money(cost?.fee ?? (kind === 'exit' ? networkFee : fee)),
    },
    { label: t(($) => $.wallet.bank.exchanged), value: cost === null ? '—' : money(cost.arrives) },
    {
      label: t(($) => $.wallet.bank.rate),
      value: (
        <Ltr>
          1 {currency} = {rate} {asset}
        </Ltr>
      ),
      title: t(($) => $.wallet.bank.sources[rateSource], { tick: rateTick }),
    },
    { label: t(($) => $.wallet.bank.rateAt), value: <Instant at={rateAt} /> },
    { label: t(($) => $.wallet.bank.spread), value: ppm(spreadPpm) },
    {
      label: t(($) => $.wallet.bank.most),
      value: <Amount value={offer.most} asset={currency} named />,
    },
    {
      label: t(($) => $.wallet.bank.proceeds),
      value: cost === null ? '—' : <Amount value={cost.proceeds} asset={currency} named />,
      strong: true,
    },
    { label: t(($) => $.wallet.out.goesAt), value: cost === null ? '—' : <Goes cost={cost} /> },
  ];
}
