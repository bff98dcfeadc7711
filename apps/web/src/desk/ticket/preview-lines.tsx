import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { StopWait } from '@assay/core/order/preview';
import { type FigureLine, FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { averagePrice, type Check, slippageOf } from './check.ts';
import { distanceOf, hasTrigger, isTrailing } from './form.ts';
import { feeAssetOf, sumDigits } from './sums.ts';
import css from './ticket.module.css';
import { oppositeOf } from './ticket-store.ts';
import { useForm } from './use-ticket.ts';
import { useTrailWords, useWaitWords } from './wait-words.ts';

/**
 * What the order will cost, by the rules that will charge it. The lines are always there, so that
 * the button below them never moves.
 */
export function PreviewLines({ check: { preview, held, wait } }: { check: Check }) {
  const { t } = useTranslation();
  const { market, rules, book, product } = useDesk();
  const format = useFormat();
  const form = useForm();
  const { side, type } = form;
  const oco = type === 'oco';
  // Of an OCO the figures are those of its limit order.
  const totals = product.useTotals()(side, type, preview);
  const digitsOf = sumDigits(market, preview, totals);
  const amount = (units: number | undefined, asset = market.quote, digits?: number) =>
    units === undefined ? (
      '—'
    ) : (
      <Amount value={formatSafe(units, SCALE)} asset={asset} digits={digits} named />
    );
  const part = (units: number | undefined, asset = market.quote) =>
    amount(units, asset, digitsOf(asset));
  const best = book.best(oppositeOf(side));
  const slippage = preview === null ? null : slippageOf(preview, best);
  const average = preview === null ? null : averagePrice(preview, rules);
  const feePpm = preview !== null && preview.takes === 0 ? rules.makerFeePpm : rules.takerFeePpm;
  const atOnce = type === 'market' || (preview !== null && preview.takes > 0);
  const trails = isTrailing(form);
  const waitLine = useWaitLine(wait);
  const trailLine = useTrailLine();
  const lines: (FigureLine | null)[] = [
    oco
      ? {
          label: t(($) => $.desk.preview.held),
          title: t(($) => $.desk.preview.heldHint),
          value: amount(held, product.heldIn(market, side)),
        }
      : null,
    trails ? trailLine : null,
    !trails && hasTrigger(type) ? waitLine : null,
    trails || hasTrigger(type)
      ? null
      : {
          label: t(($) => $.desk.preview.average),
          quiet: !atOnce,
          value: (
            <Ltr>
              {average === null ? '—' : format.fixed(average, rules.priceDecimals)}
              <Slippage percent={slippage} />
            </Ltr>
          ),
        },
    { label: t(($) => $.desk.preview.value), value: part(preview?.notional) },
    {
      label: t(($) => $.desk.preview.fee, { rate: format.ppm(feePpm) }),
      value: part(preview?.fee, feeAssetOf(market, preview)),
    },
    ...totals.map(({ name, units, asset }) => ({
      label: name,
      value: part(units, asset),
      strong: true,
    })),
  ];
  return (
    <div className={css.preview}>
      <FigureLines dense lines={lines.filter((line) => line !== null)} />
    </div>
  );
}

/** How far the average lies from the best price. */
function Slippage({ percent }: { percent: number | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (percent === null) return null;
  const title = t(($) => $.desk.preview.slippage);
  return (
    <span className={css.slip} data-large={percent > 1 || undefined} title={title}>
      {format.change(percent)}
    </span>
  );
}

/** What sets off a trailing stop. */
function useTrailLine(): FigureLine {
  const { t } = useTranslation();
  const { side, distance } = useForm();
  const words = useTrailWords();
  const basisPoints = distanceOf(distance);
  const value = basisPoints === null ? '—' : words(side, basisPoints);
  return {
    label: t(($) => $.desk.preview.triggers),
    quiet: basisPoints === null,
    value: <span className={css.words}>{value}</span>,
  };
}

/** What sets off the stop, or that the market is beyond its trigger already. */
function useWaitLine(wait: StopWait | undefined): FigureLine {
  const { t } = useTranslation();
  const { trigger, triggerSource } = useForm();
  const words = useWaitWords();
  if (wait === undefined)
    return { label: t(($) => $.desk.preview.triggers), quiet: true, value: '—' };
  if (wait.isBeyond) {
    return {
      label: t(($) => $.desk.preview.triggersBeyond),
      title: t(($) => $.desk.wait.beyondHint),
      value: <span className={css.beyond}>{t(($) => $.desk.wait.beyond)}</span>,
    };
  }
  const value = words(triggerSource, wait.direction, trigger, '');
  return {
    label: t(($) => $.desk.preview.triggers),
    value: <span className={css.words}>{value}</span>,
  };
}
