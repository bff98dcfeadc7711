import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { IconArrowsExchange } from '@assay/kit/icons/arrows-exchange.ts';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import { SelectField } from '@assay/kit/input/select.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { CallError } from '../../lib/api/errors.ts';
import type { CallInput, CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { TRANSFERABLE, type Wallet } from './use-assets.ts';
import css from './wallet.module.css';

export type Transfer = CallInput<'transferFunds'>;
type Balance = CallOutput<'getTransferable'>['balances'][number];

const OTHER = { currency: 'contract', contract: 'currency' } as const;

interface TransferFormProps {
  balances: readonly Balance[];
  /** What the address names; anything. */
  asked: { readonly asset: string; readonly from: string };
  onDone(transfer: Transfer): void;
}

/** The form: from and to, the asset, how much of what can be moved now. */
export function TransferForm({ balances, asked, onDone }: TransferFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [sending, setSending] = useState<Transfer | null>(null);
  const assets = [...new Set(balances.map(({ asset }) => asset))];
  const from: Wallet = asked.from === 'contract' ? 'contract' : 'currency';
  const form = useForm<{ from: Wallet; asset: string; amount: string }>({
    first: {
      from,
      asset: assets.find((one) => one === asked.asset) ?? assets[0] ?? '',
      amount: '',
    },
    rules: {
      amount: (amount, { from: wallet, asset }) => {
        const units = parseDecimal(amount, SCALE);
        if (units === null || units === 0n) return t(($) => $.wallet.transfer.missing);
        const most = parseDecimal(rowOf(balances, asset, wallet).transferable, SCALE) ?? 0n;
        return units > most ? t(($) => $.wallet.transfer.tooMuch, { asset }) : '';
      },
    },
    send: async ({ from: wallet, ...rest }) => {
      setSending({ ...rest, from: wallet, to: OTHER[wallet] });
      return undefined;
    },
  });
  const { values } = form;
  const row = rowOf(balances, values.asset, values.from);
  const run = async (transfer: Transfer) => {
    try {
      await api.call('transferFunds', transfer, { quiet: true });
    } catch (error) {
      const isAnswer = error instanceof CallError && error.kind !== 'network';
      form.refuse(isAnswer ? { amount: error.message } : { form: t(($) => $.kit.failed) });
      return;
    } finally {
      await queries.invalidateQueries({ queryKey: [TRANSFERABLE] });
    }
    form.clear('amount');
    onDone(transfer);
  };
  return (
    <>
      <StateForm
        form={form}
        action={t(($) => $.wallet.transfer.do)}
        disabled={row.transferable === '0'}
      >
        <Direction
          from={values.from}
          swap={() => {
            form.set('from', OTHER[values.from]);
            form.clear('amount');
          }}
        />
        <SelectField
          dir="ltr"
          label={t(($) => $.wallet.asset)}
          options={assets.map((asset) => ({ value: asset, text: asset }))}
          value={values.asset}
          onChange={(asset) => {
            form.set('asset', asset);
            form.clear('amount');
          }}
        />
        <AmountField
          label={t(($) => $.wallet.amount)}
          unit={values.asset}
          most={row.transferable}
          beside={
            <Sentence
              parts={{ amount: <OwnAmount value={row.transferable} asset={values.asset} named /> }}
            >
              {(put) => t(($) => $.wallet.transfer.movable, put)}
            </Sentence>
          }
          lines={row.held.map(({ by, amount }) => ({
            label: t(($) => $.wallet.transfer.heldBy[by]),
            value: <Amount value={amount} asset={values.asset} named />,
          }))}
          {...textOf(form, 'amount')}
          onBlur={() => form.left('amount')}
        />
      </StateForm>
      {sending === null ? null : (
        <Confirm
          title={t(($) => $.wallet.transfer.confirm)}
          action={t(($) => $.wallet.transfer.do)}
          run={() => run(sending)}
          close={() => setSending(null)}
        >
          <Summary transfer={sending} />
        </Confirm>
      )}
    </>
  );
}

/** What a wallet has of an asset; nothing where it is not on the list. */
function rowOf(balances: readonly Balance[], asset: string, wallet: Wallet): Balance {
  const found = balances.find((one) => one.asset === asset && one.wallet === wallet);
  return found ?? { asset, wallet, transferable: '0', held: [] };
}

function useWalletNames(): Readonly<Record<Wallet, string>> {
  const { t } = useTranslation();
  return { currency: t(($) => $.wallet.currency), contract: t(($) => $.wallet.contract) };
}

function Direction({ from, swap }: { from: Wallet; swap(): void }) {
  const { t } = useTranslation();
  const names = useWalletNames();
  const end = (label: string, wallet: Wallet) => (
    <div>
      <dt>{label}</dt>
      <dd>{names[wallet]}</dd>
    </div>
  );
  return (
    <div className={css.direction}>
      <dl>
        {end(
          t(($) => $.wallet.transfer.from),
          from,
        )}
        {end(
          t(($) => $.wallet.transfer.to),
          OTHER[from],
        )}
      </dl>
      <IconButton label={t(($) => $.wallet.transfer.swap)} onClick={swap}>
        <IconArrowsExchange className={css.swap} size={20} stroke={1.5} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Summary({ transfer: { asset, amount, from, to } }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const names = useWalletNames();
  return (
    <FigureLines
      lines={[
        { label: t(($) => $.wallet.transfer.from), value: names[from] },
        { label: t(($) => $.wallet.transfer.to), value: names[to] },
        {
          label: t(($) => $.wallet.amount),
          value: <Amount value={amount} asset={asset} named />,
          strong: true,
        },
      ]}
    />
  );
}

/** What was moved, and where it stands. */
export function Moved({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation();
  return (
    <Callout
      live
      tone="success"
      title={t(($) => $.wallet.transfer.done)}
      action={<Link to="/record?purpose=transfer">{t(($) => $.wallet.records)}</Link>}
    >
      <Summary transfer={transfer} />
    </Callout>
  );
}
