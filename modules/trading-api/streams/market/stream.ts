import type { LevelFact } from '@assay/modules/orders/schema';
import type { Socket } from '@assay/platform/streams/sockets';
import type { SequencedTrade } from '../../market/aggregate.ts';
import type { ApiRealm } from '../../realm.ts';
import { Fanout } from '../fanout.ts';

/** The changes that one committed batch made to a market. */
export interface MarketBatch {
  readonly market: string;
  /** In the order of their ids. */
  readonly trades: SequencedTrade[];
  /** Price levels that changed, with their new quantities. */
  readonly levels: LevelFact[];
}

/** What market streams read from. */
export interface MarketSource {
  readonly realm: ApiRealm;
  now(): number;
  /** Reports a fault of ours. */
  failed(error: unknown): void;
}

/** One stream of market data and its readers. */
export abstract class MarketStream {
  readonly readers: Fanout;
  protected readonly source: MarketSource;

  constructor(name: string, source: MarketSource) {
    this.readers = new Fanout(name);
    this.source = source;
  }

  /** Adds a reader. One that only changes its form gets no initial event again. */
  join(socket: Socket, combined: boolean): void {
    if (this.readers.add(socket, combined)) this.sendInitial(socket);
  }

  /** Publishes a committed batch. */
  follow(_batch: MarketBatch): void {}

  /** A candle of the market may have changed: a trade, or the index. */
  moved(_market: string): void {}

  /** The stream is dropped, because it has no readers. */
  stop(): void {}

  /** Sends the current state to a new reader: on a quiet market the next event may be far away. */
  protected sendInitial(_socket: Socket): void {}
}
