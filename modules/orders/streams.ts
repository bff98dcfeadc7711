import type { Realm } from '@assay/core/ledger/realm';
import type { Committed } from '@assay/platform/engine/engine';
import type { Hub, Publisher } from '@assay/platform/streams/hub';
import { PublishedBook } from './published-book.ts';
import {
  type DepthView,
  type LevelFact,
  RECENT_TRADES,
  type TradesData,
  type TradeView,
} from './schema/index.ts';

/**
 * Milliseconds between updates: people can follow ten a second of a book, and five of a list of
 * trades.
 */
const BOOK_EVERY_MS = 100;
const TRADES_EVERY_MS = 200;
/** The most trades in one delta. Earlier ones are left out, which the gap in the ids shows. */
const TRADES_IN_DELTA = 200;

/** The state from which the streams start, read while no command is pending. */
export interface BooksStart {
  /** The last command that is part of the state. */
  readonly seq: number;
  readonly at: number;
  readonly markets: readonly {
    readonly market: string;
    readonly levels: readonly LevelFact[];
  }[];
}

interface Market {
  readonly book: PublishedBook;
  /** The delta is made when it is sent, so that changes in between cost nothing. */
  readonly change: { toJSON(): unknown };
  trades: TradeView[];
}

/**
 * The public books and trades of one realm. Only committed facts are published, so that a crash
 * undoes nothing that was shown.
 */
export class BookStreams {
  readonly #markets = new Map<string, Market>();
  readonly #books: Publisher;
  readonly #trades: Publisher;
  #seq = 0;
  #at = 0;

  constructor(hub: Hub, realm: Realm) {
    this.#books = hub.declare(
      realm,
      'book',
      { everyMs: BOOK_EVERY_MS },
      {
        snapshot: (name) => this.#named(name)?.book.takeSnapshot() ?? null,
      },
    );
    this.#trades = hub.declare(
      realm,
      'trades',
      { everyMs: TRADES_EVERY_MS },
      {
        snapshot: (name) => {
          const market = this.#named(name);
          return market === undefined ? null : { trades: market.trades };
        },
      },
    );
  }

  /**
   * Starts from the books that the engine has just loaded: at the start of the server, and after a
   * reload. A batch whose facts were never published may have become durable before the reload, so
   * every reader gets a new snapshot.
   */
  start({ seq, at, markets }: BooksStart): void {
    this.#seq = seq;
    this.#at = at;
    for (const { market, levels } of markets) this.#market(market).book.reset(levels);
    this.#books.renew();
  }

  /** Adds trades that were made before the start; facts may have brought later ones already. */
  addTrades(market: string, trades: readonly TradeView[]): void {
    const known = this.#market(market);
    const byId = new Map([...trades, ...known.trades].map((trade) => [trade.id, trade]));
    known.trades = [...byId.values()].sort((a, b) => a.id - b.id).slice(-RECENT_TRADES);
    this.#trades.renew();
  }

  /** Publishes one committed batch. */
  commit(batch: Committed): void {
    this.#seq = batch.lastSeq;
    this.#at = batch.at;
    const trades = new Map<string, TradeView[]>();
    for (const fact of batch.facts) {
      if (fact.type === 'bookChanged') {
        this.#changeBook(fact.market, fact.levels);
      } else if (fact.type === 'tradeMade') {
        const list = trades.get(fact.market);
        if (list === undefined) trades.set(fact.market, [fact.trade]);
        else list.push(fact.trade);
      } else if (fact.type === 'marketListed') {
        this.#market(fact.market);
      }
    }
    for (const [market, list] of trades) this.#addTrades(market, list);
  }

  /** The best levels of a market; null for an unknown market. */
  depth(market: string, limit: number): DepthView | null {
    const known = this.#markets.get(market);
    if (known === undefined) return null;
    return { market, seq: this.#seq, at: this.#at, ...known.book.depth(limit) };
  }

  /** Best bid and ask of a market, "" for a side that is empty. */
  best(market: string): { bid: string; ask: string } {
    const { bids, asks } = this.#market(market).book.depth(1);
    return { bid: bids[0]?.[0] ?? '', ask: asks[0]?.[0] ?? '' };
  }

  /** The last trade of a market, undefined before the first. */
  lastTrade(market: string): TradeView | undefined {
    return this.#markets.get(market)?.trades.at(-1);
  }

  #changeBook(symbol: string, levels: readonly LevelFact[]): void {
    const market = this.#market(symbol);
    market.book.apply(levels);
    this.#books.publish(`book.${symbol}`, () => market.change);
  }

  #addTrades(symbol: string, trades: TradeView[]): void {
    const market = this.#market(symbol);
    market.trades = market.trades.concat(trades).slice(-RECENT_TRADES);
    this.#trades.publish(`trades.${symbol}`, (waiting: TradesData | undefined) => ({
      trades: (waiting?.trades ?? []).concat(trades).slice(-TRADES_IN_DELTA),
    }));
  }

  #named(channel: string): Market | undefined {
    return this.#markets.get(channel.slice(channel.indexOf('.') + 1));
  }

  #market(symbol: string): Market {
    let market = this.#markets.get(symbol);
    if (market === undefined) {
      const book = new PublishedBook();
      market = { book, change: { toJSON: () => book.takeDelta() }, trades: [] };
      this.#markets.set(symbol, market);
    }
    return market;
  }
}
