import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../../desk/account/own-amount.tsx';
import { isChainAddress } from '../chain-address.ts';
import { Goes, Reasons } from './reasons.tsx';
import { Send } from './send.tsx';
import { Unverified } from './unverified.tsx';
import {
  type Asked,
  least,
  mostOf,
  type Preview,
  type Terms,
  unitsOf,
  usePreview,
  type Withdrawal,
} from './use-withdrawals.ts';
import { kindOf, Where } from './where.tsx';

interface MoneyFormProps {
  terms: Terms;
  onDone(withdrawal: Withdrawal): void;
}

/** The form: where to and how much, what it costs and when it goes, before anything is sent. */
export function MoneyForm({ terms, onDone }: MoneyFormProps) {
  const { t } = useTranslation();
  const { asset, networks, available, travelAmount } = terms;
  const [sending, setSending] = useState<Asked | null>(null);
  const form = useForm({
    first: {
      ...{ kind: 'ordinary', address: '', amount: '', recipient: '' },
      chainId: String(networks[0]?.chainId ?? 0),
    },
    rules: {
      address: (address) => {
        if (address === '') return t(($) => $.wallet.out.addressMissing);
        return isChainAddress(address) ? '' : t(($) => $.wallet.out.addressWrong);
      },
      amount: (amount) => (unitsOf(amount) > 0n ? '' : t(($) => $.wallet.out.amountMissing)),
      recipient: (recipient, { amount }) =>
        recipient === '' && unitsOf(amount) >= unitsOf(travelAmount)
          ? t(($) => $.wallet.out.recipientMissing)
          : '',
    },
    send: async (values) => {
      setSending(askedOf(asset, values));
      return undefined;
    },
  });
  const { values } = form;
  const isWhole = isChainAddress(values.address) && unitsOf(values.amount) > 0n;
  const preview = usePreview(isWhole ? askedOf(asset, values) : null);
  const shown = isWhole ? preview.data : undefined;
  const cost = shown?.accepted ?? null;
  return (
    <>
      {values.kind === 'return' || terms.verified !== 'none' ? null : <Unverified />}
      <StateForm
        form={form}
        action={t(($) => $.wallet.out.do)}
        disabled={shown !== undefined && shown.refusals.length > 0}
      >
        <Where
          terms={terms}
          values={values}
          set={form.set}
          address={{ ...textOf(form, 'address'), onBlur: () => form.left('address') }}
        />
        <AmountField
          label={t(($) => $.wallet.amount)}
          unit={asset}
          most={mostAsked(terms, values)}
          beside={
            <>
              {t(($) => $.wallet.out.available)} <OwnAmount value={available} asset={asset} named />
            </>
          }
          lines={costLines(t, terms, values.kind, cost)}
          {...textOf(form, 'amount')}
          onBlur={() => form.left('amount')}
        />
        {unitsOf(values.amount) < unitsOf(travelAmount) ? null : (
          <TextField
            label={t(($) => $.wallet.out.recipient)}
            hint={t(($) => $.wallet.out.recipientHint)}
            {...textOf(form, 'recipient')}
          />
        )}
        {shown === undefined ? null : <Reasons preview={shown} asset={asset} />}
      </StateForm>
      {sending === null ? null : (
        <Send
          asked={sending}
          chain={networks.find(({ chainId }) => chainId === sending.chainId)?.chain ?? ''}
          cost={cost}
          refused={(fields) => {
            setSending(null);
            form.refuse(fields);
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

/** As much as can be asked for in one request of this kind. */
function mostAsked(terms: Terms, { kind, address }: { kind: string; address: string }): string {
  const { available, sources } = terms;
  if (kind === 'exit') return available;
  if (kind === 'ordinary') return least(available, mostOf(terms));
  return sources.find((source) => source.address === address)?.unused ?? '0';
}

/** What follows from the amount. */
function costLines(
  t: TFunction,
  { asset, fee, networkFee }: Terms,
  kind: string,
  cost: Preview['accepted'],
): FigureLine[] {
  // What leaves otherwise than in the ordinary way costs what the network takes.
  const before = kind === 'ordinary' ? fee : networkFee;
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  return [
    { label: t(($) => $.wallet.out.fee), value: figure(cost?.fee ?? before) },
    {
      label: t(($) => $.wallet.out.arrives),
      value: cost === null ? '—' : figure(cost.arrives),
      strong: true,
    },
    {
      label: t(($) => $.wallet.out.goesAt),
      value: cost === null ? null : <Goes cost={cost} />,
    },
  ];
}

function askedOf(
  asset: string,
  values: Record<'kind' | 'chainId' | 'address' | 'amount' | 'recipient', string>,
): Asked {
  const { address, amount } = values;
  const recipient = values.recipient.trim();
  const chainId = Number(values.chainId);
  return { asset, amount, chainId, address, recipient, kind: kindOf(values.kind) };
}
