import { type Chart, dispose, init, type OverlayEvent } from 'klinecharts';
import { stream } from '../../lib/data/services.ts';
import type { Format } from '../../lib/format/format.ts';
import { readTokens, type Tokens } from '../../ui/use-tokens.ts';
import type { ChartCandle } from './candle-source.ts';
import { type DrawingName, type IndicatorName, indicatorGroups, overCandles } from './catalogue.ts';
import { type ChartState, type ChartStore, drawingId } from './chart-store.ts';
import { closesIn } from './countdown.ts';
import { isRegistered, registerDrawings, registerIndicators } from './register.ts';
import type { SavedDrawing, SavedIndicator } from './settings.ts';
import { periodOf, stylesOf } from './styles.ts';

const CANDLES = 'candle_pane';
const DRAWINGS = 'drawings';
const PANE_HEIGHT = 84;
/** Room after the last candle for the labels of the user's orders, in px. */
const MARKS_WIDTH = 96;
const DEFAULT_BAR_SPACE = 8;
/** Room above the candles for the legend, in px. */
const GAP = { top: 66, bottom: 14 };

/** The data of the market that the chart needs. */
export interface ChartMarket {
  readonly market: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

/**
 * The chart on the screen. It follows the store: every change of the store (a click, undo, stored
 * settings) is applied to the chart, and what the user draws on the chart is saved to the store.
 */
export class ChartView {
  readonly chart: Chart;
  private readonly unfollow: () => void;
  private applied: ChartState;
  private gone = false;

  constructor(
    host: HTMLElement,
    private readonly store: ChartStore,
    market: ChartMarket,
    /** Runs when panes may have moved or indicators changed. */
    private readonly onLayout: () => void,
  ) {
    registerDrawings(() => {
      const { up, down } = readTokens();
      return { gain: up, loss: down };
    });
    const state = store.getState();
    const chart = init(host, {
      styles: stylesOf(readTokens(), state.type),
      hotkey: { enabled: false },
      ...(state.habits.timeZone === '' ? {} : { timezone: state.habits.timeZone }),
      layout: { barSpaceLimit: { min: 1, max: 60 } },
    });
    if (chart === null) throw new Error('the chart could not be created');
    this.chart = chart;
    chart.setSymbol({
      ticker: market.market,
      pricePrecision: market.priceDecimals,
      volumePrecision: market.quantityDecimals,
    });
    // Called whenever the last candle is drawn; a stale price has no countdown.
    chart.setFormatter({
      formatExtendText: ({ data }) =>
        closesIn(this.applied.interval, data.timestamp, Date.now() + stream.status.skewMs),
    });
    chart.setPeriod(periodOf(state.interval));
    chart.setOffsetRightDistance(MARKS_WIDTH);
    this.applied = state;
    this.updateIndicators([], state.indicators);
    this.updateDrawings([], state.drawings);
    this.setScale();
    this.unfollow = store.subscribe((next) => this.follow(next));
    chart.subscribeAction('onPaneDrag', this.onLayout);
  }

  destroy(): void {
    this.gone = true;
    this.unfollow();
    dispose(this.chart);
  }

  /** Applies the colours of a theme. */
  paint(tokens: Tokens): void {
    this.chart.setStyles(stylesOf(tokens, this.applied.type));
  }

  /** Writes the numbers of the axes as the reader does. */
  write({ label }: Format): void {
    this.chart.setThousandsSeparator({ format: label });
  }

  resize(): void {
    this.chart.resize();
    this.onLayout();
  }

  /** Starts a drawing; the next clicks on the chart set its points. */
  draw(name: DrawingName, text: string): void {
    this.chart.removeOverlay({ groupId: `${DRAWINGS}-new` });
    this.create({ id: drawingId(name), name, points: [], text }, `${DRAWINGS}-new`);
  }

  /** Discards an unfinished drawing. */
  stopDrawing(): void {
    this.chart.removeOverlay({ groupId: `${DRAWINGS}-new` });
  }

  /** The candle under the crosshair, else the last one, with its index in the list. */
  candleAt(dataIndex: number | null): { index: number; candle: ChartCandle } | null {
    // The library returns the candles that CandleSource has given it.
    const list = this.chart.getDataList() as ChartCandle[];
    const index = dataIndex !== null && list[dataIndex] ? dataIndex : list.length - 1;
    const candle = list[index];
    return candle === undefined ? null : { index, candle };
  }

  /** The price at a point of the canvas; null outside the candles' pane. */
  priceAt(x: number, y: number): number | null {
    const size = this.chart.getSize(CANDLES, 'main');
    if (size === null || x > size.width || y > size.height) return null;
    const point = this.chart.convertFromPixel([{ x, y }], { paneId: CANDLES, absolute: true });
    const [first] = Array.isArray(point) ? point : [point];
    return first?.value ?? null;
  }

  /** Scrolls back to the last candle at the default zoom. */
  showLatest(): void {
    this.chart.setBarSpace(DEFAULT_BAR_SPACE);
    this.chart.scrollToRealTime(0);
  }

  private follow(next: ChartState): void {
    const before = this.applied;
    this.applied = next;
    const { chart } = this;
    if (next.interval !== before.interval) chart.setPeriod(periodOf(next.interval));
    if (next.type !== before.type) this.paint(readTokens());
    if (next.scale !== before.scale) this.setScale();
    if (next.habits.timeZone !== before.habits.timeZone) {
      const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
      chart.setTimezone(next.habits.timeZone || own);
    }
    if (next.indicators !== before.indicators) {
      this.updateIndicators(before.indicators, next.indicators);
      void this.addMissingIndicators();
    }
    if (next.drawings !== before.drawings) this.updateDrawings(before.drawings, next.drawings);
    const flagged =
      next.hideDrawings !== before.hideDrawings || next.lockDrawings !== before.lockDrawings;
    if (flagged) {
      for (const { id } of next.drawings) {
        chart.overrideOverlay({ id, visible: !next.hideDrawings, lock: next.lockDrawings });
      }
    }
  }

  private setScale(): void {
    this.chart.overrideYAxis({ paneId: CANDLES, name: this.applied.scale, gap: GAP });
  }

  private updateIndicators(
    before: readonly SavedIndicator[],
    next: readonly SavedIndicator[],
  ): void {
    const kept = new Map(next.map((each) => [each.id, each]));
    for (const { id } of before) if (!kept.has(id)) this.chart.removeIndicator({ id });
    for (const saved of next) {
      const { id, name, params, visible } = saved;
      if (!isRegistered(name)) continue;
      if (this.chart.getIndicators({ id }).length > 0) {
        this.chart.overrideIndicator({ id, name, calcParams: [...params], visible });
        continue;
      }
      const paneId = overCandles(name) ? CANDLES : `pane-${id}`;
      const digits = paneDigits(name, this.chart.getSymbol()?.pricePrecision ?? 2);
      this.chart.createIndicator(
        { id, name, calcParams: [...params], visible, paneId, ...digits },
        true,
      );
      if (paneId !== CANDLES) {
        this.chart.setPaneOptions({ id: paneId, height: PANE_HEIGHT, minHeight: 40 });
      }
    }
    this.onLayout();
  }

  /** Adds the indicators whose code has to be loaded first. */
  private async addMissingIndicators(): Promise<void> {
    if (this.applied.indicators.every(({ name }) => isRegistered(name))) return;
    await registerIndicators().catch(() => undefined);
    const { indicators } = this.applied;
    if (!this.gone) this.updateIndicators(indicators, indicators);
  }

  private updateDrawings(before: readonly SavedDrawing[], next: readonly SavedDrawing[]): void {
    const kept = new Set(next.map(({ id }) => id));
    for (const { id } of before) if (!kept.has(id)) this.chart.removeOverlay({ id });
    for (const drawing of next) {
      const [present] = this.chart.getOverlays({ id: drawing.id });
      if (present === undefined) this.create(drawing, DRAWINGS);
      else this.chart.overrideOverlay({ id: drawing.id, points: clone(drawing) });
    }
  }

  private create(drawing: SavedDrawing, groupId: string): void {
    const { id, name, text } = drawing;
    const { habits, hideDrawings, lockDrawings } = this.store.getState();
    const save = (event: OverlayEvent<unknown>) => this.save(event, text);
    this.chart.createOverlay({
      id,
      name,
      groupId,
      points: clone(drawing),
      extendData: text,
      mode: habits.magnet ? 'weak_magnet' : 'normal',
      visible: !hideDrawings,
      lock: lockDrawings,
      onDrawEnd: save,
      onPressedMoveEnd: save,
      onSelected: () => this.store.getState().select(id),
      onDeselected: () => {
        if (this.store.getState().selected === id) this.store.getState().select(null);
      },
      // By default a right click removes the drawing, which could not be undone.
      onRightClick: (event) => event.preventDefault?.(),
    });
  }

  /** Saves the points of a drawing, once the chart has finished handling the event. */
  private save({ overlay }: OverlayEvent<unknown>, text: string): void {
    const points = overlay.points.flatMap(({ timestamp, value }) =>
      timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
    );
    const drawing = { id: overlay.id, name: overlay.name as DrawingName, points, text };
    queueMicrotask(() => {
      this.chart.overrideOverlay({ id: drawing.id, groupId: DRAWINGS });
      this.store.getState().putDrawing(drawing);
    });
  }
}

function clone({ points }: SavedDrawing): { timestamp: number; value: number }[] {
  return points.map((point) => ({ ...point }));
}

/** Decimals of an indicator's own axis: as many as prices have, because many are in price units. */
function paneDigits(name: IndicatorName, priceDigits: number): { precision?: number } {
  const volume: readonly string[] = indicatorGroups.volume;
  return overCandles(name) || volume.includes(name) ? {} : { precision: Math.max(2, priceDigits) };
}

/** The tops of the indicators' panes in px, by the indicator's id. */
export function paneTops(view: ChartView): ReadonlyMap<string, number> {
  const tops = new Map<string, number>();
  for (const { id, paneId } of view.chart.getIndicators()) {
    const size = paneId === CANDLES ? null : view.chart.getSize(paneId, 'root');
    if (size !== null) tops.set(id, size.top);
  }
  return tops;
}
