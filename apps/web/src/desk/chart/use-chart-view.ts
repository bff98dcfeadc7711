import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTokens } from '@assay/kit/look/use-tokens.ts';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { api, stream } from '../../lib/data/services.ts';
import { useRealm } from '../../lib/data/session.ts';
import { CandleSource, type CandleState } from './candle-source.ts';
import type { ChartStore } from './chart-store.ts';
import { type ChartMarket, ChartView } from './chart-view.ts';
import { Cursor } from './cursor.ts';
import { isRegistered, registerIndicators } from './register.ts';

/** Fonts must be loaded before the axis is measured, or it keeps the width of another font. */
const FONTS = ['11px "Inter Variable"', '600 11px "Inter Variable"'];
/** A font that fails to load must not delay the chart for longer than this. */
const FONTS_WAIT_MS = 1500;

async function fontsReady(): Promise<void> {
  const loads = Promise.all(FONTS.map((font) => document.fonts.load(font)));
  const timeout = new Promise((resolve) => setTimeout(resolve, FONTS_WAIT_MS));
  await Promise.race([loads.catch(() => undefined), timeout]);
}

/** Saved indicators keep the order of their panes only if all are registered before the start. */
async function indicatorsReady(store: ChartStore): Promise<void> {
  const { indicators } = store.getState();
  if (indicators.some(({ name }) => !isRegistered(name))) {
    await registerIndicators().catch(() => undefined);
  }
}

export interface ChartHandle {
  readonly view: ChartView;
  readonly cursor: Cursor;
}

/** Creates the chart in its host once the fonts are loaded, and updates its size and look. */
export function useChartView(
  host: RefObject<HTMLDivElement | null>,
  store: ChartStore,
  market: ChartMarket,
  onLayout: () => void,
): ChartHandle | null {
  const [handle, setHandle] = useState<ChartHandle | null>(null);
  const tokens = useTokens();
  const format = useFormat();
  useEffect(() => {
    let gone = false;
    let made: ChartHandle | null = null;
    const observer = new ResizeObserver(() => made?.view.resize());
    void Promise.all([fontsReady(), indicatorsReady(store)]).then(() => {
      const element = host.current;
      if (gone || !element) return;
      const view = new ChartView(element, store, market, onLayout);
      made = { view, cursor: new Cursor(view) };
      observer.observe(element);
      setHandle(made);
    });
    return () => {
      gone = true;
      observer.disconnect();
      made?.cursor.stop();
      made?.view.destroy();
      setHandle(null);
    };
  }, [host, store, market, onLayout]);
  useEffect(() => handle?.view.paint(tokens), [handle, tokens]);
  useEffect(() => handle?.view.write(format), [handle, format]);
  return handle;
}

/** Feeds the chart with the candles of its market, interval and realm. */
export function useCandles(
  handle: ChartHandle | null,
  store: ChartStore,
  market: string,
): { state: CandleState; retry(): void } {
  const interval = useStore(store, (state) => state.interval);
  const volume = useStore(store, (state) => state.habits.volume);
  const realm = useRealm();
  const [state, setState] = useState<CandleState>('loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another realm or attempt loads again
  useEffect(() => {
    if (handle === null) return;
    const touch = handle.cursor.touch;
    const source = new CandleSource(
      market,
      interval,
      volume,
      {
        load: (request) => api.call('getKline', request, { quiet: true }),
        subscribe: (channel, { snapshot, delta }) =>
          stream.subscribe(channel, {
            snapshot: (data) => {
              snapshot(data);
              touch();
            },
            delta: (data) => {
              delta(data);
              touch();
            },
          }),
      },
      (next) => {
        setState(next);
        handle.view.show(next === 'ready');
        touch();
      },
    );
    handle.view.chart.setDataLoader(source.loader);
    return () => source.stop();
  }, [handle, market, interval, volume, realm, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, retry };
}
