import type { BookRules } from '@assay/core/order/market';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import type { Levels } from '@assay/core/order/walk';
import type { BookDelta, BookSnapshot } from '../../lib/api/wire.ts';
import { createPublisher, type Page } from '../../lib/stream/publisher.ts';
import { BookState, type Level } from './book-state.ts';

/** What the feed needs of the stream client. */
export interface BookStream {
  subscribe(
    name: string,
    subscriber: {
      snapshot(data: unknown, at: number): void;
      delta(data: unknown, at: number): void;
    },
  ): () => void;
}

/**
 * Ten times a second is what an eye follows; every frame would cost four times as much (measured).
 */
const PUBLISH_EVERY_MS = 100;
/** Crossed at this many publications in a row: ask for the book again instead of waiting. */
const CROSSED_LIMIT = 3;

/**
 * The book of one market, live and outside React. Listeners run at most ten times a second and
 * never see a crossed book; while it is crossed the last good state stays on screen.
 */
export class BookFeed {
  private state: BookState;
  private shown: { bids: readonly Level[]; asks: readonly Level[] } = { bids: [], asks: [] };
  private readonly listeners = new Set<() => void>();
  private readonly publisher;
  private leave: (() => void) | null = null;
  private crossedFor = 0;
  private hasSnapshot = false;
  /** Rises with every publication: the value for useSyncExternalStore. */
  version = 0;

  constructor(
    readonly market: string,
    private readonly rules: BookRules,
    private readonly stream: BookStream,
    page?: Page,
  ) {
    this.state = new BookState(rules);
    this.publisher = createPublisher(PUBLISH_EVERY_MS, () => this.publish(), page);
  }

  start(): void {
    this.leave = this.stream.subscribe(`book.${this.market}`, {
      snapshot: (data) => {
        this.state = new BookState(this.rules);
        this.state.replace(data as BookSnapshot);
        this.hasSnapshot = true;
        this.publisher.mark();
      },
      delta: (data) => {
        this.state.apply(data as BookDelta);
        this.publisher.mark();
      },
    });
  }

  stop(): void {
    this.leave?.();
    this.leave = null;
    this.publisher.stop();
  }

  /** True once the server has said what the book is, even when it is empty. */
  get ready(): boolean {
    return this.hasSnapshot;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Levels of a side as last shown, best first. */
  levels(side: Side): readonly Level[] {
    return side === BUY ? this.shown.bids : this.shown.asks;
  }

  /** Best price of a side in ticks, 0 when there is none. */
  best(side: Side): number {
    return this.levels(side)[0]?.ticks ?? 0;
  }

  /** Levels of a side in the form that the rules of orders walk. */
  walkable(side: Side): Levels {
    const levels = this.levels(side);
    return { count: levels.length, pairs: levels.flatMap(({ ticks, lots }) => [ticks, lots]) };
  }

  private askAgain(): void {
    this.crossedFor = 0;
    this.leave?.();
    this.start();
  }

  /** Looked at here and not at every delta, because it sorts what changed. */
  private publish(): void {
    if (this.state.crossed) {
      this.crossedFor += 1;
      if (this.crossedFor >= CROSSED_LIMIT) this.askAgain();
      return;
    }
    this.crossedFor = 0;
    this.shown = { bids: this.state.levels(BUY), asks: this.state.levels(SELL) };
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}
