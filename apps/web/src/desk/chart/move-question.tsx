import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../lib/api/wire.ts';
import { formOf } from '../amend.ts';
import { useDesk } from '../context.tsx';
import { useDeskPreferences } from '../layout/preferences.ts';
import { markNow } from '../prices.ts';
import type { Problem } from '../ticket/check.ts';
import { ticksOf } from '../ticket/form.ts';
import { feeAssetOf, sumDigits } from '../ticket/sums.ts';
import { checkAt, useFunding } from '../ticket/use-ticket.ts';
import type { WorstCase } from '../ticket/worst-case.ts';
import { WorstNote } from '../ticket/worst-note.tsx';
import { drawnPrice } from './drawn-price.ts';

/** An order whose line was dropped at another price. */
export interface Move {
  readonly order: OrderView;
  readonly price: string;
  /** Why this is asked even of people who have switched it off. */
  readonly worst: WorstCase | null;
}

interface MoveQuestionProps extends Move {
  go(): Promise<unknown>;
  close(): void;
}

/** Asks before an order is moved: from where, to where, how far from the market, at what cost. */
export function MoveQuestion({ order, price, worst, go, close }: MoveQuestionProps) {
  const { t } = useTranslation();
  const change = useDeskPreferences((preferences) => preferences.change);
  const { lines, problem } = useMoved(order, price);
  const warned = worst !== null || problem !== null;
  return (
    <Confirm
      title={t(($) => $.chart.move.title)}
      action={t(($) => $.chart.move.go)}
      back={t(($) => $.chart.move.keep)}
      never={t(($) => $.chart.move.never)}
      warning={
        warned ? (
          <>
            {problem === null ? null : <Callout tone="warning">{problem}</Callout>}
            {worst === null ? null : (
              <WorstNote {...{ worst, market: order.market, side: order.side, byAmount: false }} />
            )}
          </>
        ) : null
      }
      run={async (never) => {
        if (never) change({ moveAtOnce: true });
        await go();
      }}
      close={close}
    >
      <FigureLines lines={lines} />
    </Confirm>
  );
}

/** What the order is at the new price, by the rules that will decide about it. */
function useMoved(order: OrderView, price: string) {
  const { t } = useTranslation();
  const format = useFormat();
  const desk = useDesk();
  const { market, product, rules } = desk;
  const funding = useFunding();
  const totalsOf = product.useTotals();
  const { refusal } = product.useWords();
  const { base, quote } = market;
  const field = drawnPrice(order);
  const form = formOf(order, { [field]: price });
  // What the order holds already counts for it, so the engine alone knows whether there is enough.
  const unbounded = { ...funding, available: () => null };
  const { preview, problems } = checkAt(desk, form, unbounded, { resting: 0, waiting: 0 });
  const totals = totalsOf(form.side, form.type, preview);
  const digitsOf = sumDigits(market, preview, totals);
  const amount = (units: number | undefined, asset: string) =>
    units === undefined ? null : (
      <Amount value={formatSafe(units, SCALE)} asset={asset} digits={digitsOf(asset)} named />
    );
  const priceOf = (text: string) => <Ltr>{`${format.plain(text)} ${quote}`}</Ltr>;
  const [mark, ticks] = [markNow(desk), ticksOf(rules, price) ?? 0];
  const atOnce = preview !== null && preview.takes > 0 && order.status !== 'pending';
  const wordsOf = ({ refusal: name, limit }: Problem) =>
    refusal(name, {
      ...{ base, quote, held: product.heldIn(market, form.side) },
      limit: limit === '' ? '' : format.plain(limit),
    });
  const lines = [
    { label: t(($) => $.chart.move.from), value: priceOf(order[field]) },
    { label: t(($) => $.chart.move.to), value: priceOf(price), strong: true },
    {
      label: t(($) => $.chart.move.away),
      value: mark === 0 ? null : <Ltr>{format.change(((ticks - mark) / mark) * 100)}</Ltr>,
    },
    { label: t(($) => $.desk.preview.value), value: amount(preview?.notional, quote) },
    {
      label: t(($) => $.desk.table.fee),
      value: amount(preview?.fee, feeAssetOf(market, preview)),
    },
    ...totals.map(({ name, units, asset }) => ({ label: name, value: amount(units, asset) })),
    {
      label: t(($) => $.chart.move.place),
      value:
        order.status === 'pending'
          ? null
          : atOnce
            ? t(($) => $.chart.move.atOnce)
            : t(($) => $.chart.move.text),
    },
  ];
  const [first] = problems;
  return { lines, problem: first === undefined ? null : wordsOf(first) };
}
