import { formatSafe, SCALE } from '@assay/core/num/decimal';
import { BUY, SELL } from '@assay/core/order/side';
import { Fixed } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { markOf } from '../../lib/data/headline.ts';
import { useBetween, useFigures, useTradeAge } from '../../lib/data/use-headline.ts';
import { useDesk } from '../context.tsx';
import { LastPrice } from '../header/last-price.tsx';
import { unitsOf } from '../ticket/form.ts';
import { bidShare, rowsOf } from './book-view.ts';
import css from './order-book.module.css';

/** The last price between the sides, the mark price, and how far the sides stand apart. */
export function Middle() {
  const { t } = useTranslation();
  const { rules, book } = useDesk();
  const format = useFormat();
  const spread = useRef<HTMLElement>(null);
  useEffect(() => {
    const write = () => {
      const [bid, ask] = [book.best(BUY), book.best(SELL)];
      const distance = formatSafe((ask - bid) * rules.quotePerTick, SCALE);
      // Always as many digits: a shorter figure would move the word before it.
      const share = `${format.fixed(((ask - bid) / ask) * 100, 3)}%`;
      const text =
        bid > 0 && ask > 0 ? `${format.fixed(distance, rules.priceDecimals)} · ${share}` : '—';
      if (spread.current && spread.current.textContent !== text) spread.current.textContent = text;
    };
    write();
    return book.subscribe(write);
  }, [book, format, rules]);
  return (
    <div className={css.middle}>
      <Price />
      <span className={css.beside}>
        <MarkPrice />
        <span className={css.spread} title={t(($) => $.desk.book.spread)}>
          <span>{t(($) => $.desk.book.spread)}</span>{' '}
          <bdi dir="ltr" className={css.figure} ref={spread} />
        </span>
      </span>
    </div>
  );
}

/**
 * The price of the last trade, dimmed where it no longer stands for the market; before the first
 * trade there is no other than the mark price. A press takes it into the ticket.
 */
function Price() {
  const { t } = useTranslation();
  const { market, rules, ticket } = useDesk();
  const format = useFormat();
  const { price, isMark, isOld } = useBetween(market);
  const minutes = useTradeAge(market);
  const take = () => {
    // A mark price may be the index price, which is finer than a tick.
    const ticks = Math.round((unitsOf(price) ?? 0) / rules.quotePerTick);
    if (ticks > 0) ticket.getState().pickPrice(ticks);
  };
  return (
    <button
      type="button"
      className={css.lastButton}
      data-old={isOld || undefined}
      title={t(($) => $.desk.book.takePrice)}
      onClick={take}
    >
      <LastPrice
        headline={{ price, isMark }}
        decimals={market.priceDecimals}
        still={isOld}
        className={css.last ?? ''}
      />
      {isOld ? <span className={css.age}>{format.ago(minutes)}</span> : null}
    </button>
  );
}

function MarkPrice() {
  const { t } = useTranslation();
  const { market } = useDesk();
  return (
    <span className={css.mark} title={t(($) => $.desk.sourceHint.mark)}>
      <span>{t(($) => $.desk.source.mark)}</span>{' '}
      <Fixed
        value={markOf(useFigures(market))}
        decimals={market.priceDecimals}
        className={css.figure}
      />
    </span>
  );
}

/** Levels a side that the ratio counts: what a person sees, not the whole book. */
const COUNTED = 20;

/** How much of the shown size wants to buy and how much to sell. */
export function RatioBar() {
  const { t } = useTranslation();
  const { book } = useDesk();
  const bar = useRef<HTMLDivElement>(null);
  const bids = useRef<HTMLSpanElement>(null);
  const asks = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      const share = bidShare(
        rowsOf(BUY, book.levels(BUY), 1, COUNTED),
        rowsOf(SELL, book.levels(SELL), 1, COUNTED),
      );
      const percent = share === null ? null : Math.round(share);
      const texts = percent === null ? ['—', '—'] : [`${percent}%`, `${100 - percent}%`];
      for (const [i, ref] of [bids, asks].entries()) {
        const text = texts[i] ?? '';
        if (ref.current && ref.current.textContent !== text) ref.current.textContent = text;
      }
      bar.current?.style.setProperty('--bids', String((percent ?? 50) / 100));
    };
    write();
    return book.subscribe(write);
  }, [book]);
  return (
    <div className={css.ratio} ref={bar} title={t(($) => $.desk.book.ratioHint)}>
      <span className={css.ratioSide}>
        {t(($) => $.desk.book.ratioBids)}{' '}
        <Ltr>
          <span ref={bids} />
        </Ltr>
      </span>
      <span className={css.ratioBar} aria-hidden="true" />
      <span className={css.ratioSide}>
        <Ltr>
          <span ref={asks} />
        </Ltr>{' '}
        {t(($) => $.desk.book.ratioAsks)}
      </span>
    </div>
  );
}
