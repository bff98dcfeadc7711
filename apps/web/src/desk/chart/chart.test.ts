import { createFormat } from '@assay/kit/format/format.ts';
import type { CandleView } from '@assay/modules/feeds/schema';
import type { KLineData } from 'klinecharts';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../lib/stream/publisher.ts';
import { type CandleRequest, CandleSource, candleOf } from './candle-source.ts';
import { createChartStore } from './chart-store.ts';
import { closesIn } from './countdown.ts';
import { fibonacci, zones } from './drawings/fibonacci.ts';
import { type Drawing, rayEnd } from './drawings/figures.ts';
import { measures, rewardToRisk, spanText } from './drawings/measure.ts';
import { legRatio, patterns } from './drawings/patterns.ts';
import { barbs, fourthCorner } from './drawings/shapes.ts';
import { DEFAULT_DRAWING_STYLE } from './line-style.ts';
import { DEFAULT_SETTINGS, restoreSettings, type VOLUMES } from './settings.ts';
import { NO_STEPS, recorded, STEPS_MAX, stepBack, stepForward } from './undo.ts';
import { wholeTicks } from './whole-ticks.ts';
import { zoneName } from './zones.ts';

const MINUTE = 60_000;
const view = (openAt: number, close = '1'): CandleView => ({
  openAt,
  open: '1',
  high: '2',
  low: '0.5',
  close,
  volume: '3',
  referenceVolume: '200',
  trades: 4,
});

function surroundings(history: CandleView[]) {
  const requests: CandleRequest[] = [];
  let subscriber: { snapshot(data: unknown): void; delta(data: unknown): void } | null = null;
  let due: (() => void)[] = [];
  let time = 0;
  const page: Page = {
    hidden: false,
    now: () => time,
    schedule: (_ms, run) => {
      due.push(run);
      return () => {
        due = due.filter((each) => each !== run);
      };
    },
    onVisible: () => () => undefined,
  };
  const states: string[] = [];
  const source = new CandleSource(
    'BTCUSDT',
    '1m',
    'here',
    {
      load: async (request) => {
        requests.push(request);
        const { from = 0, to = Number.MAX_SAFE_INTEGER } = request;
        return history.filter(({ openAt }) => openAt >= from && openAt <= to);
      },
      subscribe: (_channel, given) => {
        subscriber = given;
        return () => {
          subscriber = null;
        };
      },
      page,
    },
    (state) => states.push(state),
  );
  const pushed: KLineData[] = [];
  const load = (type: 'init' | 'forward', timestamp: number | null) =>
    new Promise<{ list: KLineData[]; more: unknown }>((resolve) =>
      source.loader.getBars({
        type,
        timestamp,
        symbol: { ticker: '', pricePrecision: 2, volumePrecision: 2 },
        period: { type: 'minute', span: 1 },
        callback: (list, more) => resolve({ list, more }),
      }),
    );
  source.loader.subscribeBar?.({
    symbol: { ticker: '', pricePrecision: 2, volumePrecision: 2 },
    period: { type: 'minute', span: 1 },
    callback: (candle) => pushed.push(candle),
  });
  const run = () => {
    time += 250;
    for (const each of due.splice(0)) each();
  };
  return { source, load, requests, states, pushed, run, stream: () => subscriber };
}

describe('candles for the chart', () => {
  it('UI-404 history is loaded page by page into the past', async () => {
    const history = Array.from({ length: 500 }, (_, i) => view(i * MINUTE));
    const { load, requests, states } = surroundings(history);
    const first = await load('init', null);
    expect(first.list.length).toBe(500);
    expect(first.more).toEqual({ forward: true, backward: false });
    expect(states).toEqual(['loading', 'ready']);
    const older = await load('forward', 100 * MINUTE);
    expect(requests[1]).toMatchObject({ to: 100 * MINUTE - 1, limit: 500 });
    expect(older.more).toEqual({ forward: false, backward: false });
  });

  it('UI-404 a candle keeps its count of trades, so that index candles can be recognised', () => {
    const { volumes: _, turnover: __, ...candle } = candleOf({ ...view(5), trades: 0 }, 'here');
    const prices = { open: 1, high: 2, low: 0.5, close: 1 };
    expect(candle).toEqual({ timestamp: 5, ...prices, volume: 3, trades: 0 });
  });

  it('UI-970 all candles of a chart have their volume from one origin, traded here or not', () => {
    const quiet: CandleView = { ...view(0), volume: '0', referenceVolume: '213', trades: 0 };
    const traded: CandleView = { ...view(MINUTE), volume: '0.26', referenceVolume: '208' };
    const drawn = (origin: (typeof VOLUMES)[number]) =>
      [quiet, traded].map((each) => candleOf(each, origin).volume);
    expect(drawn('reference')).toEqual([213, 208]);
    expect(drawn('here')).toEqual([0, 0.26]);
    expect(candleOf(traded, 'reference').volumes).toEqual({ reference: 208, here: 0.26 });
    expect(candleOf(traded, 'reference').turnover).toBeCloseTo(208 * (3.5 / 3));
  });

  it('UI-405 live candles are pushed together, four times a second, in ascending order', async () => {
    const { load, stream, run, pushed } = surroundings([view(0)]);
    await load('init', null);
    stream()?.snapshot({ candle: view(0, '1.1') });
    stream()?.delta({ candle: view(0, '1.2') });
    stream()?.delta({ candle: view(MINUTE, '1.4'), closed: view(0, '1.3') });
    expect(pushed).toEqual([]);
    run();
    expect(pushed.map(({ timestamp, close }) => [timestamp, close])).toEqual([
      [0, 1.3],
      [MINUTE, 1.4],
    ]);
    stream()?.delta({ candle: view(0, '9') });
    run();
    expect(pushed.length).toBe(2);
  });

  it('UI-1490 a market without candles has none until its first comes', async () => {
    const { load, stream, run, states } = surroundings([]);
    await load('init', null);
    run();
    expect(states).toEqual(['loading', 'empty']);
    stream()?.delta({ candle: view(0) });
    run();
    stream()?.delta({ candle: view(MINUTE) });
    run();
    expect(states).toEqual(['loading', 'empty', 'ready']);
  });

  it('UI-405 after an interruption the missing candles are fetched', async () => {
    const history = [view(0)];
    const { load, stream, run, pushed, requests } = surroundings(history);
    await load('init', null);
    history.push(view(MINUTE), view(2 * MINUTE));
    stream()?.snapshot({ candle: view(3 * MINUTE) });
    await Promise.resolve();
    await Promise.resolve();
    run();
    expect(requests.at(-1)).toMatchObject({ from: 0 });
    expect(pushed.map(({ timestamp }) => timestamp / MINUTE)).toEqual([0, 1, 2, 3]);
  });

  it('UI-405 nothing is pushed once the source is stopped', async () => {
    const { source, load, stream, run, pushed } = surroundings([view(0)]);
    await load('init', null);
    stream()?.delta({ candle: view(MINUTE) });
    source.stop();
    run();
    expect(pushed).toEqual([]);
    expect(stream()).toBeNull();
  });
});

describe('the settings of a chart', () => {
  it('UI-406 each part that cannot be read is replaced by its default', () => {
    expect(restoreSettings(null)).toEqual(DEFAULT_SETTINGS);
    expect(restoreSettings('nonsense')).toEqual(DEFAULT_SETTINGS);
    const odd = {
      interval: '7m',
      type: 'bars',
      indicators: [
        { id: 'RSI-1', name: 'RSI', params: [6], visible: false },
        { id: 'X', name: 'NOSUCH', params: [] },
        { id: 'MA-9', name: 'MA', params: ['5'] },
        { id: 'MA-8', name: 'MA', params: [1e9] },
        null,
      ],
      drawings: [
        { id: 'a', name: 'segment', points: [{ timestamp: 1, value: 2 }], text: 'hi' },
        { id: 'b', name: 'segment', points: [{ timestamp: 1 }] },
        { id: 'c', name: 'segment', points: [] },
      ],
    };
    expect(restoreSettings(JSON.stringify(odd))).toEqual({
      ...DEFAULT_SETTINGS,
      type: 'bars',
      indicators: [expect.objectContaining(odd.indicators[0]!)],
      drawings: [{ ...odd.drawings[0], style: DEFAULT_DRAWING_STYLE }],
    });
  });

  it('UI-407 every change of the layout can be undone and redone', () => {
    const store = createChartStore('BTCUSDT');
    const names = () => store.getState().indicators.map(({ id }) => id);
    store.getState().addIndicator('RSI', [14]);
    store.getState().addIndicator('RSI', [6]);
    expect(names()).toEqual(['MA-1', 'VOL-1', 'RSI-1', 'RSI-2']);
    store.getState().editIndicator('RSI-1', { params: [21] });
    store.getState().removeIndicator('MA-1');
    store.getState().putDrawing({
      ...{ id: 'd', name: 'segment', points: [{ timestamp: 1, value: 1 }], text: '' },
      style: DEFAULT_DRAWING_STYLE,
    });
    store.getState().clearDrawings();
    store.getState().undo();
    expect(store.getState().drawings.length).toBe(1);
    store.getState().undo();
    store.getState().undo();
    expect(names()).toEqual(['MA-1', 'VOL-1', 'RSI-1', 'RSI-2']);
    store.getState().undo();
    expect(store.getState().indicators[2]?.params).toEqual([14]);
    store.getState().redo();
    expect(store.getState().indicators[2]?.params).toEqual([21]);
    store.getState().addIndicator('KDJ', [9, 3, 3]);
    store.getState().redo();
    expect(names()).toEqual(['MA-1', 'VOL-1', 'RSI-1', 'RSI-2', 'KDJ-1']);
  });

  it('UI-407 the number of indicators is limited to what the chart can draw in time', () => {
    const store = createChartStore('ETHUSDT');
    for (let i = 0; i < 30; i += 1) store.getState().addIndicator('RSI', [14]);
    expect(store.getState().indicators.length).toBe(12);
  });

  it('UI-407 undo steps are bounded and end at the first kept state', () => {
    let steps = NO_STEPS as { past: readonly number[]; future: readonly number[] };
    for (let i = 0; i < 80; i += 1) steps = recorded(steps, i);
    expect(steps.past.length).toBe(STEPS_MAX);
    expect(stepBack(NO_STEPS, 1)).toBeNull();
    expect(stepForward(steps, 1)).toBeNull();
    const back = stepBack(steps, 80)!;
    expect(back.value).toBe(79);
    expect(stepForward(back.steps, 79)?.value).toBe(80);
  });
});

describe('the geometry of drawings', () => {
  it('UI-408 an arrow points at its second click, a parallelogram closes', () => {
    const [left, right] = barbs({ x: 0, y: 0 }, { x: 10, y: 0 });
    expect(left.x).toBeLessThan(10);
    expect(left.y).toBeCloseTo(-right.y);
    expect(fourthCorner({ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 6, y: 3 })).toEqual({ x: 2, y: 3 });
    expect(rayEnd({ x: 0, y: 0 }, { x: 1, y: 0 }, { width: 5, height: 5 })).toEqual({
      x: 20,
      y: 0,
    });
  });

  it('UI-408 ratios: Fibonacci zones, legs of a pattern, reward to risk', () => {
    expect(zones(144)).toEqual([1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]);
    expect(legRatio({ x: 0, y: 0 }, { x: 1, y: 100 }, { x: 2, y: 38.2 })).toBeCloseTo(0.618);
    expect(legRatio({ x: 0, y: 5 }, { x: 1, y: 5 }, { x: 2, y: 9 })).toBeNull();
    expect(rewardToRisk(100, 130, 90)).toBe(3);
    expect(rewardToRisk(100, 130, 100)).toBeNull();
  });

  it('UI-408 time spans are written in their two largest units', () => {
    expect(spanText(45 * MINUTE)).toBe('45m');
    expect(spanText(-135 * MINUTE)).toBe('2h 15m');
    expect(spanText(76 * 60 * MINUTE)).toBe('3d 4h');
    expect(spanText(48 * 60 * MINUTE)).toBe('2d');
  });
});

/** What a drawing writes for a reader in Germany, with all its points set. */
function textsOf(drawings: readonly Drawing[], name: string): string[] {
  const { label } = createFormat('de');
  const chart = {
    getThousandsSeparator: () => ({ format: label }),
    getSymbol: () => ({ pricePrecision: 2 }),
  };
  const points = [1000, 1123.45, 950].map((value, i) => ({ value, timestamp: i * 60_000 }));
  const coordinates = [200, 76.55, 250].map((y, i) => ({ x: i * 50, y }));
  const bounding = { width: 800, height: 600 };
  const input = { chart, overlay: { points }, coordinates, bounding };
  const drawn = drawings
    .find((drawing) => drawing.name === name)
    ?.createPointFigures?.(
      input as unknown as Parameters<NonNullable<Drawing['createPointFigures']>>[0],
    );
  return [drawn ?? []].flat().flatMap(({ type, attrs }) => {
    return type === 'text' ? [(attrs as { text: string }).text] : [];
  });
}

describe('figures of the chart', () => {
  it("UI-978 what a drawing measures is written in the reader's number format", () => {
    const rulers = measures(() => ({ gain: '#0a0', loss: '#a00' }));
    expect(textsOf(rulers, 'priceRange')).toEqual(['123,45 (+12,35%)']);
    expect(textsOf(rulers, 'longPosition')).toEqual([
      ...['1.123,45 (+12,35%)', '950,00 (-5,00%)', '2,47 : 1'],
    ]);
    expect(textsOf(patterns, 'abcd')).toContain('1,405');
    expect(textsOf(fibonacci, 'fibonacciLine')).toContain('1.047,16 (61,8%)');
    expect(textsOf(fibonacci, 'fibonacciExtension')).toContain('1,618 (1.149,74)');
    expect(textsOf(fibonacci, 'fibonacciFan')).toContain('0,236');
  });

  it('UI-409 a point of the canvas has a price in whole ticks', () => {
    expect(wholeTicks(61_234.567_89, '0.01')).toBe('61234.57');
    expect(wholeTicks(0.123_456, '0.00001')).toBe('0.12346');
    expect(wholeTicks(7, '5')).toBe('5');
    expect(wholeTicks(-3, '0.1')).toBe('0.1');
  });

  it('UI-459 the time until a candle closes is shown to the second, and not at all when unknown', () => {
    const openAt = Date.UTC(2026, 0, 15, 8);
    expect(closesIn('15m', openAt, openAt)).toBe('15:00');
    expect(closesIn('15m', openAt, openAt + 14 * MINUTE + 59_001)).toBe('00:00');
    expect(closesIn('4h', openAt, openAt + 54_500)).toBe('3:59:05');
    expect(closesIn('1w', openAt, openAt + MINUTE)).toBe('167:59:00');
    expect(closesIn('15m', openAt, openAt + 15 * MINUTE)).toBe('');
    expect(closesIn('15m', openAt, openAt - 1)).toBe('');
    expect(closesIn('1M', openAt, openAt)).toBe('');
  });

  it('UI-409 a time zone is named by its offset from UTC at that time', () => {
    const winter = Date.UTC(2026, 0, 15);
    expect(zoneName('UTC', winter)).toBe('UTC');
    expect(zoneName('Asia/Kolkata', winter)).toBe('UTC+5:30');
    expect(zoneName('America/New_York', winter)).toBe('UTC-5');
    expect(zoneName('America/New_York', Date.UTC(2026, 6, 15))).toBe('UTC-4');
  });
});
