import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { type FigureLine, FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { useAvailable } from '../../lib/data/available.ts';
import { keepReceipt } from '../../lib/data/receipts.ts';
import { api } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { useConnected } from '../../lib/stream/use-stream-status.ts';
import { costOf, leastOf, quantityOf, ticketsOf } from './preview.ts';
import { type Mine, type Project, renewLaunches } from './use-launch.ts';

const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;
const text = (units: bigint) => formatDecimal(units, SCALE);
const ownOf = (mine: Mine) => unitsOf(mine.subscription?.quantity ?? '0');
const BY_REFUSAL = {
  ...{ invalidLots: 'quantity', aboveHardCap: 'quantity', insufficientUsdt: 'quantity' },
} as const;

interface SubscribeProps {
  project: Project;
  mine: Mine;
}

/** The form, and the question before money goes. */
function useSubscription({ project, mine }: SubscribeProps, available: string | undefined) {
  const { t } = useTranslation();
  const realm = useRealm();
  const refusals = useRefusals();
  const [asking, ask] = useState<string | null>(null);
  const { launchId, symbol, lot, most, lottery } = project;
  const left = text(unitsOf(most) - ownOf(mine));
  const problemOf = (typed: string): string => {
    if (unitsOf(typed) <= 0n) return t(($) => $.launch.problem.empty);
    if (lottery !== null && ticketsOf(typed) === null) return t(($) => $.launch.problem.tickets);
    const units = unitsOf(quantityOf(project, typed));
    if (units % unitsOf(lot) !== 0n) return t(($) => $.launch.problem.lot, { lot, symbol });
    if (units > unitsOf(left)) return t(($) => $.launch.problem.most, { most: left, symbol });
    const isCovered = available === undefined || costOf(project, units) <= unitsOf(available);
    return isCovered ? '' : t(($) => $.launch.problem.balance);
  };
  const form = useForm({
    first: { quantity: '' },
    rules: { quantity: problemOf },
    send: async ({ quantity }) => {
      ask(quantityOf(project, quantity));
      return undefined;
    },
  });
  const run = async (quantity: string) => {
    try {
      const input = { launchId, quantity };
      const { receipt } = await api.call('subscribeNewcoins', input, { quiet: true });
      keepReceipt(realm, receipt);
    } catch (error) {
      form.refuse(refusals(error, { names: ['quantity'], byRefusal: BY_REFUSAL }));
      return;
    } finally {
      renewLaunches();
    }
    form.clear('quantity');
    toastSuccess(t(($) => $.launch.done));
  };
  return { form, asking, run, close: () => ask(null) };
}

/** What a quantity costs, and what it would bring now with what is subscribed already. */
function useLines({ project, mine }: SubscribeProps, quantity: string): readonly FigureLine[] {
  const { t } = useTranslation();
  const [asked, own] = [unitsOf(quantity), ownOf(mine)];
  const { lottery } = project;
  const cost = {
    label: t(($) => $.launch.cost),
    value: <Amount named value={text(costOf(project, asked))} asset="USDT" />,
  };
  if (lottery !== null) {
    const { ticket, tickets, winners } = lottery;
    const value = t(($) => $.launch.lottery.chance, {
      own: `${(asked + own) / unitsOf(ticket)}`,
      all: tickets + Number(asked / unitsOf(ticket)),
      winners,
    });
    return [cost, { label: t(($) => $.launch.lottery.own), value }];
  }
  return [
    cost,
    {
      label: own > 0n ? t(($) => $.launch.leastTotal) : t(($) => $.launch.least),
      value: <Amount named value={text(leastOf(project, asked, own))} asset={project.symbol} />,
    },
  ];
}

export function Subscribe(props: SubscribeProps) {
  const { t } = useTranslation();
  const online = useConnected();
  const available = useAvailable('USDT', 'currency');
  const { symbol, lottery } = props.project;
  const { form, asking, run, close } = useSubscription(props, available);
  const lines = useLines(props, asking ?? quantityOf(props.project, form.values.quantity));
  const unit = lottery === null ? symbol : t(($) => $.launch.lottery.unit);
  return (
    <>
      <StateForm
        form={form}
        action={online ? t(($) => $.launch.subscribe) : t(($) => $.launch.offline)}
        disabled={!online}
      >
        <AmountField
          label={lottery === null ? t(($) => $.launch.quantity) : t(($) => $.launch.lottery.count)}
          unit={unit}
          beside={
            <Sentence parts={{ amount: <OwnAmount named value={available} asset="USDT" /> }}>
              {(put) => t(($) => $.launch.available, put)}
            </Sentence>
          }
          lines={lines}
          {...textOf(form, 'quantity')}
          onBlur={() => form.values.quantity !== '' && form.left('quantity')}
        />
        <p>
          {lottery === null ? t(($) => $.launch.leastText) : t(($) => $.launch.lottery.chanceText)}
        </p>
        <p>{t(($) => $.launch.samePerson)}</p>
      </StateForm>
      {asking === null ? null : (
        <Confirm
          title={t(($) => $.launch.confirm, { symbol })}
          action={t(($) => $.launch.subscribe)}
          run={() => run(asking)}
          close={close}
        >
          <Question {...props} quantity={asking} lines={lines} />
        </Confirm>
      )}
    </>
  );
}

interface QuestionProps extends SubscribeProps {
  quantity: string;
  lines: readonly FigureLine[];
}

function Question({ project, quantity, lines }: QuestionProps) {
  const { t } = useTranslation();
  const { symbol, withdrawable } = project;
  const label = t(($) => $.launch.quantity);
  return (
    <Stack>
      <FigureLines
        lines={[{ label, value: <Amount named value={quantity} asset={symbol} /> }, ...lines]}
      />
      <p>{t(($) => $.launch.confirmText)}</p>
      <p>{withdrawable ? t(($) => $.launch.confirmBack) : t(($) => $.launch.confirmStays)}</p>
    </Stack>
  );
}
