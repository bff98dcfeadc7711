/** Volatility and volume indicators: ranges, widths and volume flows. */
import {
  AD,
  ADOSC,
  ATR,
  BollingerBands,
  BollingerBandsWidth,
  CMF,
  ForceIndex,
  KVO,
  MassIndex,
  MFI,
  NATR,
  PercentB,
} from 'trading-signals';
import type { StreamIndicator } from './stream.ts';
import { param } from './trend.ts';

export const volatilityIndicators: readonly StreamIndicator[] = [
  {
    name: 'ATR',
    params: [14],
    series: 'normal',
    lines: ['ATR'],
    start: (p) => {
      const indicator = new ATR(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'NATR',
    params: [14],
    series: 'normal',
    lines: ['NATR'],
    start: (p) => {
      const indicator = new NATR(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'BBW',
    params: [20, 2],
    series: 'normal',
    lines: ['BBW'],
    start: (p) => {
      const indicator = new BollingerBandsWidth(new BollingerBands(param(p, 0), param(p, 1)));
      return (bar, replace) => indicator.update(bar.close, replace);
    },
  },
  {
    name: 'PERCENTB',
    params: [20, 2],
    series: 'normal',
    lines: ['PERCENTB'],
    start: (p) => {
      const indicator = new PercentB({ interval: param(p, 0), deviationMultiplier: param(p, 1) });
      return (bar, replace) => indicator.update(bar.close, replace);
    },
  },
  {
    name: 'MASS',
    params: [25],
    series: 'normal',
    lines: ['MASS'],
    start: (p) => {
      const indicator = new MassIndex(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
];

export const volumeIndicators: readonly StreamIndicator[] = [
  {
    name: 'MFI',
    params: [14],
    series: 'normal',
    lines: ['MFI'],
    start: (p) => {
      const indicator = new MFI(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'AD',
    params: [],
    series: 'normal',
    lines: ['AD'],
    start: () => {
      const indicator = new AD();
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'ADOSC',
    params: [3, 10],
    series: 'normal',
    lines: ['ADOSC'],
    start: (p) => {
      const indicator = new ADOSC({ fastPeriod: param(p, 0), slowPeriod: param(p, 1) });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'CMF',
    params: [20],
    series: 'normal',
    lines: ['CMF'],
    start: (p) => {
      const indicator = new CMF(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'KVO',
    params: [34, 55],
    series: 'normal',
    lines: ['KVO'],
    start: (p) => {
      const indicator = new KVO(param(p, 0), param(p, 1));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'FORCE',
    params: [13],
    series: 'normal',
    lines: ['FORCE'],
    start: (p) => {
      const indicator = new ForceIndex(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
];
