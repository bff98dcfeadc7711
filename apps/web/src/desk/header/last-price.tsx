import { directionClass, Fixed } from '@assay/kit/display/figures.tsx';
import { compareDecimals } from '@assay/kit/format/compare.ts';
import { IconArrowDown } from '@assay/kit/icons/arrow-down.ts';
import { IconArrowUp } from '@assay/kit/icons/arrow-up.ts';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Headline } from '../../lib/data/headline.ts';
import { useDesk } from '../context.tsx';
import { trendOf } from '../trades/trades-feed.ts';
import css from './last-price.module.css';

interface LastPriceProps {
  /** The last price, or the mark price in its place. */
  headline: Pick<Headline, 'price' | 'isMark'>;
  decimals: number;
  /** A price of long ago goes nowhere. */
  still?: boolean;
  className?: string;
}

/** A market's price in the colour of its last move, with an arrow and a word for it. */
export function LastPrice(props: LastPriceProps) {
  const { headline, decimals, still = false, className = '' } = props;
  const { price: value, isMark } = headline;
  const { t } = useTranslation();
  const { trades } = useDesk();
  const [tick, setTick] = useState({ value, isMark, move: 0 });
  // Until the price moves here, the trades before show where it came from.
  const trend = useSyncExternalStore(trades.subscribe, () => trendOf(trades.trades()));
  if (tick.isMark !== isMark) {
    // From one kind of price to the other is no move.
    setTick({ value, isMark, move: 0 });
  } else if (tick.value !== value) {
    setTick({ value, isMark, move: compareDecimals(value, tick.value) || tick.move });
  }
  const move = still ? 0 : tick.move || (isMark ? 0 : trend);
  const Arrow = move < 0 ? IconArrowDown : IconArrowUp;
  const tone = move === 0 ? '' : directionClass(move);
  return (
    <span className={`${css.price} ${tone} ${className}`}>
      <Fixed value={value} decimals={decimals} />
      <Arrow
        className={css.arrow}
        data-moved={move !== 0 || undefined}
        stroke={2}
        aria-hidden="true"
      />
      {move === 0 ? null : (
        <span className="seen-by-ear">{move > 0 ? t(($) => $.kit.up) : t(($) => $.kit.down)}</span>
      )}
    </span>
  );
}
