import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Format } from '../format/format.ts';
import { useFormat } from '../format/use-format.tsx';
import css from './line-chart.module.css';

export interface ChartPoint {
  readonly at: number;
  /** Decimal text of the wire. */
  readonly value: string;
}

interface LineChartProps {
  label: string;
  /** Oldest first; undefined while loading. */
  points: readonly ChartPoint[] | undefined;
  /** What is counted. */
  unit: string;
  /** In px, or all that its place has. */
  height?: number | 'all';
  /** Of minutes instead of days: times of day, and so many decimals beside the scale. */
  fine?: number | undefined;
  /** Values to which the line is compared, where they are near it. */
  levels?: readonly ChartLevel[];
  /** What happened on the line, where its time is in view. */
  marks?: readonly ChartMark[];
}

export interface ChartLevel {
  readonly key: number;
  readonly value: string;
  readonly text: string;
  /** Written on the line: one sign. */
  readonly mark: string;
}

/** A moment on the line. */
export interface ChartMark extends ChartLevel {
  readonly at: number;
}

const WIDTH = 1000;
const HEIGHT = 240;
/** Part of the height that stays free above and below the line. */
const MARGIN = 20 / HEIGHT;

/**
 * One line over time. It is drawn in a box that is stretched to its place, so nothing is measured
 * and nothing moves when the figures come. Time runs from left to right in every language.
 */
export function LineChart({ label, points, unit, height = 200, ...more }: LineChartProps) {
  const format = useFormat();
  const { fine, levels = [], marks = [] } = more;
  const time = fine === undefined ? format.date : format.time;
  const [at, setAt] = useState<number | null>(null);
  const known = points ?? [];
  const near = nearOf(known, levels);
  const scale = scaleOf([...known, ...near]);
  const { y } = scale;
  const x = (i: number) => (known.length < 2 ? 0.5 : i / (known.length - 1));
  const path = known
    .map(({ value }, i) => `${x(i) * WIDTH} ${y(Number(value)) * HEIGHT}`)
    .join('L');
  const nearest = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    setAt(Math.min(known.length - 1, Math.max(0, Math.round(share * (known.length - 1)))));
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = ({ ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>)[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setAt(Math.min(known.length - 1, Math.max(0, (at ?? known.length - 1) + by)));
  };
  const shown = at === null ? undefined : known[at];
  const [first, last] = [known[0], known.at(-1)];
  return (
    <figure
      className={css.chart}
      data-fills={height === 'all' || undefined}
      dir="ltr"
      aria-busy={points === undefined}
    >
      <div className={css.plot} style={height === 'all' ? undefined : { blockSize: height }}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing that is read by arrow keys */}
        <div
          role="group"
          className={css.area}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the points
          tabIndex={0}
          onPointerMove={known.length === 0 ? undefined : nearest}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={known.length === 0 ? undefined : step}
        >
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <path className={css.grid} d="M0 20H1000M0 120H1000M0 220H1000" />
            {path === '' ? null : (
              <>
                <path className={css.wash} d={`M0 ${HEIGHT}L${path}L${WIDTH} ${HEIGHT}Z`} />
                <path className={css.line} d={`M${path}`} />
              </>
            )}
          </svg>
          {near.map(({ key, value, text, mark }) => (
            <span
              key={key}
              className={css.level}
              style={{ top: `${y(Number(value)) * 100}%` }}
              title={`${text} ${format.plain(value)}`}
            >
              <span aria-hidden="true">{mark}</span>
            </span>
          ))}
          {marks.filter(isIn(known)).map(({ key, at: moment, value, text, mark }) => (
            <span
              key={key}
              className={css.mark}
              style={{
                left: `${x(placeOf(known, moment)) * 100}%`,
                top: `${y(Number(value)) * 100}%`,
              }}
              title={`${text} ${format.plain(value)} · ${time(moment)}`}
            >
              <span aria-hidden="true">{mark}</span>
            </span>
          ))}
          {shown === undefined || at === null ? null : (
            <>
              <span className={css.rule} style={{ left: `${x(at) * 100}%` }} />
              <output className={css.tip} data-end={x(at) > 0.5 || undefined}>
                {format.plain(shown.value)} {unit}
                <span className={css.when}>{time(shown.at)}</span>
              </output>
            </>
          )}
        </div>
        <div className={css.scale} aria-hidden="true">
          {marksOf(known, scale, format, fine).map((mark, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: top, middle and bottom
            <span key={i}>{mark}</span>
          ))}
        </div>
      </div>
      <div className={css.times} aria-hidden="true">
        <span>{first === undefined ? '' : time(first.at)}</span>
        <span>{last === undefined ? '' : time(last.at)}</span>
      </div>
      <Table label={label} points={known} unit={unit} time={time} />
    </figure>
  );
}

/** Whether a moment is between the first point and the last. */
const isIn =
  (points: readonly ChartPoint[]) =>
  ({ at }: ChartMark) =>
    at >= (points[0]?.at ?? Infinity) && at <= (points.at(-1)?.at ?? 0);

/** The number of the last point that is not later. */
function placeOf(points: readonly ChartPoint[], at: number): number {
  const next = points.findIndex((point) => point.at > at);
  return next < 0 ? points.length - 1 : Math.max(0, next - 1);
}

/** The points for those who do not see the line; a table alone would be as long as its rows. */
function Table(props: {
  label: string;
  points: readonly ChartPoint[];
  unit: string;
  time(at: number): string;
}) {
  const { label, points, unit, time } = props;
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="seen-by-ear">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.kit.date)}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, value }) => (
            <tr key={at}>
              <td>{time(at)}</td>
              <td>{format.plain(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * What stands beside the top, the middle and the bottom; a number is there once, and different ones
 * are written differently.
 */
export function marksOf(
  points: readonly ChartPoint[],
  { low, high }: Pick<ReturnType<typeof scaleOf>, 'low' | 'high'>,
  format: Pick<Format, 'compact' | 'fixed' | 'integer'>,
  fine: number | undefined,
): readonly string[] {
  const middle = (low + high) / 2;
  if (points.length === 0) return ['', '', ''];
  // Of what is counted there are no halves.
  const isCounted = points.every(({ value }) => /^\d{1,4}$/.test(value));
  const digits = fine ?? (isCounted ? undefined : digitsFor([low, middle, high], format));
  const write = (mark: number) => {
    if (digits !== undefined) return format.fixed(String(mark), digits);
    return isCounted ? format.integer(mark) : format.compact(mark);
  };
  const between = isCounted && !Number.isInteger(middle) ? '' : write(middle);
  if (low < high) return [write(high), between, write(low)];
  return high === 0 ? ['', '', between] : ['', between, ''];
}

const MOST_DIGITS = 8;

/** So many decimals tell the marks apart; undefined: as volumes are written they differ. */
function digitsFor(
  marks: readonly number[],
  format: Pick<Format, 'compact' | 'fixed'>,
): number | undefined {
  const areApart = (write: (mark: number) => string) =>
    new Set(marks.map(write)).size === new Set(marks).size;
  if (areApart(format.compact)) return undefined;
  let digits = 3;
  while (digits < MOST_DIGITS && !areApart((mark) => format.fixed(String(mark), digits)))
    digits += 1;
  return digits;
}

/** Heights from 0 at the top; a constant value runs through the middle, nothing at the bottom. */
function scaleOf(points: readonly Pick<ChartPoint, 'value'>[]) {
  const values = points.map(({ value }) => Number(value));
  const [low, high] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const span = high - low;
  const level = high === 0 ? 1 - MARGIN : 0.5;
  const y = (value: number) =>
    span === 0 ? level : MARGIN + (1 - (value - low) / span) * (1 - 2 * MARGIN);
  return { y, low, high };
}

/** Levels no further from the line than it is high: others would press it flat. */
function nearOf(points: readonly ChartPoint[], levels: readonly ChartLevel[]) {
  const { low, high } = scaleOf(points);
  if (points.length === 0) return [];
  const reach = high - low;
  return levels.filter(({ value }) => {
    return Number(value) >= low - reach && Number(value) <= high + reach;
  });
}
