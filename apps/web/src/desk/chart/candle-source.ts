import type { CandlesData, CandleView } from '@assay/modules/feeds/schema';
import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { createPublisher, type Page, type Publisher } from '../../lib/stream/publisher.ts';
import { INTERVALS, type Interval } from './settings.ts';

/** One question for candles: up to `to`, or from `from` on; ms, both inclusive. */
export interface CandlesAsked {
  readonly market: string;
  readonly interval: Interval;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
}

/** What the source needs of the app. */
export interface CandleSurroundings {
  /** Candles in rising order of their opening. */
  load(asked: CandlesAsked): Promise<readonly CandleView[]>;
  subscribe(
    channel: string,
    subscriber: { snapshot(data: unknown): void; delta(data: unknown): void },
  ): () => void;
  page?: Page;
}

/** Candles of a page of history. */
const PAGE = 500;
/** Four times a second: the chart computes every indicator again on each push. */
const PUSH_EVERY_MS = 250;

/** A candle with what the chart's legend wants to know beyond prices. */
export interface ChartCandle extends KLineData {
  /** 0: nothing was traded, the candle is built from the index price. */
  trades: number;
}

/** Numbers for drawing; the wire's decimals are exact far beyond what a pixel shows. */
export function candleOf(view: CandleView): ChartCandle {
  return {
    timestamp: view.openAt,
    open: Number(view.open),
    high: Number(view.high),
    low: Number(view.low),
    close: Number(view.close),
    volume: Number(view.volume),
    trades: view.trades,
  };
}

/**
 * Candles of one market and interval for the chart: history page by page to the past, and the live
 * candle pushed at most four times a second. After a break the candles in between are fetched.
 */
export class CandleSource {
  private readonly waiting = new Map<number, CandleView>();
  private last = -1;
  private push: ((candle: KLineData) => void) | null = null;
  private publisher: Publisher | null = null;
  private leave: (() => void) | null = null;
  private stopped = false;

  constructor(
    private readonly market: string,
    private readonly interval: Interval,
    private readonly around: CandleSurroundings,
    /** Called when the first page cannot be had, and with null when it is there. */
    private readonly onState: (state: 'loading' | 'ready' | 'failed') => void,
  ) {}

  readonly loader: DataLoader = {
    getBars: (params) => {
      void this.page(params);
    },
    subscribeBar: ({ callback }) => this.open(callback),
    unsubscribeBar: () => this.close(),
  };

  stop(): void {
    this.stopped = true;
    this.close();
  }

  private async page({ type, timestamp, callback }: DataLoaderGetBarsParams): Promise<void> {
    const first = type === 'init';
    if (first) this.onState('loading');
    try {
      const views = await this.around.load({
        market: this.market,
        interval: this.interval,
        limit: PAGE,
        ...(first || timestamp === null ? {} : { to: timestamp - 1 }),
      });
      if (this.stopped) return;
      const candles = views.map(candleOf);
      if (first) this.last = candles.at(-1)?.timestamp ?? -1;
      // The chart calls the past "forward".
      callback(candles, { forward: candles.length > 0 && candles.length >= PAGE, backward: false });
      if (first) this.onState('ready');
    } catch {
      if (this.stopped) return;
      callback([], { forward: !first, backward: false });
      if (first) this.onState('failed');
    }
  }

  private open(push: (candle: KLineData) => void): void {
    this.close();
    this.push = push;
    this.publisher = createPublisher(PUSH_EVERY_MS, () => this.flush(), this.around.page);
    this.leave = this.around.subscribe(`candles.${this.market}.${this.interval}`, {
      snapshot: (data) => {
        const { candle } = data as CandlesData;
        if (candle === null) return;
        const gap = this.last >= 0 && candle.openAt > this.last + INTERVALS[this.interval];
        if (gap) void this.catchUp();
        this.take(candle);
      },
      delta: (data) => {
        const { candle, closed } = data as CandlesData;
        if (closed !== undefined) this.take(closed);
        if (candle !== null) this.take(candle);
      },
    });
  }

  private close(): void {
    this.leave?.();
    this.leave = null;
    this.publisher?.stop();
    this.publisher = null;
    this.push = null;
    this.waiting.clear();
  }

  private take(view: CandleView): void {
    this.waiting.set(view.openAt, view);
    this.publisher?.mark();
  }

  /** Candles that were made while nobody listened. */
  private async catchUp(): Promise<void> {
    const { market, interval, last } = this;
    try {
      const views = await this.around.load({ market, interval, from: last, limit: PAGE });
      if (this.stopped) return;
      for (const view of views)
        if (!this.waiting.has(view.openAt)) this.waiting.set(view.openAt, view);
      this.publisher?.mark();
    } catch {
      // The live candle goes on; the hole closes when the chart is opened again.
    }
  }

  /** In rising order, because the chart takes only its last candle or a later one. */
  private flush(): void {
    const views = [...this.waiting.values()].sort((a, b) => a.openAt - b.openAt);
    this.waiting.clear();
    for (const view of views) {
      if (view.openAt < this.last) continue;
      this.last = view.openAt;
      this.push?.(candleOf(view));
    }
  }
}
