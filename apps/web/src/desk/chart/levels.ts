/** Reference lines of oscillators: the values above or below which a reading is called extreme. */
import type { IndicatorDrawCallback } from 'klinecharts';
import type { IndicatorName } from './catalogue.ts';

/** By the custom of each indicator; 0 where its sign is what is read. */
const LEVELS: Partial<Record<IndicatorName, readonly number[]>> = {
  RSI: [30, 70],
  STOCHRSI: [0.2, 0.8],
  CRSI: [10, 90],
  KDJ: [20, 80],
  CCI: [-100, 100],
  WR: [-80, -20],
  CMO: [-50, 50],
  MFI: [20, 80],
  UO: [30, 70],
  SMI: [-40, 40],
  STC: [25, 75],
  TSI: [-25, 25],
  WAVETREND: [-60, 60],
  PSY: [25, 75],
  AROON: [30, 70],
  ADX: [25],
  DMI: [25],
  CHOP: [38.2, 61.8],
  PERCENTB: [0, 1],
  MASS: [27],
  VORTEX: [1],
  DMA: [0],
  TRIX: [0],
  ROC: [0],
  MTM: [0],
  BIAS: [0],
  PPO: [0],
  KST: [0],
  COPPOCK: [0],
  FISHER: [0],
  RVGI: [0],
  DPO: [0],
  ADOSC: [0],
  CMF: [0],
  KVO: [0],
  FORCE: [0],
};

/** The usual reference lines of an indicator, none for one that has no such custom. */
export function defaultLevels(name: IndicatorName): readonly number[] {
  return LEVELS[name] ?? [];
}

/** What the drawn indicator carries for `drawLevels`. */
export interface LevelMarks {
  readonly levels: readonly number[];
  readonly color: string;
  readonly font: string;
}

const DASHES = [3, 3];
const TEXT_GAP = 3;

/** Draws the reference lines below the indicator, each with its value at the end. */
export const drawLevels: IndicatorDrawCallback<unknown, unknown, unknown> = (params) => {
  const { ctx, indicator, bounding, yAxis } = params;
  const { levels, color, font } = indicator.extendData as LevelMarks;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.font = font;
  ctx.textAlign = 'right';
  ctx.lineWidth = 1;
  ctx.setLineDash(DASHES);
  for (const level of levels) {
    const y = Math.round(yAxis.convertToPixel(level)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(bounding.width, y);
    ctx.stroke();
    // Above the line, or below it where the pane ends.
    const above = y > 12;
    ctx.textBaseline = above ? 'bottom' : 'top';
    ctx.fillText(String(level), bounding.width - TEXT_GAP, above ? y - 1 : y + 1);
  }
  ctx.restore();
  return false;
};
