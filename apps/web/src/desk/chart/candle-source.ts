import type { CandlesData, CandleView } from '@assay/modules/feeds/schema';
import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { createPublisher, type Page, type Publisher } from '../../lib/stream/publisher.ts';
import { INTERVALS, type Interval, type VolumeOrigin } from './settings.ts';

/** A request for candles up to `to`, or from `from` on; in ms, both inclusive. */
export interface CandleRequest {
  readonly market: string;
  readonly interval: Interval;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
}

/** What the source needs from the app. */
export interface CandleSurroundings {
  /** Candles in ascending order of their opening times. */
  load(request: CandleRequest): Promise<readonly CandleView[]>;
  subscribe(
    channel: string,
    subscriber: { snapshot(data: unknown): void; delta(data: unknown): void },
  ): () => void;
  page?: Page;
}

/** Whether there is something to draw. */
export type CandleState = 'loading' | 'ready' | 'empty' | 'failed';

/** The number of candles in a page of history. */
const PAGE = 500;
/** Only four times a second, because the chart recomputes every indicator on each push. */
const PUSH_EVERY_MS = 250;

/** A candle with the data that the chart's legend needs beyond prices. */
export interface ChartCandle extends KLineData {
  /** 0 if nothing was traded: the candle is then built from the index price. */
  trades: number;
  /** Both volumes; `volume` is one of them, the same for all candles of a chart. */
  volumes: Readonly<Record<VolumeOrigin, number>>;
}

/**
 * Converts a candle to numbers for drawing; a float is far more precise than a pixel. The turnover,
 * which the average price is made of, is that of the drawn volume at the candle's typical price.
 */
export function candleOf(view: CandleView, origin: VolumeOrigin): ChartCandle {
  const prices = { open: Number(view.open), high: Number(view.high), low: Number(view.low) };
  const close = Number(view.close);
  const volumes = { reference: Number(view.referenceVolume), here: Number(view.volume) };
  const volume = volumes[origin];
  const turnover = ((prices.high + prices.low + close) / 3) * volume;
  const figures = { volume, turnover, volumes, trades: view.trades };
  return { timestamp: view.openAt, ...prices, close, ...figures };
}

/**
 * The candles of one market and interval for the chart: history page by page into the past, and the
 * live candle, pushed at most four times a second. After an interruption the missing candles are
 * fetched.
 */
export class CandleSource {
  private readonly pending = new Map<number, CandleView>();
  private last = -1;
  private isEmpty = false;
  private push: ((candle: KLineData) => void) | null = null;
  private publisher: Publisher | null = null;
  private unsubscribe: (() => void) | null = null;
  private stopped = false;

  constructor(
    private readonly market: string,
    private readonly interval: Interval,
    private readonly volume: VolumeOrigin,
    private readonly around: CandleSurroundings,
    /** Called when the first page is requested, when it has arrived, and when it has failed. */
    private readonly onState: (state: CandleState) => void,
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
      const candles = views.map((view) => candleOf(view, this.volume));
      if (first) this.last = candles.at(-1)?.timestamp ?? -1;
      // The chart calls the past "forward".
      callback(candles, { forward: candles.length > 0 && candles.length >= PAGE, backward: false });
      this.isEmpty = candles.length === 0 && this.last < 0;
      if (first) this.onState(this.isEmpty ? 'empty' : 'ready');
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
    this.unsubscribe = this.around.subscribe(`candles.${this.market}.${this.interval}`, {
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
    this.unsubscribe?.();
    this.unsubscribe = null;
    this.publisher?.stop();
    this.publisher = null;
    this.push = null;
    this.pending.clear();
  }

  private take(view: CandleView): void {
    this.pending.set(view.openAt, view);
    this.publisher?.mark();
  }

  /** Fetches the candles that are missing after an interruption. */
  private async catchUp(): Promise<void> {
    const { market, interval, last } = this;
    try {
      const views = await this.around.load({ market, interval, from: last, limit: PAGE });
      if (this.stopped) return;
      for (const view of views)
        if (!this.pending.has(view.openAt)) this.pending.set(view.openAt, view);
      this.publisher?.mark();
    } catch {
      // The live candle continues; the gap closes when the chart is opened again.
    }
  }

  /** Pushes in ascending order, because the chart accepts only its last candle or a later one. */
  private flush(): void {
    const views = [...this.pending.values()].sort((a, b) => a.openAt - b.openAt);
    this.pending.clear();
    for (const view of views) {
      if (view.openAt < this.last) continue;
      if (this.isEmpty) this.onState('ready');
      this.isEmpty = false;
      this.last = view.openAt;
      this.push?.(candleOf(view, this.volume));
    }
  }
}
