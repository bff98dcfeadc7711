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
} from './schema.ts';

/** A screen follows ten changes a second of a book, and five of a list of trades. */
const BOOK_EVERY_MS = 100;
const TRADES_EVERY_MS = 200;
/** Trades in one delta; of more only the last are sent, and the gap in their ids says so. */
const TRADES_IN_DELTA = 200;

/** What the streams start from, read while no command is being decided. */
export interface BooksStart {
  /** The command up to which it holds. */
  readonly seq: number;
  readonly at: number;
  readonly markets: readonly {
    readonly market: string;
    readonly levels: readonly LevelFact[];
  }[];
}

interface Market {
  readonly book: PublishedBook;
  /** Made when it is sent, not when it is published: changes in between cost nothing. */
  readonly change: { toJSON(): unknown };
  trades: TradeView[];
}

/**
 * Books and trades of one realm as everybody sees them: kept from committed facts only, so that
 * nothing is ever shown that a crash could undo.
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
   * Takes the books as the engine has just loaded them: at the start, and again when the engine
   * had to load anew. Then a batch may have become durable of which no fact was ever told, so
   * every reader gets a new snapshot.
   */
  start({ seq, at, markets }: BooksStart): void {
    this.#seq = seq;
    this.#at = at;
    for (const { market, levels } of markets) this.#market(market).book.reset(levels);
    this.#books.renew();
  }

  /** Adds trades that were made before the facts began, in any order with them. */
  addTrades(market: string, trades: readonly TradeView[]): void {
    const known = this.#market(market);
    const byId = new Map([...trades, ...known.trades].map((trade) => [trade.id, trade]));
    known.trades = [...byId.values()].sort((a, b) => a.id - b.id).slice(-RECENT_TRADES);
    this.#trades.renew();
  }

  /** Follows one committed batch. */
  commit(batch: Committed): void {
    this.#seq = batch.lastSeq;
    this.#at = batch.at;
    const trades = new Map<string, TradeView[]>();
    for (const fact of batch.facts) {
      if (fact.type === 'bookChanged') {
        this.#follow(fact.market, fact.levels);
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

  /** The best levels of a market; null when nothing is known of it. */
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

  #follow(symbol: string, levels: readonly LevelFact[]): void {
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
