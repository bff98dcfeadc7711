import { formatSafe, SCALE } from '@assay/core/num/decimal';
import type { StopWait } from '@assay/core/order/preview';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../context.tsx';
import { averagePrice, type Check, slippageOf } from './check.ts';
import { distanceOf, hasTrigger, isTrailing } from './form.ts';
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
  const amount = (units: number | undefined, asset = market.quote) =>
    units === undefined ? '—' : <Amount value={formatSafe(units, SCALE)} asset={asset} named />;
  // Of an OCO the figures are those of its limit order.
  const totals = product.useTotals()(side, type, preview);
  const best = book.best(oppositeOf(side));
  const slippage = preview === null ? null : slippageOf(preview, best);
  const average = preview === null ? null : averagePrice(preview, rules);
  const feePpm = preview !== null && preview.takes === 0 ? rules.makerFeePpm : rules.takerFeePpm;
  const atOnce = type === 'market' || (preview !== null && preview.takes > 0);
  return (
    <dl className={css.preview}>
      {oco ? (
        <Line name={t(($) => $.desk.preview.held)} title={t(($) => $.desk.preview.heldHint)}>
          {amount(held, product.heldIn(market, side))}
        </Line>
      ) : null}
      {isTrailing(form) ? (
        <TrailLine />
      ) : hasTrigger(type) ? (
        <WaitLine wait={wait} />
      ) : (
        <Line name={t(($) => $.desk.preview.average)} quiet={!atOnce}>
          {average === null ? '—' : format.fixed(average, rules.priceDecimals)}
          {slippage === null ? null : (
            <span
              className={css.slip}
              data-large={slippage > 1 || undefined}
              title={t(($) => $.desk.preview.slippage)}
            >
              {format.change(slippage)}
            </span>
          )}
        </Line>
      )}
      <Line name={t(($) => $.desk.preview.value)}>{amount(preview?.notional)}</Line>
      <Line name={t(($) => $.desk.preview.fee, { rate: format.ppm(feePpm) })}>
        {amount(preview?.fee, preview?.feeInBase ? market.base : market.quote)}
      </Line>
      {totals.map(({ name, units, asset }) => (
        <Line key={name} name={name} strong>
          {amount(units, asset)}
        </Line>
      ))}
    </dl>
  );
}

/** What sets off a trailing stop. */
function TrailLine() {
  const { t } = useTranslation();
  const { side, distance } = useForm();
  const words = useTrailWords();
  const basisPoints = distanceOf(distance);
  return (
    <div className={css.line} data-quiet={basisPoints === null || undefined}>
      <dt>{t(($) => $.desk.preview.triggers)}</dt>
      <dd className={css.words}>{basisPoints === null ? '—' : words(side, basisPoints)}</dd>
    </div>
  );
}

/** What sets off the stop, or that the market is beyond its trigger already. */
function WaitLine({ wait }: { wait: StopWait | undefined }) {
  const { t } = useTranslation();
  const { trigger, triggerSource } = useForm();
  const words = useWaitWords();
  const beyond = wait?.isBeyond === true;
  const hint = beyond ? t(($) => $.desk.wait.beyondHint) : undefined;
  return (
    <div className={css.line} title={hint} data-quiet={wait === undefined || undefined}>
      <dt>
        {beyond ? t(($) => $.desk.preview.triggersBeyond) : t(($) => $.desk.preview.triggers)}
      </dt>
      <dd className={beyond ? css.beyond : css.words}>
        {wait === undefined ? '—' : null}
        {wait === undefined || beyond ? null : words(triggerSource, wait.direction, trigger, '')}
        {beyond ? t(($) => $.desk.wait.beyond) : null}
      </dd>
    </div>
  );
}

interface LineProps {
  name: string;
  children: ReactNode;
  strong?: boolean;
  quiet?: boolean;
  title?: string;
}

function Line({ name, children, strong, quiet, title }: LineProps) {
  return (
    <div className={css.line} data-strong={strong} data-quiet={quiet || undefined} title={title}>
      <dt>{name}</dt>
      <dd>
        <Ltr>{children}</Ltr>
      </dd>
    </div>
  );
}
