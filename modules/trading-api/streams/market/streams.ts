import type { Committed } from '@assay/platform/engine/engine';
import type { Socket } from '@assay/platform/streams/sockets';

import { type MarketTopic, parseStreamName, type StreamName } from '../names.ts';
import { BestStream, DepthStream, LevelsStream } from './books.ts';
import { CandleStream } from './candles.ts';
import { SecondStream } from './seconds.ts';
import type { MarketBatch, MarketSource, MarketStream } from './stream.ts';
import { averageFigure, FigureStream, figureOf } from './tickers.ts';
import { AggregateStream, TradeStream } from './trades.ts';

/** A stream without readers is kept this long: a new one would publish its state at once. */
const IDLE_MS = 1_000;

/** The market streams of a realm that have readers, or had some just now. */
export class MarketStreams {
  readonly #source: MarketSource;
  readonly #open = new Map<string, MarketStream>();
  readonly #byMarket = new Map<string, Set<MarketStream>>();
  /** Streams of all markets at once. */
  readonly #ofAll = new Set<MarketStream>();
  /** Names of streams that may have no readers; when there are some, a timer is running. */
  readonly #idle = new Set<string>();

  constructor(source: MarketSource) {
    this.#source = source;
  }

  /** Whether there is a stream of this name. */
  has(name: string): boolean {
    return this.#open.has(name) || this.#read(name) !== null;
  }

  join(name: string, socket: Socket, combined: boolean): void {
    const stream = this.#open.get(name) ?? this.#make(name);
    stream?.join(socket, combined);
  }

  leave(name: string, socket: Socket): void {
    const stream = this.#open.get(name);
    if (stream === undefined) return;
    stream.readers.remove(socket);
    if (!stream.readers.isEmpty) return;
    if (this.#idle.size === 0) setTimeout(() => this.#dropIdle(), IDLE_MS).unref();
    this.#idle.add(name);
  }

  /** Publishes one committed batch; the books must contain it already. */
  commit({ facts }: Pick<Committed, 'facts'>): void {
    if (this.#open.size === 0) return;
    const batches = new Map<string, MarketBatch>();
    for (const fact of facts) {
      if (fact.type === 'tradeMade') {
        this.#batch(batches, fact.market)?.trades.push(fact);
      } else if (fact.type === 'bookChanged') {
        for (const level of fact.levels) this.#batch(batches, fact.market)?.levels.push(level);
      }
    }
    for (const batch of batches.values()) {
      for (const stream of this.#byMarket.get(batch.market) ?? []) stream.follow(batch);
      for (const stream of this.#ofAll) stream.follow(batch);
    }
  }

  /** A candle of the market may have changed. */
  moved(market: string): void {
    for (const stream of this.#byMarket.get(market) ?? []) stream.moved(market);
    for (const stream of this.#ofAll) stream.moved(market);
  }

  #dropIdle(): void {
    for (const name of this.#idle) {
      const stream = this.#open.get(name);
      if (!stream?.readers.isEmpty) continue;
      stream.stop();
      this.#open.delete(name);
      this.#ofAll.delete(stream);
      for (const streams of this.#byMarket.values()) streams.delete(stream);
    }
    this.#idle.clear();
    for (const [market, { size }] of this.#byMarket) if (size === 0) this.#byMarket.delete(market);
  }

  /** The changes to a market, collected; null for a market without readers. */
  #batch(batches: Map<string, MarketBatch>, market: string): MarketBatch | null {
    if (this.#ofAll.size === 0 && !this.#byMarket.has(market)) return null;
    let batch = batches.get(market);
    if (batch === undefined) {
      batch = { market, trades: [], levels: [] };
      batches.set(market, batch);
    }
    return batch;
  }

  #read(name: string): StreamName | null {
    const read = parseStreamName(name);
    if (read === null || read.market === null) return read;
    return this.#source.realm.orders.realm.rules(read.market) === undefined ? null : read;
  }

  #make(name: string): MarketStream | null {
    const read = this.#read(name);
    if (read === null) return null;
    const stream = makeStream(name, this.#source, read);
    this.#open.set(name, stream);
    if (read.market === null) {
      this.#ofAll.add(stream);
      return stream;
    }
    const streams = this.#byMarket.get(read.market) ?? new Set();
    this.#byMarket.set(read.market, streams.add(stream));
    return stream;
  }
}

function makeStream(name: string, source: MarketSource, read: StreamName): MarketStream {
  if (read.market !== null) return marketStream(name, source, read.market, read.topic);
  if (read.topic.kind === 'bookTicker') return new BestStream(name, source);
  return new FigureStream(name, source, null, figureOf(source.realm, read.topic));
}

function marketStream(
  name: string,
  source: MarketSource,
  market: string,
  topic: MarketTopic,
): MarketStream {
  switch (topic.kind) {
    case 'trade':
      return new TradeStream(name, source);
    case 'aggTrade':
      return new AggregateStream(name, source);
    case 'bookTicker':
      return new BestStream(name, source);
    case 'kline':
      return new CandleStream(name, source, market, topic.interval, topic.offset);
    case 'second':
      return new SecondStream(name, source, market);
    case 'depth':
      return new DepthStream(name, source, market, topic.everyMs);
    case 'levels':
      return new LevelsStream(name, source, market, topic);
    case 'avgPrice':
      return new FigureStream(name, source, market, averageFigure(source.realm));
    default:
      return new FigureStream(name, source, market, figureOf(source.realm, topic));
  }
}
