import type { Realm } from '@assay/core/ledger/realm';
import type { Hub, Publisher } from '@assay/platform/streams/hub';
import type { MarketBoard } from './board.ts';
import type { TickersData, TickerView } from './schema.ts';

const TICKERS_EVERY_MS = 250;
const CHANNEL = 'tickers';

/** The moving figures of all markets of one realm, for subscribers. */
export class TickerStreams {
  readonly #board: MarketBoard;
  readonly #publisher: Publisher;
  readonly #changed = new Set<string>();
  /** Computed when it is sent: changes in between cost nothing. */
  readonly #change = { toJSON: () => this.#takeChange() };

  constructor(hub: Pick<Hub, 'declare'>, realm: Realm, board: MarketBoard) {
    this.#board = board;
    this.#publisher = hub.declare(
      realm,
      CHANNEL,
      { everyMs: TICKERS_EVERY_MS },
      { snapshot: (name) => (name === CHANNEL ? { tickers: board.tickers() } : null) },
    );
  }

  /** Something of the market has changed: its price, its book, its index. */
  mark(market: string): void {
    if (!this.#publisher.hasReaders(CHANNEL)) return;
    this.#changed.add(market);
    this.#publisher.publish(CHANNEL, () => this.#change);
  }

  #takeChange(): TickersData {
    const tickers: TickerView[] = [];
    for (const market of this.#changed) {
      if (this.#board.has(market)) tickers.push(this.#board.ticker(market));
    }
    this.#changed.clear();
    return { tickers };
  }
}
