/** Trend indicators: moving averages, channels and stops. */
import {
  ADX,
  ALMA,
  Alligator,
  Aroon,
  CHOP,
  ChandeKrollStop,
  ChandelierExit,
  DEMA,
  DonchianChannels,
  HMA,
  IchimokuCloud,
  KAMA,
  KeltnerChannels,
  LinearRegression,
  SuperTrend,
  T3,
  TEMA,
  VortexIndicator,
  VWAP,
  VWMA,
  WMA,
  ZLEMA,
} from 'trading-signals';
import type { Bar, Step, StreamIndicator } from './stream.ts';

/** Parameter `index`; the chart always passes as many parameters as the indicator declares. */
export function param(params: readonly number[], index: number): number {
  return params[index] ?? 1;
}

/** A moving average of closing prices. */
function average(
  name: string,
  length: number,
  create: (length: number) => CloseIndicator,
): StreamIndicator {
  return {
    name,
    params: [length],
    series: 'price',
    lines: [name],
    start: (params) => {
      const indicator = create(param(params, 0));
      return (bar, replace) => indicator.update(bar.close, replace);
    },
  };
}

interface CloseIndicator {
  update(price: number, replace: boolean): number | null;
}

const DAY_MS = 86_400_000;
/** Replaces a volume of zero: an index candle must neither move the average nor divide by zero. */
const NO_VOLUME = 1e-9;

/** Volume-weighted average price, from the start of each UTC day. */
function dailyVwap(): Step {
  let day = -1;
  let indicator = new VWAP();
  return (bar: Bar, replace) => {
    const today = Math.floor(bar.openAt / DAY_MS);
    const fresh = today !== day;
    if (fresh) indicator = new VWAP();
    day = today;
    return indicator.update({ ...bar, volume: Math.max(bar.volume, NO_VOLUME) }, replace && !fresh);
  };
}

const averages: readonly StreamIndicator[] = [
  average('WMA', 9, (length) => new WMA(length)),
  average('DEMA', 20, (length) => new DEMA(length)),
  average('TEMA', 20, (length) => new TEMA(length)),
  average('HMA', 16, (length) => new HMA(length)),
  average('KAMA', 10, (length) => new KAMA(length)),
  average('ZLEMA', 20, (length) => new ZLEMA(length)),
  {
    name: 'ALMA',
    params: [9, 0.85, 6],
    series: 'price',
    lines: ['ALMA'],
    start: (p) => {
      const indicator = new ALMA(param(p, 0), param(p, 1), param(p, 2));
      return (bar, replace) => indicator.update(bar.close, replace);
    },
  },
  {
    name: 'T3',
    params: [5, 0.7],
    series: 'price',
    lines: ['T3'],
    start: (p) => {
      const indicator = new T3(param(p, 0), param(p, 1));
      return (bar, replace) => indicator.update(bar.close, replace);
    },
  },
  {
    name: 'LINREG',
    params: [14],
    series: 'price',
    lines: ['LINREG'],
    start: (p) => {
      const indicator = new LinearRegression(param(p, 0));
      return (bar, replace) => indicator.update(bar.close, replace)?.prediction ?? null;
    },
  },
  { name: 'VWAP', params: [], series: 'price', lines: ['VWAP'], start: dailyVwap },
  {
    name: 'VWMA',
    params: [20],
    series: 'price',
    lines: ['VWMA'],
    start: (p) => {
      const indicator = new VWMA(param(p, 0));
      return (bar, replace) =>
        indicator.update({ ...bar, volume: Math.max(bar.volume, NO_VOLUME) }, replace);
    },
  },
];

const channels: readonly StreamIndicator[] = [
  {
    name: 'ICHIMOKU',
    params: [9, 26, 52],
    series: 'price',
    lines: ['conversion', 'base', 'spanA', 'spanB'],
    fill: ['spanA', 'spanB'],
    ahead: { lines: ['spanA', 'spanB'], param: 1 },
    start: (p) => {
      const indicator = new IchimokuCloud({
        conversionInterval: param(p, 0),
        baseInterval: param(p, 1),
        spanBInterval: param(p, 2),
      });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'ALLIGATOR',
    params: [13, 8, 8, 5, 5, 3],
    series: 'price',
    lines: ['jaw', 'teeth', 'lips'],
    start: (p) => {
      const indicator = new Alligator({
        jawInterval: param(p, 0),
        jawShift: param(p, 1),
        teethInterval: param(p, 2),
        teethShift: param(p, 3),
        lipsInterval: param(p, 4),
        lipsShift: param(p, 5),
      });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'DONCHIAN',
    params: [20],
    series: 'price',
    lines: ['upper', 'middle', 'lower'],
    fill: ['upper', 'lower'],
    start: (p) => {
      const indicator = new DonchianChannels(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'KELTNER',
    params: [20, 10, 2],
    series: 'price',
    lines: ['upper', 'middle', 'lower'],
    fill: ['upper', 'lower'],
    start: (p) => {
      const indicator = new KeltnerChannels({
        emaInterval: param(p, 0),
        atrInterval: param(p, 1),
        multiplier: param(p, 2),
      });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
];

const stops: readonly StreamIndicator[] = [
  {
    name: 'SUPERTREND',
    params: [10, 3],
    series: 'price',
    lines: ['SUPERTREND'],
    start: (p) => {
      const indicator = new SuperTrend({ interval: param(p, 0), multiplier: param(p, 1) });
      return (bar, replace) => indicator.update(bar, replace)?.supertrend ?? null;
    },
  },
  {
    name: 'CHANDELIER',
    params: [22, 3],
    series: 'price',
    lines: ['long', 'short'],
    start: (p) => {
      const indicator = new ChandelierExit({ interval: param(p, 0), multiplier: param(p, 1) });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'CKSTOP',
    params: [10, 1, 9],
    series: 'price',
    lines: ['longStop', 'shortStop'],
    start: (p) => {
      const indicator = new ChandeKrollStop({
        interval: param(p, 0),
        multiplier: param(p, 1),
        stopInterval: param(p, 2),
      });
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
];

const strength: readonly StreamIndicator[] = [
  {
    name: 'ADX',
    params: [14],
    series: 'normal',
    lines: ['ADX'],
    start: (p) => {
      const indicator = new ADX(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'AROON',
    params: [14],
    series: 'normal',
    lines: ['aroonUp', 'aroonDown'],
    start: (p) => {
      const indicator = new Aroon(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'VORTEX',
    params: [14],
    series: 'normal',
    lines: ['plus', 'minus'],
    start: (p) => {
      const indicator = new VortexIndicator(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
  {
    name: 'CHOP',
    params: [14],
    series: 'normal',
    lines: ['CHOP'],
    start: (p) => {
      const indicator = new CHOP(param(p, 0));
      return (bar, replace) => indicator.update(bar, replace);
    },
  },
];

export const trendIndicators = [...averages, ...channels, ...stops, ...strength];
