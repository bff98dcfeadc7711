import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareDecimals } from '../../../lib/format/compare.ts';
import { directionClass, Fixed } from '../../../ui/figures.tsx';
import css from './last-price.module.css';

/** The last price in the colour of its last move, with an arrow and a word for it. */
export function LastPrice(props: { value: string; decimals: number; className?: string }) {
  const { value, decimals, className = '' } = props;
  const { t } = useTranslation();
  const [tick, setTick] = useState({ value, move: 0 });
  if (tick.value !== value) {
    setTick({ value, move: compareDecimals(value, tick.value) || tick.move });
  }
  const Arrow = tick.move < 0 ? IconArrowDown : IconArrowUp;
  const tone = tick.move === 0 ? '' : directionClass(tick.move);
  return (
    <span className={`${css.price} ${tone} ${className}`}>
      <Fixed value={value} decimals={decimals} />
      <Arrow
        className={css.arrow}
        data-moved={tick.move !== 0 || undefined}
        stroke={2}
        aria-hidden="true"
      />
      {tick.move === 0 ? null : (
        <span className="seen-by-ear">
          {tick.move > 0 ? t(($) => $.ui.up) : t(($) => $.ui.down)}
        </span>
      )}
    </span>
  );
}
