/** The lines that each indicator draws, without the charting library; a test compares the two. */
import type { IndicatorName } from './catalogue.ts';

const SEVERAL = {
  DMA: ['dma', 'ama'],
  BOLL: ['up', 'mid', 'dn'],
  ICHIMOKU: ['conversion', 'base', 'spanA', 'spanB'],
  ALLIGATOR: ['jaw', 'teeth', 'lips'],
  DONCHIAN: ['upper', 'middle', 'lower'],
  KELTNER: ['upper', 'middle', 'lower'],
  CHANDELIER: ['long', 'short'],
  CKSTOP: ['longStop', 'shortStop'],
  DMI: ['pdi', 'mdi', 'adx', 'adxr'],
  AROON: ['aroonUp', 'aroonDown'],
  VORTEX: ['plus', 'minus'],
  TRIX: ['trix', 'maTrix'],
  MACD: ['dif', 'dea'],
  KDJ: ['k', 'd', 'j'],
  ROC: ['roc', 'maRoc'],
  MTM: ['mtm', 'maMtm'],
  RVGI: ['rvgi', 'signal'],
  WAVETREND: ['wt1', 'wt2'],
  PSY: ['psy', 'maPsy'],
  BRAR: ['br', 'ar'],
  CR: ['cr', 'ma1', 'ma2', 'ma3', 'ma4'],
  OBV: ['obv', 'maObv'],
  EMV: ['emv', 'maEmv'],
  VR: ['vr', 'maVr'],
} as const satisfies Partial<Record<IndicatorName, readonly string[]>>;

/** One line for each of their lengths. */
const BY_LENGTH: ReadonlySet<IndicatorName> = new Set(['MA', 'EMA', 'RSI', 'WR', 'BIAS', 'VOL']);
/** Drawn as dots or bars in the colours of rise and fall. */
const WITHOUT: ReadonlySet<IndicatorName> = new Set(['SAR', 'AO', 'AC', 'ELDERRAY']);

export type LineKey = (typeof SEVERAL)[keyof typeof SEVERAL][number];

/** What a line is named by: its key, the length it is computed from, or nothing (the only one). */
export type LineName = LineKey | { readonly length: number } | null;

/** The lines of an indicator in the order in which the chart draws them. */
export function linesOf(name: IndicatorName, params: readonly number[]): readonly LineName[] {
  if (WITHOUT.has(name)) return [];
  if (BY_LENGTH.has(name)) return params.map((length) => ({ length }));
  const several: Partial<Record<IndicatorName, readonly LineKey[]>> = SEVERAL;
  return several[name] ?? [null];
}
