import { Fixed } from '@assay/kit/display/figures.tsx';
import { compareDecimals } from '@assay/kit/format/compare.ts';
import { useState } from 'react';
import css from './ticking-price.module.css';

interface TickingPriceProps {
  value: string;
  decimals: number;
  className?: string | undefined;
}

interface Tick {
  value: string;
  direction: 'up' | 'down' | null;
  turn: 0 | 1;
}

/** A price that lights up briefly in the colour of its last move; its position never changes. */
export function TickingPrice({ value, decimals, className = '' }: TickingPriceProps) {
  const [tick, setTick] = useState<Tick>({ value, direction: null, turn: 0 });
  if (tick.value !== value) setTick(next(tick, value));
  const glow = tick.direction === null ? '' : css[`${tick.direction}${tick.turn}`];
  return (
    <Fixed value={value} decimals={decimals} className={`${css.price} ${glow} ${className}`} />
  );
}

function next(tick: Tick, value: string): Tick {
  const move = compareDecimals(value, tick.value);
  return {
    value,
    direction: move > 0 ? 'up' : move < 0 ? 'down' : null,
    turn: tick.turn === 0 ? 1 : 0,
  };
}
