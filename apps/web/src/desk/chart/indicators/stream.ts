/**
 * Turns a streaming indicator (one bar in, one value out) into a chart indicator. The chart library
 * asks for the whole list on every tick; a streaming indicator only needs the last bar again, so
 * its state is kept per chart indicator and 800 bars are not walked four times a second.
 */
import type { IndicatorFigure, IndicatorTemplate, KLineData } from 'klinecharts';
import { betweenLines } from './fill.ts';

/** One candle as indicators see it: numbers, because indicators are drawings, never money. */
export interface Bar {
  readonly openAt: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Values of one bar by line; null while there are too few bars. */
export type Row = Readonly<Record<string, number>>;

/** Takes the next bar, or the last one again with new values when `replace` is true. */
export type Step = (bar: Bar, replace: boolean) => Row | number | null;

export interface StreamIndicator {
  readonly name: string;
  readonly params: readonly number[];
  /** 'price' draws over the candles and shares their axis; 'normal' has a pane of its own. */
  readonly series: 'price' | 'normal';
  /** Lines of the drawing in order; a single number goes to the first. */
  readonly lines: readonly string[];
  readonly precision?: number;
  readonly shape?: 'line' | 'bar' | 'circle';
  /** Two lines with the area between them tinted. */
  readonly fill?: readonly [string, string];
  /**
   * Bars to the future that these lines are moved by (first parameter index that says how many).
   */
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

/** A bar of the chart's list with the volume filled in. */
export function barOf(data: KLineData): Bar {
  const { timestamp, open, high, low, close, volume } = data;
  return { openAt: timestamp, open, high, low, close, volume: volume ?? 0 };
}

function rowOf(value: Row | number | null, line: string): Row {
  if (value === null) return NOTHING;
  if (typeof value === 'number') return Number.isFinite(value) ? { [line]: value } : NOTHING;
  return value;
}

/**
 * Computes all rows, or only what changed since the last call with the same list and parameters.
 */
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

/** Moves some lines `by` bars to the right, as the Ichimoku cloud is drawn. */
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

/** The chart's own form of a streaming indicator. */
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
