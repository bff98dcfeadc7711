import { isPhone } from '@assay/kit/look/small-screens.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { type DrawingName, type IndicatorName, isDrawing, isIndicator } from './catalogue.ts';
import { defaultLevels } from './levels.ts';
import {
  DEFAULT_DRAWING_STYLE,
  type LineStyle,
  newLineStyles,
  restoreLineStyle,
} from './line-style.ts';
import { linesOf } from './lines.ts';

/** The intervals of the server's candles, with their lengths in ms (a month's is nominal). */
export const INTERVALS = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '2h': 7_200_000,
  '4h': 14_400_000,
  '6h': 21_600_000,
  '8h': 28_800_000,
  '12h': 43_200_000,
  '1d': 86_400_000,
  '3d': 259_200_000,
  '1w': 604_800_000,
  '1M': 2_592_000_000,
} as const;
export type Interval = keyof typeof INTERVALS;
export const INTERVAL_NAMES = Object.keys(INTERVALS) as Interval[];

export const CHART_TYPES = [
  'candles',
  'hollow',
  'risingHollow',
  'fallingHollow',
  'bars',
  'line',
  'area',
] as const;
export type ChartType = (typeof CHART_TYPES)[number];

export const SCALES = ['normal', 'logarithm', 'percentage'] as const;
export type Scale = (typeof SCALES)[number];

/**
 * The two volumes of a candle: that of the reference market (reported by the sources of the index),
 * and what was traded here. A chart draws one of them for all its candles.
 */
export const VOLUMES = ['reference', 'here'] as const;
export type VolumeOrigin = (typeof VOLUMES)[number];

export interface SavedIndicator {
  readonly id: string;
  readonly name: IndicatorName;
  readonly params: readonly number[];
  readonly visible: boolean;
  /** A style for each of its lines. */
  readonly lines: readonly LineStyle[];
  /** The values of its reference lines. */
  readonly levels: readonly number[];
}

export interface SavedDrawing {
  readonly id: string;
  readonly name: DrawingName;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
  readonly text: string;
  readonly style: LineStyle;
}

/** The indicators and drawings on the chart, which undo restores. */
export interface ChartLayout {
  readonly indicators: readonly SavedIndicator[];
  readonly drawings: readonly SavedDrawing[];
}

/** The settings of one pair's chart. */
export interface ChartSettings extends ChartLayout {
  readonly interval: Interval;
  readonly type: ChartType;
  readonly scale: Scale;
}

/** The settings that the charts of all pairs share. */
export interface ChartHabits {
  readonly favourites: readonly Interval[];
  /** An IANA name, or '' for the browser's time zone. */
  readonly timeZone: string;
  readonly drawingBar: boolean;
  readonly magnet: boolean;
  /** The volume that the chart draws and that its indicators read. */
  readonly volume: VolumeOrigin;
  /** The style of the next drawing: the one that was chosen last. */
  readonly drawingStyle: LineStyle;
}

export const DEFAULT_SETTINGS: ChartSettings = {
  interval: '15m',
  type: 'candles',
  scale: 'normal',
  indicators: withLooks([
    { id: 'MA-1', name: 'MA', params: [7, 25, 99], visible: true },
    { id: 'VOL-1', name: 'VOL', params: [5, 10], visible: true },
  ]),
  drawings: [],
};

export const DEFAULT_HABITS: ChartHabits = {
  favourites: ['1m', '5m', '15m', '1h', '4h', '1d'],
  timeZone: '',
  drawingBar: true,
  magnet: false,
  volume: 'reference',
  drawingStyle: DEFAULT_DRAWING_STYLE,
};

const KEY = 'assay.chart';
/** With more indicators, drawing would take longer than a frame. */
export const INDICATORS_MAX = 12;
const DRAWINGS_MAX = 200;

const settingsKey = (market: string) => `${KEY}.${market}`;

/** The stored settings of a pair's chart; defaults where nothing valid is stored. */
export function readSettings(market: string): ChartSettings {
  return restoreSettings(readStored(settingsKey(market)));
}

export function writeSettings(market: string, settings: ChartSettings): void {
  writeStored(settingsKey(market), JSON.stringify(settings));
}

export function readHabits(): ChartHabits {
  const stored = parsed(readStored(KEY));
  const favourites = Array.isArray(stored.favourites)
    ? INTERVAL_NAMES.filter((name) => (stored.favourites as unknown[]).includes(name))
    : DEFAULT_HABITS.favourites;
  const flag = (key: 'drawingBar' | 'magnet', usual: boolean) =>
    typeof stored[key] === 'boolean' ? (stored[key] as boolean) : usual;
  const timeZone = typeof stored.timeZone === 'string' ? stored.timeZone : '';
  const volume = VOLUMES.find((name) => name === stored.volume) ?? DEFAULT_HABITS.volume;
  const flags = {
    drawingBar: flag('drawingBar', DEFAULT_HABITS.drawingBar && !isPhone()),
    magnet: flag('magnet', DEFAULT_HABITS.magnet),
  };
  const drawingStyle = restoreLineStyle(stored.drawingStyle, DEFAULT_DRAWING_STYLE);
  return { favourites, timeZone, ...flags, volume, drawingStyle };
}

export function writeHabits(habits: ChartHabits): void {
  writeStored(KEY, JSON.stringify(habits));
}

/** Exported for its test: turns any stored text into valid settings. */
export function restoreSettings(text: string | null): ChartSettings {
  const stored = parsed(text);
  const { interval, type, scale } = stored;
  return {
    interval: INTERVAL_NAMES.find((name) => name === interval) ?? DEFAULT_SETTINGS.interval,
    type: CHART_TYPES.find((name) => name === type) ?? DEFAULT_SETTINGS.type,
    scale: SCALES.find((name) => name === scale) ?? DEFAULT_SETTINGS.scale,
    indicators: Array.isArray(stored.indicators)
      ? withLooks(stored.indicators.flatMap(indicatorOf).slice(0, INDICATORS_MAX))
      : DEFAULT_SETTINGS.indicators,
    drawings: Array.isArray(stored.drawings)
      ? stored.drawings.flatMap(drawingOf).slice(0, DRAWINGS_MAX)
      : [],
  };
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** An indicator whose look is not known yet, or only in part. */
type Plain = Omit<SavedIndicator, 'lines' | 'levels'> & {
  readonly lines?: readonly unknown[];
  readonly levels?: readonly number[];
};

/** Completes the looks of indicators, so that lines without a colour get colours of their own. */
export function withLooks(indicators: readonly Plain[]): SavedIndicator[] {
  const complete: SavedIndicator[] = [];
  for (const { lines = [], levels, ...plain } of indicators) {
    const present = complete.flatMap((each) => each.lines);
    const usual = newLineStyles(linesOf(plain.name, plain.params).length, present);
    complete.push({
      ...plain,
      lines: usual.map((style, i) => restoreLineStyle(lines[i], style)),
      levels: levels ?? defaultLevels(plain.name),
    });
  }
  return complete;
}

/** The look that an indicator would have if it came last to the others of its chart. */
export function usualLook(
  { id, name, params, visible }: SavedIndicator,
  indicators: readonly SavedIndicator[],
): Pick<SavedIndicator, 'lines' | 'levels'> {
  const others = indicators.filter((each) => each.id !== id);
  const [own] = withLooks([...others, { id, name, params, visible }]).slice(-1);
  return { lines: own?.lines ?? [], levels: own?.levels ?? [] };
}

function indicatorOf(value: unknown): Plain[] {
  const { id, name, params, visible, lines, levels } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || !isIndicator(name)) return [];
  if (!Array.isArray(params) || !params.every(isUsable)) return [];
  const plain: Plain = { id, name, params, visible: visible !== false };
  return [
    {
      ...plain,
      ...(Array.isArray(lines) ? { lines } : {}),
      ...(Array.isArray(levels) && levels.every(Number.isFinite) ? { levels } : {}),
    },
  ];
}

function drawingOf(value: unknown): SavedDrawing[] {
  const { id, name, points, text, style } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || !isDrawing(name)) return [];
  if (!Array.isArray(points) || points.length === 0) return [];
  const kept = points.flatMap((point) => {
    const { timestamp, value: price } = (point ?? {}) as Record<string, unknown>;
    const usable = Number.isFinite(timestamp) && Number.isFinite(price);
    return usable ? [{ timestamp: timestamp as number, value: price as number }] : [];
  });
  if (kept.length !== points.length) return [];
  const look = restoreLineStyle(style, DEFAULT_DRAWING_STYLE);
  return [{ id, name, points: kept, text: typeof text === 'string' ? text : '', style: look }];
}

/** Whether an indicator can be computed with this parameter. */
export function isUsable(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 1000;
}
