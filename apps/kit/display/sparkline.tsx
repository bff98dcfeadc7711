import { memo } from 'react';
import { signOf } from '../format/compare.ts';
import css from './sparkline.module.css';

interface SparklineProps {
  /** Oldest first. */
  values: readonly string[];
  /** The change that is written beside the line, whose sign gives it its colour. */
  change: string;
  width?: number;
  height?: number;
}

/**
 * The prices of a day as one line. The line only decorates the figures beside it, so it is hidden
 * from screen readers. Time runs left to right in every language, as on the chart.
 */
export const Sparkline = memo(function Sparkline({
  values,
  change,
  width = 112,
  height = 28,
}: SparklineProps) {
  const numbers = values.map(Number).filter(Number.isFinite);
  if (numbers.length < 2) {
    return <svg aria-hidden="true" width={width} height={height} />;
  }
  const sign = signOf(change);
  const tone = sign > 0 ? css.up : sign < 0 ? css.down : css.flat;
  return (
    <svg
      aria-hidden="true"
      className={`${css.line} ${tone}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <path d={path(numbers, width, height)} />
    </svg>
  );
});

/** Scaled to the box with a margin of one line width; a constant price runs through the middle. */
function path(numbers: readonly number[], width: number, height: number): string {
  const low = Math.min(...numbers);
  const span = Math.max(...numbers) - low;
  const step = width / (numbers.length - 1);
  const y = (value: number) =>
    span === 0 ? height / 2 : height - 1 - ((value - low) / span) * (height - 2);
  return numbers
    .map((value, i) => `${i === 0 ? 'M' : 'L'}${(i * step).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
}
