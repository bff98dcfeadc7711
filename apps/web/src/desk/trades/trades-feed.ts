import { compareDecimals } from '@assay/kit/format/compare.ts';
import type { TradeView } from '../../lib/api/wire.ts';
import { createPublisher, type Page } from '../../lib/stream/publisher.ts';
import type { BookStream } from '../book/book-feed.ts';

/** Five times a second: a list that runs faster cannot be read. */
const PUBLISH_EVERY_MS = 200;
/** As many as the tallest screen shows. */
const KEPT = 100;

/** The last trades of one market, newest first, live and outside React. */
export class TradesFeed {
  private incoming: TradeView[] = [];
  private shown: readonly TradeView[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly publisher;
  private leave: (() => void) | null = null;
  private known = false;

  constructor(
    readonly market: string,
    private readonly stream: BookStream,
    page?: Page,
  ) {
    this.publisher = createPublisher(PUBLISH_EVERY_MS, () => this.publish(), page);
  }

  start(): void {
    this.leave = this.stream.subscribe(`trades.${this.market}`, {
      snapshot: (data) => {
        this.incoming = [];
        this.add(data);
        this.known = true;
      },
      delta: (data) => this.add(data),
    });
  }

  stop(): void {
    this.leave?.();
    this.leave = null;
    this.publisher.stop();
  }

  /** True once the server has said which trades there were. */
  get ready(): boolean {
    return this.known;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Newest first; the same array until the next publication. */
  trades = (): readonly TradeView[] => this.shown;

  private add(data: unknown): void {
    const { trades } = data as { trades: readonly TradeView[] };
    const fresh = newestFirst([...trades, ...this.incoming]);
    this.incoming = fresh.slice(0, KEPT);
    this.publisher.mark();
  }

  private publish(): void {
    this.shown = this.incoming;
    for (const listener of this.listeners) listener();
  }
}

/** By id, newest first, each once: a snapshot after a break repeats what is known. */
export function newestFirst(trades: readonly TradeView[]): TradeView[] {
  const byId = new Map(trades.map((trade) => [trade.id, trade]));
  return [...byId.values()].sort((a, b) => b.id - a.id);
}

/** Which way the price went last: 1 up, -1 down, 0 when the trades (newest first) do not say. */
export function trendOf(trades: readonly TradeView[]): number {
  const [newest] = trades;
  const before = trades.find(({ price }) => price !== newest?.price);
  if (newest === undefined || before === undefined) return 0;
  return Math.sign(compareDecimals(newest.price, before.price));
}

/** A trade worth marking: this many times the median of those shown. */
const BIG = 5;

/** The quantity from which a trade is called big; Infinity while there are too few to say. */
export function bigFrom(trades: readonly TradeView[]): number {
  if (trades.length < 10) return Number.POSITIVE_INFINITY;
  const sizes = trades.map((trade) => Number(trade.quantity)).sort((a, b) => a - b);
  return (sizes[Math.floor(sizes.length / 2)] ?? Number.POSITIVE_INFINITY) * BIG;
}
