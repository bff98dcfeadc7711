/**
 * Turns a streaming indicator (one bar in, one value out) into a chart indicator. The chart library
 * requests the whole list on every tick, but a streaming indicator has to recompute only the last
 * bar. So its state is kept per chart indicator, instead of computing 800 bars four times a second.
 */
import type { IndicatorFigure, IndicatorTemplate, KLineData } from 'klinecharts';
import { betweenLines } from './fill.ts';

/** A candle as input for indicators; in floats, because indicators are only drawn. */
export interface Bar {
  readonly openAt: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** The values of one bar, by line. */
export type Row = Readonly<Record<string, number>>;

/**
 * Computes the next bar, or the last one again with new values if `replace` is true; null while
 * there are too few bars.
 */
export type Step = (bar: Bar, replace: boolean) => Row | number | null;

export interface StreamIndicator {
  readonly name: string;
  readonly params: readonly number[];
  /** 'price' is drawn over the candles and shares their axis; 'normal' has a pane of its own. */
  readonly series: 'price' | 'normal';
  /** The lines of the drawing in order; a single number belongs to the first. */
  readonly lines: readonly string[];
  readonly precision?: number;
  readonly shape?: 'line' | 'bar' | 'circle';
  /** Two lines between which the area is tinted. */
  readonly fill?: readonly [string, string];
  /** Lines that are shifted into the future, by the number of bars in the parameter at `param`. */
  readonly ahead?: { readonly lines: readonly string[]; readonly param: number };
  readonly start: (params: readonly number[]) => Step;
}

interface Kept {
  readonly list: readonly KLineData[];
  readonly params: string;
  readonly step: Step;
  readonly rows: Row[];
  length: number;
}

const NOTHING: Row = Object.freeze({});

/** A bar of the chart's list; a missing volume becomes zero. */
export function barOf(data: KLineData): Bar {
  const { timestamp, open, high, low, close, volume } = data;
  return { openAt: timestamp, open, high, low, close, volume: volume ?? 0 };
}

function rowOf(value: Row | number | null, line: string): Row {
  if (value === null) return NOTHING;
  if (typeof value === 'number') return Number.isFinite(value) ? { [line]: value } : NOTHING;
  return value;
}

/** Computes all rows, or only those that changed since the last call with the same arguments. */
export function advance(
  kept: Kept | undefined,
  spec: StreamIndicator,
  params: readonly number[],
  list: readonly KLineData[],
): Kept {
  const key = params.join();
  const line = spec.lines[0] ?? spec.name;
  let state = kept;
  if (
    state === undefined ||
    state.list !== list ||
    state.params !== key ||
    list.length < state.length
  ) {
    state = { list, params: key, step: spec.start(params), rows: [], length: 0 };
  } else if (state.length > 0) {
    const last = list[state.length - 1];
    if (last !== undefined) {
      state.rows[state.length - 1] = rowOf(state.step(barOf(last), true), line);
    }
  }
  for (let i = state.length; i < list.length; i += 1) {
    const data = list[i];
    if (data !== undefined) state.rows.push(rowOf(state.step(barOf(data), false), line));
  }
  state.length = list.length;
  return state;
}

/** Shifts some lines `by` bars to the right, as for the Ichimoku cloud. */
export function moveAhead(rows: readonly Row[], lines: readonly string[], by: number): Row[] {
  return rows.map((row, i) => {
    const moved: Record<string, number> = {};
    for (const [key, value] of Object.entries(row)) {
      if (!lines.includes(key)) moved[key] = value;
    }
    const source = rows[i - by];
    if (source !== undefined) {
      for (const key of lines) {
        const value = source[key];
        if (value !== undefined) moved[key] = value;
      }
    }
    return moved;
  });
}

function figuresOf(spec: StreamIndicator): IndicatorFigure<Row>[] {
  return spec.lines.map((key) => {
    const base = { key, title: key, type: spec.shape ?? 'line' };
    return spec.shape === 'bar' ? { ...base, baseValue: 0 } : base;
  });
}

/** A streaming indicator in the form that the charting library takes. */
export function templateOf(spec: StreamIndicator): IndicatorTemplate<Row, number> {
  const states = new WeakMap<object, Kept>();
  const fill = spec.fill;
  return {
    name: spec.name,
    shortName: spec.name,
    series: spec.series,
    calcParams: [...spec.params],
    figures: figuresOf(spec),
    ...(spec.precision === undefined ? {} : { precision: spec.precision }),
    ...(spec.series === 'price' ? { shouldOhlc: true } : {}),
    calc: (list, indicator) => {
      const params = indicator.calcParams;
      const state = advance(states.get(indicator), spec, params, list);
      states.set(indicator, state);
      if (spec.ahead === undefined) return state.rows;
      return moveAhead(state.rows, spec.ahead.lines, params[spec.ahead.param] ?? 0);
    },
    ...(fill === undefined ? {} : { draw: betweenLines(fill[0], fill[1]) }),
  };
}
