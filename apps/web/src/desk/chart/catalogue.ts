/**
 * The names of all tools of the chart, without the chart itself: counting them does not load a
 * charting library. A test keeps the list equal to what the chart registers.
 */

export type IndicatorGroup = 'average' | 'trend' | 'momentum' | 'volatility' | 'volume';
export type DrawingGroup =
  | 'lines'
  | 'channels'
  | 'shapes'
  | 'fibonacci'
  | 'patterns'
  | 'measure'
  | 'notes';

/** Indicators by group, both those of the charting library and our own. */
export const indicatorGroups = {
  average: [
    'MA',
    'EMA',
    'SMA',
    'WMA',
    'DEMA',
    'TEMA',
    'HMA',
    'KAMA',
    'ZLEMA',
    'ALMA',
    'T3',
    'VWAP',
    'VWMA',
    'AVP',
    'BBI',
    'LINREG',
    'DMA',
  ],
  trend: [
    'BOLL',
    'ICHIMOKU',
    'SUPERTREND',
    'SAR',
    'ALLIGATOR',
    'DONCHIAN',
    'KELTNER',
    'CHANDELIER',
    'CKSTOP',
    'ADX',
    'DMI',
    'AROON',
    'VORTEX',
    'CHOP',
    'TRIX',
  ],
  momentum: [
    'MACD',
    'RSI',
    'KDJ',
    'STOCHRSI',
    'CCI',
    'WR',
    'ROC',
    'MTM',
    'AO',
    'AC',
    'BIAS',
    'CMO',
    'PPO',
    'TSI',
    'UO',
    'CRSI',
    'KST',
    'COPPOCK',
    'FISHER',
    'RVGI',
    'ELDERRAY',
    'DPO',
    'SMI',
    'STC',
    'WAVETREND',
    'PSY',
    'BRAR',
    'CR',
  ],
  volatility: ['ATR', 'NATR', 'BBW', 'PERCENTB', 'MASS'],
  volume: ['VOL', 'OBV', 'PVT', 'EMV', 'VR', 'MFI', 'AD', 'ADOSC', 'CMF', 'KVO', 'FORCE'],
} as const satisfies Record<IndicatorGroup, readonly string[]>;

/** Drawing tools by group. */
export const drawingGroups = {
  lines: [
    'segment',
    'rayLine',
    'straightLine',
    'arrow',
    'horizontalStraightLine',
    'horizontalRayLine',
    'horizontalSegment',
    'verticalStraightLine',
    'verticalRayLine',
    'verticalSegment',
    'priceLine',
    'polyline',
  ],
  channels: ['parallelStraightLine', 'priceChannelLine', 'pitchfork'],
  shapes: ['rectangle', 'circle', 'triangle', 'parallelogram', 'brush'],
  fibonacci: [
    'fibonacciLine',
    'fibonacciExtension',
    'fibonacciFan',
    'fibonacciTimeZones',
    'gannFan',
    'gannBox',
  ],
  patterns: ['abcd', 'xabcd', 'headAndShoulders', 'threeWaves', 'fiveWaves'],
  measure: ['priceRange', 'dateRange', 'longPosition', 'shortPosition'],
  notes: ['simpleAnnotation', 'simpleTag'],
} as const satisfies Record<DrawingGroup, readonly string[]>;

export type IndicatorName = (typeof indicatorGroups)[IndicatorGroup][number];
export type DrawingName = (typeof drawingGroups)[DrawingGroup][number];

export const indicatorNames: readonly IndicatorName[] = Object.values(indicatorGroups).flat();
export const drawingNames: readonly DrawingName[] = Object.values(drawingGroups).flat();

/** The number of tools in the chart, which the home page states. */
export const chartTools = {
  indicators: indicatorNames.length,
  drawings: drawingNames.length,
  total: indicatorNames.length + drawingNames.length,
};

/** True for an indicator that this version of the chart can draw; saved layouts may name others. */
export function isIndicator(name: string): name is IndicatorName {
  return (indicatorNames as readonly string[]).includes(name);
}

/** Like isIndicator, for drawing tools. */
export function isDrawing(name: string): name is DrawingName {
  return (drawingNames as readonly string[]).includes(name);
}

/** Indicators drawn over the candles; each of the others has a pane of its own. */
const OVER_CANDLES: ReadonlySet<string> = new Set([
  ...['MA', 'EMA', 'SMA', 'BOLL', 'BBI', 'SAR', 'AVP'],
  ...['WMA', 'DEMA', 'TEMA', 'HMA', 'KAMA', 'ZLEMA', 'ALMA', 'T3', 'LINREG', 'VWAP', 'VWMA'],
  ...['ICHIMOKU', 'ALLIGATOR', 'DONCHIAN', 'KELTNER', 'SUPERTREND', 'CHANDELIER', 'CKSTOP'],
]);

const READ_VOLUME: ReadonlySet<string> = new Set([
  ...indicatorGroups.volume,
  ...['VWAP', 'VWMA', 'AVP'],
]);

/** Whether an indicator is computed from the candles' volume. */
export function readsVolume(name: string): boolean {
  return READ_VOLUME.has(name);
}

/** Whether an indicator shares the candles' pane. */
export function overCandles(name: string): boolean {
  return OVER_CANDLES.has(name);
}
