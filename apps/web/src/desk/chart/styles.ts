import type { Tokens } from '@assay/kit/look/use-tokens.ts';
import type {
  CandleLastPriceMarkExtendTextStyle,
  CandleType,
  DeepPartial,
  Period,
  Styles,
} from 'klinecharts';
import { DEFAULT_DRAWING_STYLE, overlayStyle } from './line-style.ts';
import type { ChartType, Interval } from './settings.ts';

const CANDLE_TYPES: Readonly<Record<ChartType, CandleType>> = {
  candles: 'candle_solid',
  hollow: 'candle_stroke',
  risingHollow: 'candle_up_stroke',
  fallingHollow: 'candle_down_stroke',
  bars: 'ohlc',
  line: 'area',
  area: 'area',
};

const PERIODS: Readonly<Record<string, Period['type']>> = {
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
  M: 'month',
};

/** An interval as a period of the charting library. */
export function periodOf(interval: Interval): Period {
  const type = PERIODS[interval.slice(-1)] ?? 'minute';
  return { type, span: Number(interval.slice(0, -1)) };
}

/** The app's look for the chart. A canvas cannot read style sheets, so the tokens are passed in. */
export function stylesOf(tokens: Tokens, type: ChartType): DeepPartial<Styles> {
  const { up, down, ink3 } = tokens;
  const changes = { upColor: up, downColor: down, noChangeColor: ink3 };
  const text = { family: tokens.font, size: 11, weight: 'normal' };
  return {
    grid: {
      horizontal: { color: tokens.line, size: 1, style: 'solid' },
      vertical: { color: tokens.line, size: 1, style: 'solid' },
    },
    candle: {
      type: CANDLE_TYPES[type],
      bar: {
        ...changes,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: ink3,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: ink3,
      },
      area: {
        lineSize: 1.5,
        lineColor: tokens.accent,
        value: 'close',
        backgroundColor:
          type === 'line'
            ? 'transparent'
            : [
                { offset: 0, color: `${tokens.accent}00` },
                { offset: 1, color: `${tokens.accent}30` },
              ],
        point: { show: false, animation: false },
      },
      priceMark: {
        high: { color: tokens.ink2, textFamily: tokens.font, textSize: 11 },
        low: { color: tokens.ink2, textFamily: tokens.font, textSize: 11 },
        last: {
          ...changes,
          text: { ...text, color: tokens.ground, borderRadius: 2 },
          extendTexts: [countdownStyle(tokens)],
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: {
      ohlc: changes,
      bars: [
        { ...changes, upColor: `${up}80`, downColor: `${down}80`, noChangeColor: `${ink3}80` },
      ],
      circles: [changes],
      texts: [{ ...text, color: tokens.ink2 }],
      lastValueMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    ...axes(tokens),
    overlay: overlays(tokens),
  };
}

/** The time until the candle closes, below the last price in the same box. */
function countdownStyle(tokens: Tokens): CandleLastPriceMarkExtendTextStyle {
  return {
    show: true,
    position: 'below_price',
    updateInterval: 0,
    style: 'fill',
    color: tokens.ground,
    size: 10,
    family: tokens.font,
    weight: 'normal',
    paddingLeft: 4,
    paddingRight: 4,
    paddingTop: 1,
    paddingBottom: 3,
    borderStyle: 'solid',
    borderDashedValue: [],
    borderSize: 0,
    borderColor: 'transparent',
    borderRadius: 2,
  };
}

function axes(tokens: Tokens): DeepPartial<Styles> {
  const axis = {
    axisLine: { color: tokens.line, size: 1 },
    tickLine: { show: false },
    tickText: { color: tokens.ink3, family: tokens.font, size: 11, weight: 'normal' },
  };
  const cross = {
    line: { color: tokens.lineStrong, style: 'dashed' as const, dashedValue: [4, 3], size: 1 },
    text: {
      family: tokens.font,
      size: 11,
      color: tokens.ground,
      backgroundColor: tokens.ink2,
      borderColor: tokens.ink2,
      borderRadius: 2,
    },
  };
  return {
    xAxis: axis,
    yAxis: axis,
    separator: { size: 1, color: tokens.line, activeBackgroundColor: `${tokens.accent}22` },
    crosshair: { horizontal: cross, vertical: cross },
  };
}

/** How a drawing looks while it has no style of its own yet. */
function overlays(tokens: Tokens): DeepPartial<Styles['overlay']> {
  const { point, text, ...look } = overlayStyle(DEFAULT_DRAWING_STYLE, tokens);
  return {
    ...look,
    point: { ...point, borderSize: 1, radius: 4, activeBorderSize: 4, activeRadius: 5 },
    text: {
      ...text,
      family: tokens.font,
      size: 11,
      backgroundColor: 'transparent',
      borderColor: 'transparent',
      borderSize: 0,
    },
  };
}
