import { formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import { type FigureLine, FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { digitsOfSum } from '@assay/kit/format/amount.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { dayYield, earlyCost, earnedAfter, wholeYield } from '@assay/modules/earn/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAvailable } from '../../lib/data/available.ts';
import { serverNow } from '../../lib/data/clock.ts';
import { keepReceipt } from '../../lib/data/receipts.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import css from './earn.module.css';
import { SubscribeForm } from './subscribe-form.tsx';
import { type Product, renewEarn } from './use-earn.ts';

const unitsOf = (text: string) => parseDecimal(text, SCALE);
/** More than any product takes. */
const MOST = BigInt(Number.MAX_SAFE_INTEGER) / 4n;
const BY_REFUSAL = {
  ...{ earnBelowLeast: 'amount', earnAboveMost: 'amount', earnPersonLimit: 'amount' },
  ...{ insufficientBalance: 'amount', earnSoldOut: 'amount', invalidEarnAmount: 'amount' },
} as const;

interface Written {
  readonly amount: string;
  readonly renew: string;
}

function useSubscription(product: Product, available: string | undefined) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusals = useRefusals();
  const realm = useRealm();
  const navigate = useNavigate();
  const { asset, least, most, left, version } = product;
  const problemOf = (text: string): string => {
    const amount = unitsOf(text);
    const bound = (value: string) => ({ amount: format.plain(value), asset });
    if (amount === null || amount <= 0n) return t(($) => $.earn.problem.empty);
    if (amount < (unitsOf(least) ?? 0n)) return t(($) => $.earn.problem.least, bound(least));
    if (amount > (unitsOf(most) ?? 0n)) return t(($) => $.earn.problem.most, bound(most));
    if (available !== undefined && amount > (unitsOf(available) ?? 0n))
      return t(($) => $.earn.problem.balance);
    return amount > (unitsOf(left) ?? 0n) ? t(($) => $.earn.problem.left, bound(left)) : '';
  };
  const [asking, ask] = useState<Written | null>(null);
  const form = useForm<Written>({
    // `renew`: empty for no.
    first: { amount: '', renew: '' },
    rules: { amount: problemOf },
    // Money goes only after the question.
    send: async (written) => {
      ask(written);
      return undefined;
    },
  });
  const run = async ({ amount, renew }: Written) => {
    try {
      const input = { product: product.product, amount, termsVersion: version };
      const sent = { ...input, renew: renew !== '' };
      const { order, receipt } = await api.call('buyProfit', sent, { quiet: true });
      keepReceipt(realm, receipt);
      toastSuccess(t(($) => $.earn.bought));
      navigate(`/profit_wdtg?id=${order.id}`);
    } catch (error) {
      form.refuse(refusals(error, { names: ['amount'], byRefusal: BY_REFUSAL }));
    } finally {
      renewEarn();
    }
  };
  return { form, asking, run, close: () => ask(null) };
}

/** The form: an amount, and what it will bring to the unit before anything is agreed. */
export function Subscribe({ product }: { product: Product }) {
  const { t } = useTranslation();
  const { asset, status } = product;
  const available = useAvailable(asset, 'currency');
  const { form, asking, run, close } = useSubscription(product, available);
  const { amount, renew } = form.values;
  const figures = useFigures(product, asking?.amount ?? amount);
  const words = {
    amount: t(($) => $.earn.amount),
    available: (put: { amount: string }) => t(($) => $.earn.available, put),
    subscribe: t(($) => $.earn.subscribe),
    offline: t(($) => $.earn.offline),
  };
  if (status === 'closed') {
    return <Callout tone="information">{t(($) => $.earn.closedText)}</Callout>;
  }
  return (
    <SubscribeForm
      form={form}
      asset={asset}
      available={available}
      words={words}
      hint={<TextLink to="/recharge">{t(($) => $.earn.topUp)}</TextLink>}
      question={
        asking === null ? null : (
          <Confirm
            title={t(($) => $.earn.confirm)}
            action={t(($) => $.earn.subscribe)}
            run={() => run(asking)}
            close={close}
          >
            <FigureLines
              lines={[
                {
                  label: t(($) => $.earn.amount),
                  value: <Amount named value={asking.amount} asset={asset} />,
                  strong: true,
                },
                ...figures,
                {
                  label: t(($) => $.earn.renew),
                  value: asking.renew === '' ? t(($) => $.earn.no) : t(($) => $.earn.yes),
                },
              ]}
            />
          </Confirm>
        )
      }
    >
      <section aria-label={t(($) => $.earn.calculator)}>
        <FigureLines dense lines={figures} />
      </section>
      <Checkbox checked={renew !== ''} onChange={(on) => form.set('renew', on ? 'yes' : '')}>
        {t(($) => $.earn.renew)}
      </Checkbox>
      <p className={css.note}>{t(($) => $.earn.renewText)}</p>
    </SubscribeForm>
  );
}

/** What it brings and costs, by the same functions as the engine. */
function useFigures(product: Product, amount: string): FigureLine[] {
  const { t } = useTranslation();
  const { asset, cycleDays, dailyPpb, costPpm } = product;
  const units = unitsOf(amount) ?? 0n;
  const principal = units > MOST ? 0 : Number(units);
  const terms = { principal, dailyPpb, cycleDays };
  const half = Math.floor(cycleDays / 2);
  const brings = {
    ...{ aDay: dayYield(terms, 0), whole: wholeYield(terms) },
    ...{ atEnd: principal + wholeYield(terms), cost: earlyCost(earnedAfter(terms, half), costPpm) },
  };
  // To the last digit: cut by themselves, thirty days would not come to the whole term.
  const digits = digitsOfSum(Object.values(brings).map((value) => formatSafe(value, SCALE)));
  const text = (value: number) =>
    principal === 0 ? undefined : (
      <Amount named digits={digits} value={formatSafe(value, SCALE)} asset={asset} />
    );
  const firstDay = Math.floor(serverNow() / DAY) + 1;
  return [
    { label: t(($) => $.earn.firstDay), value: <Instant at={firstDay * DAY} /> },
    { label: t(($) => $.earn.lastDay), value: <Instant at={(firstDay + cycleDays) * DAY} /> },
    { label: t(($) => $.earn.aDay), value: text(brings.aDay) ?? '—' },
    { label: t(($) => $.earn.whole), value: text(brings.whole) ?? '—', strong: true },
    {
      label: t(($) => $.earn.backAtEnd),
      value: text(brings.atEnd) ?? '—',
    },
    {
      label: t(($) => $.earn.costHalf, { count: half }),
      value: text(brings.cost) ?? '—',
    },
  ];
}
