import type { Socket } from '@assay/platform/streams/sockets';
import type { MadeTrade } from '../../market/aggregate.ts';
import type { ApiRealm } from '../../realm.ts';
import { Fanout } from '../fanout.ts';

/** A level of a book as it stands: side (0 bids), price, quantity, the house's part of it. */
export type Level = readonly [0 | 1, string, string, string];

/** What one committed batch did to a market. */
export interface MarketBatch {
  readonly market: string;
  /** In the order in which they were made. */
  readonly trades: MadeTrade[];
  readonly levels: Level[];
}

/** What streams are made of. */
export interface MarketSource {
  readonly realm: ApiRealm;
  now(): number;
  /** Something went wrong that no reader is to blame for. */
  failed(error: unknown): void;
}

/** One stream of market data while somebody reads it. */
export abstract class MarketStream {
  readonly readers: Fanout;
  protected readonly source: MarketSource;

  constructor(name: string, source: MarketSource) {
    this.readers = new Fanout(name);
    this.source = source;
  }

  /** Adds a reader, after it was told so. Who only changes how it reads hears nothing new. */
  join(socket: Socket, named: boolean): void {
    if (this.readers.add(socket, named)) this.greet(socket);
  }

  /** Follows a committed batch. */
  follow(_batch: MarketBatch): void {}

  /** A candle of the market may have changed: a trade, or the index. */
  moved(_market: string): void {}

  /** Nobody reads any more. */
  stop(): void {}

  /** What a new reader gets at once: on a quiet market the next event may be far away. */
  protected greet(_socket: Socket): void {}
}
