import type { FigureLine } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../../desk/account/own-amount.tsx';
import { isChainAddress } from '../chain-address.ts';
import { Plan, SendPlan, usePlanLines } from './plan.tsx';
import { Goes, Reasons } from './reasons.tsx';
import { Send } from './send.tsx';
import { providerMissing, recipientMissing, Travel } from './travel.tsx';
import { Unverified } from './unverified.tsx';
import {
  type Asked,
  carried,
  type ExitPlan,
  type Kind,
  least,
  mostOf,
  type Planned,
  type Preview,
  type Terms,
  unitsOf,
  usePlan,
  usePreview,
  type Withdrawal,
} from './use-withdrawals.ts';
import { kindOf, Where } from './where.tsx';

interface MoneyFormProps {
  terms: Terms;
  onDone(withdrawal: Withdrawal): void;
  onPlanned(planned: Planned): void;
}

/** The form: where to and how much, what it costs and when it goes, before anything is sent. */
export function MoneyForm({ terms, onDone, onPlanned }: MoneyFormProps) {
  const { t } = useTranslation();
  const { asset, networks, available } = terms;
  const [sending, setSending] = useState<{ asked: Asked; plan: ExitPlan | undefined } | null>(null);
  // A plan is sent as it was read, whatever it would be by now.
  const read = useRef<ExitPlan>(undefined);
  const form = useMoneyForm(terms, (asked) => setSending({ asked, plan: read.current }));
  const { values } = form;
  const isWhole = isChainAddress(values.address) && unitsOf(values.amount) > 0n;
  const isMore = values.kind === 'ordinary' && unitsOf(values.amount) > unitsOf(mostOf(terms));
  const wanted = isWhole ? askedOf(asset, values) : null;
  const preview = usePreview(isMore ? null : wanted);
  const planned = usePlan(isMore ? wanted : null);
  const shown = isWhole && !isMore ? preview.data : undefined;
  const plan = isWhole && isMore ? planned.data : undefined;
  const cost = shown?.accepted ?? null;
  read.current = plan;
  const planLines = usePlanLines(plan, asset);
  const isRefused = (shown?.refusals.length ?? 0) > 0 || plan?.parts.length === 0;
  return (
    <>
      {values.kind === 'return' || terms.verified !== 'none' ? null : <Unverified />}
      <StateForm
        form={form}
        action={isMore ? t(($) => $.wallet.out.plan.do) : t(($) => $.wallet.out.do)}
        disabled={isRefused || (isMore && (plan === undefined || planned.isPlaceholderData))}
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
            <Sentence parts={{ amount: <OwnAmount value={available} asset={asset} named /> }}>
              {(put) => t(($) => $.wallet.out.availableNow, put)}
            </Sentence>
          }
          lines={isMore ? planLines : costLines(t, terms, values.kind, cost)}
          {...textOf(form, 'amount')}
          onBlur={() => form.left('amount')}
        />
        <Everything
          terms={terms}
          chainId={values.chainId}
          onTake={(kind, amount) => {
            form.set('kind', kind);
            form.set('amount', amount);
          }}
        />
        <Travel
          terms={terms}
          values={values}
          recipient={textOf(form, 'recipient')}
          provider={textOf(form, 'provider')}
        />
        {shown === undefined ? null : <Reasons preview={shown} asset={asset} />}
        {plan === undefined ? null : <Plan plan={plan} asset={asset} />}
      </StateForm>
      {sending === null ? null : (
        <Sending
          {...{ ...sending, cost }}
          chain={networks.find((one) => one.chainId === sending.asked.chainId)?.chain ?? ''}
          refused={(fields) => form.refuse(fields)}
          close={() => setSending(null)}
          onDone={(withdrawal) => {
            form.clear('amount');
            onDone(withdrawal);
          }}
          onPlanned={(planned) => {
            form.clear('amount');
            onPlanned(planned);
          }}
        />
      )}
    </>
  );
}

/** What is asked for; it is sent once it was read again. */
function useMoneyForm(terms: Terms, ask: (asked: Asked) => void) {
  const { asset, networks } = terms;
  const { t } = useTranslation();
  return useForm({
    first: {
      ...{ kind: 'ordinary', address: '', amount: '', recipient: '', provider: '' },
      chainId: String(networks[0]?.chainId ?? 0),
    },
    rules: {
      address: (address) => {
        if (address === '') return t(($) => $.wallet.out.addressMissing);
        return isChainAddress(address) ? '' : t(($) => $.wallet.out.addressWrong);
      },
      amount: (amount) => (unitsOf(amount) > 0n ? '' : t(($) => $.wallet.out.amountMissing)),
      recipient: (_, values) =>
        recipientMissing(terms, values) ? t(($) => $.wallet.out.recipientMissing) : '',
      provider: (_, values) =>
        providerMissing(terms, values) ? t(($) => $.wallet.out.providerMissing) : '',
    },
    send: async (values) => {
      ask(askedOf(asset, values));
      return undefined;
    },
  });
}

interface SendingProps extends MoneyFormProps {
  asked: Asked;
  /** Where it leaves by several. */
  plan: ExitPlan | undefined;
  cost: Preview['accepted'];
  chain: string;
  refused(fields: { address?: string; amount?: string; form?: string }): void;
  close(): void;
}

/** The question before it is sent: of one withdrawal, or of a plan. */
function Sending(props: Omit<SendingProps, 'terms'>) {
  const { asked, plan, cost, chain, close } = props;
  const then =
    <T,>(next: (value: T) => void) =>
    (value: T) => {
      close();
      next(value);
    };
  const common = { ...{ asked, chain, close }, refused: then(props.refused) };
  return plan === undefined ? (
    <Send {...common} cost={cost} onDone={then(props.onDone)} />
  ) : (
    <SendPlan {...common} plan={plan} onDone={then(props.onPlanned)} />
  );
}

/** All that is there, as far as a network carries it. */
function allOf({ available, networks }: Terms, chainId: string): string {
  const network = networks.find((one) => String(one.chainId) === chainId);
  return carried(available, network?.decimals ?? 0);
}

interface EverythingProps {
  terms: Terms;
  chainId: string;
  onTake(kind: Kind, amount: string): void;
}

/** All of it: by one request, by a plan of several, or as a balance too small for either. */
function Everything({ terms, chainId, onTake }: EverythingProps) {
  const { t } = useTranslation();
  const all = allOf(terms, chainId);
  if (unitsOf(all) === 0n) return null;
  const kind = unitsOf(terms.available) < unitsOf(terms.least) ? 'exit' : 'ordinary';
  return (
    <Button variant="default" onClick={() => onTake(kind, all)}>
      {t(($) => $.wallet.out.everything)}
    </Button>
  );
}

/** As much as can be asked for in one request of this kind. */
function mostAsked(
  terms: Terms,
  { kind, address, chainId }: { kind: string; address: string; chainId: string },
): string {
  const { sources } = terms;
  const available = allOf(terms, chainId);
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
      value: cost === null ? '—' : <Goes cost={cost} />,
    },
  ];
}

function askedOf(
  asset: string,
  values: Record<'kind' | 'chainId' | 'address' | 'amount' | 'recipient' | 'provider', string>,
): Asked {
  const { address, amount } = values;
  const [recipient, provider] = [values.recipient.trim(), values.provider.trim()];
  const chainId = Number(values.chainId);
  return { asset, amount, chainId, address, recipient, provider, kind: kindOf(values.kind) };
}
