import type { Format } from '@assay/kit/format/format.ts';
import { readTokens, type Tokens } from '@assay/kit/look/use-tokens.ts';
import {
  type Chart,
  type DeepPartial,
  dispose,
  init,
  type OverlayEvent,
  type OverlayStyle,
} from 'klinecharts';
import { stream } from '../../lib/data/services.ts';
import type { ChartCandle } from './candle-source.ts';
import { type DrawingName, type IndicatorName, indicatorGroups, overCandles } from './catalogue.ts';
import { type ChartState, type ChartStore, drawingId } from './chart-store.ts';
import { closesIn } from './countdown.ts';
import { indicatorOf } from './indicator-look.ts';
import { overlayStyle } from './line-style.ts';
import { isRegistered, registerDrawings, registerIndicators } from './register.ts';
import { keepSecondClicks } from './second-clicks.ts';
import type { SavedDrawing, SavedIndicator } from './settings.ts';
import { periodOf, stylesOf } from './styles.ts';

const CANDLES = 'candle_pane';
const DRAWINGS = 'drawings';
const PANE_HEIGHT = 84;
/** Room after the last candle for the labels of the user's orders, in px. */
const MARKS_WIDTH = 96;
const DEFAULT_BAR_SPACE = 8;
/** Room above the candles for the legend, in px; on a phone it has a line more. */
const GAP = { top: 66, bottom: 14 };
const NARROW_GAP = { ...GAP, top: 106 };
const NARROW = 480;

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
  private readonly host: HTMLElement;
  private readonly unfollow: () => void;
  private readonly endSecondClicks: () => void;
  private applied: ChartState;
  private gone = false;
  private gap: typeof GAP | null = null;
  private scale = '';
  /** Whether the pointer has met a drawing since it was pressed. */
  private hit = false;

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
    this.host = host;
    this.show(false);
    // The library makes a part of its own focusable, before everything else on the page: the keys
    // belong to the element around it.
    host.querySelector('[tabindex]')?.removeAttribute('tabindex');
    host.addEventListener('pointerdown', this.pressed);
    host.addEventListener('click', this.clicked);
    this.endSecondClicks = keepSecondClicks(host);
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
    this.host.removeEventListener('pointerdown', this.pressed);
    this.host.removeEventListener('click', this.clicked);
    this.endSecondClicks();
    dispose(this.chart);
  }

  /**
   * Shows the drawing, or only its place: without candles the library draws axes of prices that it
   * has made up.
   */
  show(drawn: boolean): void {
    this.host.style.visibility = drawn ? '' : 'hidden';
  }

  /** Applies the colours of a theme. */
  paint(tokens: Tokens): void {
    this.chart.setStyles(stylesOf(tokens, this.applied.type));
    const { indicators, drawings } = this.applied;
    this.updateIndicators(indicators, indicators);
    this.updateDrawings(drawings, drawings);
  }

  /** Writes the numbers of the axes as the reader does. */
  write({ label }: Format): void {
    this.chart.setThousandsSeparator({ format: label });
  }

  resize(): void {
    this.chart.resize();
    this.setScale();
    this.onLayout();
  }

  /** Starts a drawing; the next clicks on the chart set its points. */
  draw(name: DrawingName, text: string): void {
    this.chart.removeOverlay({ groupId: `${DRAWINGS}-new` });
    const style = this.store.getState().habits.drawingStyle;
    this.create({ id: drawingId(name), name, points: [], text, style }, `${DRAWINGS}-new`);
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
    const gap = this.host.clientWidth < NARROW ? NARROW_GAP : GAP;
    if (gap === this.gap && this.scale === this.applied.scale) return;
    this.gap = gap;
    this.scale = this.applied.scale;
    this.chart.overrideYAxis({ paneId: CANDLES, name: this.scale, gap });
  }

  private updateIndicators(
    before: readonly SavedIndicator[],
    next: readonly SavedIndicator[],
  ): void {
    const kept = new Map(next.map((each) => [each.id, each]));
    for (const { id } of before) if (!kept.has(id)) this.chart.removeIndicator({ id });
    for (const saved of next) {
      const { id, name } = saved;
      if (!isRegistered(name)) continue;
      const indicator = indicatorOf(saved, readTokens());
      if (this.chart.getIndicators({ id }).length > 0) {
        this.chart.overrideIndicator(indicator);
        continue;
      }
      const paneId = overCandles(name) ? CANDLES : `pane-${id}`;
      const digits = paneDigits(name, this.chart.getSymbol()?.pricePrecision ?? 2);
      this.chart.createIndicator({ ...indicator, paneId, ...digits }, true);
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
      else this.chart.overrideOverlay({ ...lookOf(drawing), points: clone(drawing) });
    }
  }

  private create(drawing: SavedDrawing, groupId: string): void {
    const { id, name, text } = drawing;
    const { habits, hideDrawings, lockDrawings } = this.store.getState();
    const save = (event: OverlayEvent<unknown>) => this.save(event, text);
    const select = () => this.select(id);
    this.chart.createOverlay({
      ...lookOf(drawing),
      name,
      groupId,
      points: clone(drawing),
      extendData: text,
      mode: habits.magnet ? 'weak_magnet' : 'normal',
      visible: !hideDrawings,
      lock: lockDrawings,
      onDrawEnd: save,
      onPressedMoveEnd: save,
      onClick: select,
      onPressedMoveStart: select,
      // By default a right click removes the drawing, which could not be undone.
      onRightClick: (event) => event.preventDefault?.(),
    });
  }

  /** Saves the points of a drawing, once the chart has finished handling the event. */
  private save({ overlay }: OverlayEvent<unknown>, text: string): void {
    const points = overlay.points.flatMap(({ timestamp, value }) =>
      timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
    );
    const { drawings, habits, putDrawing } = this.store.getState();
    const { id } = overlay;
    const style = drawings.find((each) => each.id === id)?.style ?? habits.drawingStyle;
    this.select(id);
    queueMicrotask(() => {
      this.chart.overrideOverlay({ id, groupId: DRAWINGS });
      putDrawing({ id, name: overlay.name as DrawingName, points, text, style });
    });
  }

  private select(id: string): void {
    this.hit = true;
    this.store.getState().select(id);
  }

  private readonly pressed = (): void => {
    this.hit = false;
  };

  /** A click that met no drawing ends the selection; one that met one was reported before. */
  private readonly clicked = (): void => {
    if (!this.hit) this.store.getState().select(null);
  };
}

function lookOf({ id, style }: SavedDrawing): { id: string; styles: DeepPartial<OverlayStyle> } {
  return { id, styles: overlayStyle(style, readTokens()) };
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
