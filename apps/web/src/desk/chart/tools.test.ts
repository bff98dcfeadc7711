import type { KLineData } from 'klinecharts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  chartTools,
  drawingNames,
  type IndicatorName,
  indicatorNames,
  overCandles,
} from './catalogue.ts';
import { advance, barOf, moveAhead, type Row, type StreamIndicator } from './indicators/stream.ts';
import { defaultLevels } from './levels.ts';
import { linesOf } from './lines.ts';
import { defaultParams } from './parameters.ts';

/**
 * The minimum of a page that the charting library needs to compute: elements of a fixed size and a
 * canvas that draws nothing. The look of the chart can be tested only in a browser.
 */
const SIZE = { width: 800, height: 600 };

class FakeElement {
  readonly style: Record<string, string> = {};
  readonly children: FakeElement[] = [];
  width = SIZE.width;
  height = SIZE.height;
  clientWidth = SIZE.width;
  clientHeight = SIZE.height;
  offsetWidth = SIZE.width;
  offsetHeight = SIZE.height;
  parentElement: FakeElement | null = null;
  get ownerDocument(): unknown {
    return globalThis.document;
  }
  get lastChild(): FakeElement | null {
    return this.children.at(-1) ?? null;
  }
  appendChild(child: FakeElement): FakeElement {
    this.children.push(child);
    child.parentElement = this;
    return child;
  }
  insertBefore(child: FakeElement): FakeElement {
    return this.appendChild(child);
  }
  removeChild(child: FakeElement): void {
    this.children.splice(this.children.indexOf(child), 1);
  }
  addEventListener(): void {}
  removeEventListener(): void {}
  getAttribute(): null {
    return null;
  }
  setAttribute(): void {}
  removeAttribute(): void {}
  remove(): void {}
  getBoundingClientRect(): object {
    return { left: 0, top: 0, ...SIZE };
  }
  getContext(): object {
    const draw = (): undefined => undefined;
    return new Proxy(
      { measureText: () => ({ width: 40 }), createLinearGradient: () => ({ addColorStop: draw }) },
      {
        get: (known, key) => Reflect.get(known, key) ?? draw,
        set: () => true,
      },
    );
  }
}

/** Installs the fake page as the globals that the library uses; vi.unstubAllGlobals removes it. */
function fakePage(): { createElement(): HTMLElement } {
  const createElement = () => new FakeElement() as unknown as HTMLElement;
  vi.stubGlobal('window', {
    navigator: { userAgent: '' },
    devicePixelRatio: 1,
    setTimeout: () => 0,
    clearTimeout() {},
    requestAnimationFrame: () => 0,
    cancelAnimationFrame() {},
    matchMedia: () => ({
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    }),
    getComputedStyle: () => ({}),
    addEventListener() {},
    removeEventListener() {},
  });
  vi.stubGlobal('document', {
    createElement,
    getElementById: () => null,
    addEventListener() {},
    removeEventListener() {},
    body: createElement(),
    documentElement: createElement(),
    defaultView: globalThis.window,
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => {});
  return { createElement };
}

const BARS = 400;
const HOUR = 3_600_000;
/** An oscillator that needs more bars than this would be useless on a first screen. */
const WARM_UP = 160;

/** A seeded random walk with flat stretches, and with candles without volume like index candles. */
function probe(count: number): KLineData[] {
  let seed = 20_261_120;
  const dice = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  let close = 60_000;
  return Array.from({ length: count }, (_, i) => {
    const open = close;
    const flat = i % 37 === 0;
    close = flat ? open : open * (1 + (dice() - 0.5) * 0.02);
    const high = flat ? open : Math.max(open, close) * (1 + dice() * 0.004);
    const low = flat ? open : Math.min(open, close) * (1 - dice() * 0.004);
    const volume = i % 29 === 0 ? 0 : dice() * 90;
    return { timestamp: 1_700_000_000_000 + i * HOUR, open, high, low, close, volume };
  });
}

type Library = typeof import('klinecharts');
let library: Library;
let page: ReturnType<typeof fakePage>;
let own: readonly StreamIndicator[];

beforeAll(async () => {
  page = fakePage();
  library = await import('klinecharts');
  const { isRegistered, registerDrawings, registerIndicators } = await import('./register.ts');
  registerDrawings(() => ({ gain: '#000000', loss: '#000000' }));
  expect([isRegistered('MA'), isRegistered('SUPERTREND')]).toEqual([true, false]);
  await registerIndicators();
  own = (await import('./indicators/own.ts')).ownIndicators;
});

function finite(row: Row | undefined): boolean {
  const values = Object.values(row ?? {});
  return values.length > 0 && values.every(Number.isFinite);
}

/** The keys of an indicator's lines; empty text for a line that is named in another way. */
function keysOf(name: IndicatorName, params: readonly unknown[]): string[] {
  const lines = linesOf(name, params.map(Number));
  return lines.map((line) => (typeof line === 'string' ? line : ''));
}

describe('chart tools', () => {
  it('UI-400 the catalogue names exactly what the chart can draw, and 60 tools or more', () => {
    expect([...indicatorNames].sort()).toEqual([...library.getSupportedIndicators()].sort());
    const marks = ['ownFill', 'ownOrder'];
    expect([...drawingNames, ...marks].sort()).toEqual([...library.getSupportedOverlays()].sort());
    expect(new Set([...indicatorNames, ...drawingNames]).size).toBe(chartTools.total);
    expect(chartTools.indicators).toBeGreaterThanOrEqual(60);
    console.info(
      `chart tools: ${chartTools.indicators} indicators, ${chartTools.drawings} drawings`,
    );
  });

  it('UI-401 each of our indicators gives only finite values on probe data', () => {
    const list = probe(BARS);
    for (const spec of own) {
      const { rows } = advance(undefined, spec, spec.params, list);
      expect(rows.length, spec.name).toBe(BARS);
      for (const [i, row] of rows.entries()) {
        const values = Object.values(row);
        expect(values.every(Number.isFinite), `${spec.name} at ${i}: ${JSON.stringify(row)}`).toBe(
          true,
        );
      }
      expect(finite(rows[WARM_UP]), `${spec.name} is empty at bar ${WARM_UP}`).toBe(true);
      expect(finite(rows[BARS - 1]), spec.name).toBe(true);
      expect(defaultParams(spec.name as IndicatorName), spec.name).toEqual(spec.params);
      expect(overCandles(spec.name), spec.name).toBe(spec.series === 'price');
      const keys = keysOf(spec.name as IndicatorName, spec.params);
      const drawn = spec.shape === undefined ? spec.lines : [];
      expect(keys, spec.name).toEqual(drawn.length > 1 ? drawn : drawn.map(() => ''));
      // Both would draw below the lines, and the chart calls one of them.
      const isLevelled = defaultLevels(spec.name as IndicatorName).length > 0;
      expect(isLevelled && spec.fill !== undefined, spec.name).toBe(false);
      expect(Object.keys(rows[BARS - 1] ?? {}).sort(), spec.name).toEqual(
        expect.arrayContaining([...spec.lines].sort()),
      );
    }
  });

  it('UI-402 an incrementally updated value equals the one computed from the start', () => {
    const list = probe(200);
    for (const spec of own) {
      const live: KLineData[] = list.slice(0, 120);
      let kept = advance(undefined, spec, spec.params, live);
      for (let i = 120; i < 200; i += 1) {
        const final = list[i]!;
        // The life of a candle: it opens flat and without volume, moves, and closes.
        for (const share of [0, 0.3, 0.8, 1]) {
          const close = final.open + (final.close - final.open) * share;
          live[i] = {
            ...final,
            close,
            high: final.open + (final.high - final.open) * share,
            low: final.open + (final.low - final.open) * share,
            volume: (final.volume ?? 0) * share,
          };
          kept = advance(kept, spec, spec.params, live);
        }
        const fresh = advance(undefined, spec, spec.params, live).rows[i];
        for (const [key, value] of Object.entries(fresh ?? {})) {
          const near = Math.max(Math.abs(value) * 1e-9, 1e-9);
          expect(
            Math.abs((kept.rows[i]?.[key] ?? Number.NaN) - value),
            `${spec.name}.${key} at ${i}`,
          ).toBeLessThan(near);
        }
      }
    }
  });

  it('UI-402 a new list or new parameters restart the indicator', () => {
    const spec = own.find((each) => each.name === 'WMA')!;
    const list = probe(60);
    const first = advance(undefined, spec, [9], list);
    expect(advance(first, spec, [9], list)).toBe(first);
    expect(advance(first, spec, [5], list)).not.toBe(first);
    expect(advance(first, spec, [9], [...list])).not.toBe(first);
  });

  it('UI-401 each indicator of the charting library gives finite values on probe data', async () => {
    const chart = library.init(page.createElement())!;
    chart.setDataLoader({ getBars: ({ callback }) => callback(probe(BARS), false) });
    chart.setSymbol({ ticker: 'PROBE', pricePrecision: 2, volumePrecision: 2 });
    chart.setPeriod({ type: 'hour', span: 1 });
    const brought = indicatorNames.filter((name) => !own.some((each) => each.name === name));
    expect(brought.length).toBe(27);
    for (const name of brought) chart.createIndicator(name, true);
    await vi.waitFor(() => {
      for (const indicator of chart.getIndicators()) expect(indicator.result.length).toBe(BARS);
    }, 60_000);
    for (const { name, result, figures, calcParams, series } of chart.getIndicators()) {
      expect(defaultParams(name as IndicatorName), name).toEqual(calcParams);
      expect(overCandles(name), name).toBe(series === 'price');
      const last = result[BARS - 1] as Record<string, unknown>;
      const lines = figures.filter(({ type }) => type === 'line');
      expect(keysOf(name as IndicatorName, calcParams), name).toHaveLength(lines.length);
      for (const { key } of figures) expect(last[key], `${name}.${key}`).toSatisfy(Number.isFinite);
    }
  });

  it('UI-403 the Ichimoku cloud is shifted ahead by the length of its base', () => {
    const rows = Array.from({ length: 5 }, (_, i) => ({ base: i, spanA: i * 10 }));
    expect(moveAhead(rows, ['spanA'], 2)).toEqual([
      { base: 0 },
      { base: 1 },
      { base: 2, spanA: 0 },
      { base: 3, spanA: 10 },
      { base: 4, spanA: 20 },
    ]);
  });

  it('UI-401 a missing volume counts as zero', () => {
    expect(barOf({ timestamp: 1, open: 1, high: 1, low: 1, close: 1 }).volume).toBe(0);
  });
});
