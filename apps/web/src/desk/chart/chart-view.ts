import { type Chart, dispose, init, type KLineData, type OverlayEvent } from 'klinecharts';
import { stream } from '../../lib/data/services.ts';
import { readTokens, type Tokens } from '../../ui/use-tokens.ts';
import { type DrawingName, type IndicatorName, indicatorGroups, overCandles } from './catalogue.ts';
import { type ChartState, type ChartStore, drawingId } from './chart-store.ts';
import { closesIn } from './countdown.ts';
import { isRegistered, registerDrawings, registerIndicators } from './register.ts';
import type { SavedDrawing, SavedIndicator } from './settings.ts';
import { periodOf, stylesOf } from './styles.ts';

const CANDLES = 'candle_pane';
const DRAWINGS = 'drawings';
const PANE_HEIGHT = 84;
/** Room behind the last candle for the words of one's own orders, in px. */
const MARKS_WIDTH = 96;
const USUAL_BAR = 8;
/** Room over the candles for the legend, in px. */
const GAP = { top: 66, bottom: 14 };

/** The market as the chart must know it. */
export interface ChartMarket {
  readonly market: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

/**
 * The chart on the screen. It follows the store: whatever changes there (by a click, by undo, by a
 * stored settings) is carried over here, and what a person draws here is reported to the store.
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
    if (chart === null) throw new Error('the chart has no place');
    this.chart = chart;
    chart.setSymbol({
      ticker: market.market,
      pricePrecision: market.priceDecimals,
      volumePrecision: market.quantityDecimals,
    });
    // Written whenever the last candle is drawn: a price that stands still has no countdown.
    chart.setFormatter({
      formatExtendText: ({ data }) =>
        closesIn(this.applied.interval, data.timestamp, Date.now() + stream.status.skewMs),
    });
    chart.setPeriod(periodOf(state.interval));
    chart.setOffsetRightDistance(MARKS_WIDTH);
    this.applied = state;
    this.layIndicators([], state.indicators);
    this.layDrawings([], state.drawings);
    this.setScale();
    this.unfollow = store.subscribe((next) => this.follow(next));
    chart.subscribeAction('onPaneDrag', this.onLayout);
  }

  destroy(): void {
    this.gone = true;
    this.unfollow();
    dispose(this.chart);
  }

  /** Draws in the colours of a theme. */
  paint(tokens: Tokens): void {
    this.chart.setStyles(stylesOf(tokens, this.applied.type));
  }

  resize(): void {
    this.chart.resize();
    this.onLayout();
  }

  /** Begins a drawing; the next clicks on the chart are its points. */
  draw(name: DrawingName, text: string): void {
    this.chart.removeOverlay({ groupId: `${DRAWINGS}-new` });
    this.create({ id: drawingId(name), name, points: [], text }, `${DRAWINGS}-new`);
  }

  /** Gives up a drawing that is not finished. */
  stopDrawing(): void {
    this.chart.removeOverlay({ groupId: `${DRAWINGS}-new` });
  }

  /** The candle under the crosshair, else the last one, with its place in the list. */
  candleAt(dataIndex: number | null): { index: number; candle: KLineData } | null {
    const list = this.chart.getDataList();
    const index = dataIndex !== null && list[dataIndex] ? dataIndex : list.length - 1;
    const candle = list[index];
    return candle === undefined ? null : { index, candle };
  }

  /** The price at a point of the canvas; null outside of the candles' pane. */
  priceAt(x: number, y: number): number | null {
    const size = this.chart.getSize(CANDLES, 'main');
    if (size === null || x > size.width || y > size.height) return null;
    const point = this.chart.convertFromPixel([{ x, y }], { paneId: CANDLES, absolute: true });
    const [first] = Array.isArray(point) ? point : [point];
    return first?.value ?? null;
  }

  /** Back to the last candle in the usual zoom. */
  showLatest(): void {
    this.chart.setBarSpace(USUAL_BAR);
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
      this.layIndicators(before.indicators, next.indicators);
      void this.layMissing();
    }
    if (next.drawings !== before.drawings) this.layDrawings(before.drawings, next.drawings);
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

  private layIndicators(before: readonly SavedIndicator[], next: readonly SavedIndicator[]): void {
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

  /** Lays indicators that had to be fetched first. */
  private async layMissing(): Promise<void> {
    if (this.applied.indicators.every(({ name }) => isRegistered(name))) return;
    await registerIndicators().catch(() => undefined);
    const { indicators } = this.applied;
    if (!this.gone) this.layIndicators(indicators, indicators);
  }

  private layDrawings(before: readonly SavedDrawing[], next: readonly SavedDrawing[]): void {
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
    const report = (event: OverlayEvent<unknown>) => this.report(event, text);
    this.chart.createOverlay({
      id,
      name,
      groupId,
      points: clone(drawing),
      extendData: text,
      mode: habits.magnet ? 'weak_magnet' : 'normal',
      visible: !hideDrawings,
      lock: lockDrawings,
      onDrawEnd: report,
      onPressedMoveEnd: report,
      onSelected: () => this.store.getState().select(id),
      onDeselected: () => {
        if (this.store.getState().selected === id) this.store.getState().select(null);
      },
      // A right click would take the drawing off without a way back.
      onRightClick: (event) => event.preventDefault?.(),
    });
  }

  /** A drawing got its points. Reported after the chart has finished with the event. */
  private report({ overlay }: OverlayEvent<unknown>, text: string): void {
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

/** Decimals of an axis of its own: as fine as prices, because many indicators are in their unit. */
function paneDigits(name: IndicatorName, priceDigits: number): { precision?: number } {
  const volume: readonly string[] = indicatorGroups.volume;
  return overCandles(name) || volume.includes(name) ? {} : { precision: Math.max(2, priceDigits) };
}

/** Tops of the indicators' panes in px, by the indicator's id. */
export function paneTops(view: ChartView): ReadonlyMap<string, number> {
  const tops = new Map<string, number>();
  for (const { id, paneId } of view.chart.getIndicators()) {
    const size = paneId === CANDLES ? null : view.chart.getSize(paneId, 'root');
    if (size !== null) tops.set(id, size.top);
  }
  return tops;
}
