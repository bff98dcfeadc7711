import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAvailable } from '../../../lib/data/available.ts';
import { serverNow } from '../../../lib/data/clock.ts';
import { keepReceipt } from '../../../lib/data/receipts.ts';
import { api } from '../../../lib/data/services.ts';
import { useRealm } from '../../../lib/data/session.ts';
import { useRefusals } from '../../../lib/data/use-refusals.ts';
import { SubscribeForm } from '../subscribe-form.tsx';
import { renewStrategies, type Strategy } from './use-strategies.ts';

const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;
const ONE = 100_000_000n;
const BY_REFUSAL = {
  ...{ earnBelowLeast: 'amount', earnAboveMost: 'amount', earnPersonLimit: 'amount' },
  ...{ insufficientBalance: 'amount', strategyFull: 'amount', invalidEarnAmount: 'amount' },
} as const;

interface Written {
  readonly amount: string;
  /** Empty until the person has said that they know the risk. */
  readonly known: string;
}

function useUnits(strategy: Strategy, available: string | undefined) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusals = useRefusals();
  const realm = useRealm();
  const navigate = useNavigate();
  const { asset, least, most, left, version, product } = strategy;
  const problemOf = (text: string): string => {
    const amount = unitsOf(text);
    const bound = (value: string) => ({ amount: format.plain(value), asset });
    if (amount <= 0n) return t(($) => $.strategies.problem.empty);
    if (amount < unitsOf(least)) return t(($) => $.strategies.problem.least, bound(least));
    if (amount > unitsOf(most)) return t(($) => $.strategies.problem.most, bound(most));
    if (available !== undefined && amount > unitsOf(available))
      return t(($) => $.strategies.problem.balance);
    return amount > unitsOf(left) ? t(($) => $.strategies.problem.left, bound(left)) : '';
  };
  const [asking, ask] = useState<Written | null>(null);
  const form = useForm<Written>({
    first: { amount: '', known: '' },
    rules: {
      amount: problemOf,
      known: (text) => (text === '' ? t(($) => $.strategies.accept) : ''),
    },
    // Money goes only after the question.
    send: async (written) => {
      ask(written);
      return undefined;
    },
  });
  const run = async ({ amount }: Written) => {
    try {
      const input = { product, amount, termsVersion: version };
      const { receipt } = await api.call('buyStrategy', input, { quiet: true });
      keepReceipt(realm, receipt);
      toastSuccess(t(($) => $.strategies.bought));
      navigate('/profit_wdtg');
    } catch (error) {
      form.refuse(refusals(error, { names: ['amount'], byRefusal: BY_REFUSAL }));
    } finally {
      renewStrategies();
    }
  };
  return { form, asking, run, close: () => ask(null) };
}

/** The form: what it is, before it is agreed to. No yield is computed, because none is promised. */
export function SubscribeUnits({ strategy }: { strategy: Strategy }) {
  const { t } = useTranslation();
  const { asset, status } = strategy;
  const available = useAvailable(asset, 'currency');
  const { form, asking, run, close } = useUnits(strategy, available);
  const { amount, known } = form.values;
  const lines = useLines(strategy, asking?.amount ?? amount);
  const words = {
    amount: t(($) => $.strategies.amount),
    available: (put: { amount: string }) => t(($) => $.strategies.available, put),
    subscribe: t(($) => $.strategies.subscribe),
    offline: t(($) => $.strategies.offline),
  };
  if (status === 'closed') {
    return <Callout tone="information">{t(($) => $.strategies.closedText)}</Callout>;
  }
  return (
    <SubscribeForm
      form={form}
      asset={asset}
      available={available}
      words={words}
      question={
        asking === null ? null : (
          <Confirm
            title={t(($) => $.strategies.confirm)}
            action={t(($) => $.strategies.subscribe)}
            run={() => run(asking)}
            close={close}
          >
            <p>{t(($) => $.strategies.riskText)}</p>
            <FigureLines
              lines={[
                {
                  label: t(($) => $.strategies.amount),
                  value: <Amount named value={asking.amount} asset={asset} />,
                  strong: true,
                },
                ...lines,
              ]}
            />
          </Confirm>
        )
      }
    >
      <FigureLines dense lines={lines} />
      <Checkbox
        checked={known !== ''}
        error={form.errorOf('known')}
        onChange={(on) => form.set('known', on ? 'yes' : '')}
      >
        {t(($) => $.strategies.understood)}
      </Checkbox>
    </SubscribeForm>
  );
}

/** When the units come, and about how many, by the last cut. */
function useLines({ last }: Strategy, amount: string) {
  const { t } = useTranslation();
  const format = useFormat();
  const nav = last === null ? ONE : unitsOf(last.nav);
  const units = unitsOf(amount);
  const about = units === 0n || nav === 0n ? '—' : formatDecimal((units * ONE) / nav, SCALE);
  const midnight = (Math.floor(serverNow() / DAY) + 1) * DAY;
  return [
    { label: t(($) => $.strategies.unitsAt), value: <Instant at={midnight} /> },
    {
      label: t(($) => $.strategies.about),
      value: <bdi>{about === '—' ? about : format.plain(about)}</bdi>,
    },
  ];
}
