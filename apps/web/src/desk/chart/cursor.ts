import type { Crosshair } from 'klinecharts';
import { createPublisher, type Publisher } from '../../lib/stream/publisher.ts';
import type { ChartView } from './chart-view.ts';

/** Thirty times a second: nobody can read a legend that changes faster. */
const FOLLOW_EVERY_MS = 33;

/** The candle that the legend describes: the one under the crosshair, else the last. */
export class Cursor {
  private index: number | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly publisher: Publisher;
  /** Increases with every publication: the snapshot for useSyncExternalStore. */
  version = 0;

  constructor(readonly view: ChartView) {
    this.publisher = createPublisher(FOLLOW_EVERY_MS, () => {
      this.version += 1;
      for (const listener of this.listeners) listener();
    });
    view.chart.subscribeAction('onCrosshairChange', this.moved);
  }

  stop(): void {
    this.view.chart.unsubscribeAction('onCrosshairChange', this.moved);
    this.publisher.stop();
  }

  /** Updates the legend after a change of the candles. */
  touch = (): void => this.publisher.mark();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get dataIndex(): number | null {
    return this.index;
  }

  private readonly moved = (data: unknown): void => {
    const { dataIndex, paneId } = (data ?? {}) as Crosshair;
    this.index = paneId === undefined ? null : (dataIndex ?? null);
    this.publisher.mark();
  };
}
