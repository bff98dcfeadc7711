import type { IndicatorName } from './catalogue.ts';

/** What a parameter means: the key of its label. Several of one meaning are numbered. */
export type ParameterMeaning =
  | 'length'
  | 'fast'
  | 'slow'
  | 'medium'
  | 'signal'
  | 'smoothing'
  | 'multiplier'
  | 'deviation'
  | 'offset'
  | 'sigma'
  | 'factor'
  | 'weight'
  | 'start'
  | 'step'
  | 'most'
  | 'conversion'
  | 'base'
  | 'span'
  | 'shift'
  | 'range'
  | 'streak'
  | 'rank'
  | 'cycle'
  | 'channel'
  | 'average';

export type Parameter = readonly [ParameterMeaning, number];

/** One `length` parameter for each default value. */
const lengths = (...values: number[]): readonly Parameter[] =>
  values.map((value) => ['length', value] as const);
const fastSlow = (fast: number, slow: number): readonly Parameter[] => [
  ['fast', fast],
  ['slow', slow],
];

/** The parameters of every indicator with their defaults, compared with the chart's by a test. */
export const PARAMETERS: Readonly<Record<IndicatorName, readonly Parameter[]>> = {
  MA: lengths(5, 10, 30, 60),
  EMA: lengths(6, 12, 20),
  SMA: [...lengths(12), ['weight', 2]],
  WMA: lengths(9),
  DEMA: lengths(20),
  TEMA: lengths(20),
  HMA: lengths(16),
  KAMA: lengths(10),
  ZLEMA: lengths(20),
  ALMA: [...lengths(9), ['offset', 0.85], ['sigma', 6]],
  T3: [...lengths(5), ['factor', 0.7]],
  VWAP: [],
  VWMA: lengths(20),
  AVP: [],
  BBI: lengths(3, 6, 12, 24),
  LINREG: lengths(14),
  DMA: [...fastSlow(10, 50), ['signal', 10]],
  BOLL: [...lengths(20), ['deviation', 2]],
  ICHIMOKU: [
    ['conversion', 9],
    ['base', 26],
    ['span', 52],
  ],
  SUPERTREND: [...lengths(10), ['multiplier', 3]],
  SAR: [
    ['start', 2],
    ['step', 2],
    ['most', 20],
  ],
  ALLIGATOR: [
    ['length', 13],
    ['shift', 8],
    ['length', 8],
    ['shift', 5],
    ['length', 5],
    ['shift', 3],
  ],
  DONCHIAN: lengths(20),
  KELTNER: [...lengths(20), ['range', 10], ['multiplier', 2]],
  CHANDELIER: [...lengths(22), ['multiplier', 3]],
  CKSTOP: [...lengths(10), ['multiplier', 1], ['smoothing', 9]],
  ADX: lengths(14),
  DMI: [...lengths(14), ['smoothing', 6]],
  AROON: lengths(14),
  VORTEX: lengths(14),
  CHOP: lengths(14),
  TRIX: [...lengths(12), ['signal', 9]],
  MACD: [...fastSlow(12, 26), ['signal', 9]],
  RSI: lengths(6, 12, 24),
  KDJ: [...lengths(9), ['smoothing', 3], ['signal', 3]],
  STOCHRSI: lengths(14),
  CCI: lengths(20),
  WR: lengths(6, 10, 14),
  ROC: [...lengths(12), ['signal', 6]],
  MTM: [...lengths(12), ['signal', 6]],
  AO: fastSlow(5, 34),
  AC: [...fastSlow(5, 34), ['signal', 5]],
  BIAS: lengths(6, 12, 24),
  CMO: lengths(14),
  PPO: fastSlow(12, 26),
  TSI: [
    ['slow', 25],
    ['fast', 13],
  ],
  UO: [
    ['fast', 7],
    ['medium', 14],
    ['slow', 28],
  ],
  CRSI: [...lengths(3), ['streak', 2], ['rank', 100]],
  KST: lengths(10, 15, 20, 30),
  COPPOCK: [
    ['slow', 14],
    ['fast', 11],
    ['smoothing', 10],
  ],
  FISHER: lengths(9),
  RVGI: lengths(10),
  ELDERRAY: lengths(13),
  DPO: lengths(20),
  SMI: [...lengths(5), ['smoothing', 3], ['smoothing', 3]],
  STC: [...fastSlow(23, 50), ['cycle', 10]],
  WAVETREND: [
    ['channel', 10],
    ['average', 21],
    ['smoothing', 4],
  ],
  PSY: [...lengths(12), ['signal', 6]],
  BRAR: lengths(26),
  CR: [...lengths(26), ...lengths(10, 20, 40, 60)],
  ATR: lengths(14),
  NATR: lengths(14),
  BBW: [...lengths(20), ['deviation', 2]],
  PERCENTB: [...lengths(20), ['deviation', 2]],
  MASS: lengths(25),
  VOL: lengths(5, 10, 20),
  OBV: lengths(30),
  PVT: [],
  EMV: [...lengths(14), ['signal', 9]],
  VR: [...lengths(26), ['signal', 6]],
  MFI: lengths(14),
  AD: [],
  ADOSC: fastSlow(3, 10),
  CMF: lengths(20),
  KVO: fastSlow(34, 55),
  FORCE: lengths(13),
};

/** The default values of an indicator's parameters. */
export function defaultParams(name: IndicatorName): number[] {
  return PARAMETERS[name].map(([, value]) => value);
}
