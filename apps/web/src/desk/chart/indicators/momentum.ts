/** Momentum oscillators: how strong a move is, and whether it is exhausted. */
import {
  AC,
  CMO,
  ConnorsRSI,
  CoppockCurve,
  DPO,
  ElderRay,
  FisherTransform,
  KST,
  PPO,
  RelativeVigorIndex,
  SMI,
  STC,
  StochasticRSI,
  TSI,
  UltimateOscillator,
  WaveTrend,
} from 'trading-signals';
import type { StreamIndicator } from './stream.ts';
import { param } from './trend.ts';

interface CloseIndicator {
  update(price: number, replace: boolean): number | null;
}

/** An oscillator of closes in a pane of its own. */
function oscillator(
  name: string,
  params: readonly number[],
  create: (params: readonly number[]) => CloseIndicator,
): StreamIndicator {
  return {
    name,
    params,
    series: 'normal',
    lines: [name],
    start: (given) => {
      const indicator = create(given);
      return (bar, replace) => indicator.update(bar.close, replace);
    },
  };
}

const ofCloses: readonly StreamIndicator[] = [
  oscillator('STOCHRSI', [14], (p) => new StochasticRSI(param(p, 0))),
  oscillator('CMO', [14], (p) => new CMO(param(p, 0))),
  oscillator('PPO', [12, 26], (p) => new PPO({ fastPeriod: param(p, 0), slowPeriod: param(p, 1) })),
  oscillator(
    'TSI',
    [25, 13],
    (p) => new TSI({ longPeriod: param(p, 0), shortPeriod: param(p, 1) }),
  ),
  oscillator(
    'CRSI',
    [3, 2, 100],
    (p) =>
      new ConnorsRSI({
        rsiInterval: param(p, 0),
        streakRsiInterval: param(p, 1),
        percentRankInterval: param(p, 2),
      }),
  ),
  oscillator(
    'KST',
    [10, 15, 20, 30],
    (p) => new KST({ roc1: param(p, 0), roc2: param(p, 1), roc3: param(p, 2), roc4: param(p, 3) }),
  ),
  oscillator(
    'COPPOCK',
    [14, 11, 10],
    (p) =>
      new CoppockCurve({
        longRocInterval: param(p, 0),
        shortRocInterval: param(p, 1),
        wmaInterval: param(p, 2),
      }),
  ),
  oscillator('DPO', [20], (p) => new DPO(param(p, 0))),
  oscillator(
    'STC',
    [23, 50, 10],
    (p) =>
      new STC({ fastInterval: param(p, 0), slowInterval: param(p, 1), cycleInterval: param(p, 2) }),
  ),
];

const ofBars: readonly StreamIndicator[] = [
  {
    name: 'UO',
    params: [7, 14, 28],
    series: 'normal',
    lines: ['UO'],
    start: (p) => {
      const indicator = new UltimateOscillator({
        shortPeriod: param(p, 0),
        mediumPeriod: param(p, 1),
        longPeriod: param(p, 2),
      });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'FISHER',
    params: [9],
    series: 'normal',
    lines: ['FISHER'],
    start: (p) => {
      const indicator = new FisherTransform(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'RVGI',
    params: [10],
    series: 'normal',
    lines: ['rvgi', 'signal'],
    start: (p) => {
      const indicator = new RelativeVigorIndex(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'ELDERRAY',
    params: [13],
    series: 'normal',
    lines: ['bullPower', 'bearPower'],
    shape: 'bar',
    start: (p) => {
      const indicator = new ElderRay(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'SMI',
    params: [5, 3, 3],
    series: 'normal',
    lines: ['SMI'],
    start: (p) => {
      const indicator = new SMI({
        interval: param(p, 0),
        smooth1: param(p, 1),
        smooth2: param(p, 2),
      });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'WAVETREND',
    params: [10, 21, 4],
    series: 'normal',
    lines: ['wt1', 'wt2'],
    start: (p) => {
      const indicator = new WaveTrend({
        channelInterval: param(p, 0),
        averageInterval: param(p, 1),
        smoothingInterval: param(p, 2),
      });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'AC',
    params: [5, 34, 5],
    series: 'normal',
    lines: ['AC'],
    shape: 'bar',
    start: (p) => {
      const indicator = new AC(param(p, 0), param(p, 1), param(p, 2));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
];

export const momentumIndicators = [...ofCloses, ...ofBars];
