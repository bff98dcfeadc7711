import { assetOf, FIRST_USER } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import type { MarketsMachine } from '@assay/modules/markets';
import type { Database } from '@assay/platform/db/database';
import type { Engine } from '@assay/platform/engine/engine';
import type { Hub } from '@assay/platform/streams/hub';
import { openOrderOf } from './calls/open-order.ts';
import { OrderEntry } from './calls/order-entry.ts';
import { OrderHistory } from './calls/order-history.ts';
import type { OrdersRealm } from './calls/realm.ts';
import { allLevels } from './machine/levels.ts';
import type { OrdersMachine } from './machine/orders-machine.ts';
import { RECENT_TRADES } from './schema/index.ts';
import { readLastTrades } from './store/reads.ts';
import { BookStreams } from './streams.ts';
import { tradeView } from './views.ts';

/** The engine of a realm whose markets are traded on books. */
export type OrdersEngine = Engine<{
  readonly markets: MarketsMachine;
  readonly orders: OrdersMachine;
}>;

export interface RealmOrdersOptions {
  /** Started; no command may be submitted before `start` has returned. */
  readonly engine: OrdersEngine;
  readonly db: Pick<Database, 'pool'>;
  readonly hub: Hub;
}

/** Order entry, history and streams of one realm. */
export class RealmOrders {
  readonly streams: BookStreams;
  readonly realm: OrdersRealm;
  readonly entry: OrderEntry;
  readonly history: OrderHistory;
  readonly #options: RealmOrdersOptions;

  constructor(options: RealmOrdersOptions) {
    const { engine, db, hub } = options;
    this.#options = options;
    this.streams = new BookStreams(hub, engine.realm);
    this.realm = ordersRealm(engine, this.streams);
    this.entry = new OrderEntry(this.realm, db.pool);
    this.history = new OrderHistory(this.realm, db.pool);
  }

  /** Publishes books and trades: the current ones, and those of every batch from here on. */
  async start(): Promise<void> {
    const { engine } = this.#options;
    const { seq, durableSeq } = engine.status;
    assert(seq === durableSeq, 'streams start while no command is pending');
    this.#readBooks();
    engine.onLoad(() => {
      this.#readBooks();
      this.#readTrades().catch(() => undefined); // readers get later trades without them
    });
    engine.onCommit((batch) => this.streams.commit(batch));
    await this.#readTrades();
  }

  #readBooks(): void {
    const { engine } = this.#options;
    const { markets, orders } = engine.machines;
    const { seq, at } = engine.sequencer;
    const books = Array.from(markets.markets(), ({ rules: { symbol } }) => {
      const market = orders.market(symbol);
      return { market: symbol, levels: market === undefined ? [] : allLevels(market) };
    });
    this.streams.start({ seq, at, markets: books });
  }

  async #readTrades(): Promise<void> {
    const { engine, db } = this.#options;
    for (const { rules } of engine.machines.markets.markets()) {
      const rows = await readLastTrades(db.pool, engine.realm, rules.id, RECENT_TRADES);
      const trades = rows.map((row) => tradeView(rules, { ...row, taker: row }));
      this.streams.addTrades(rules.symbol, trades);
    }
  }
}

export function ordersRealm(engine: OrdersEngine, streams: BookStreams): OrdersRealm {
  return {
    name: engine.realm,
    submit: (command) => engine.submit(command),
    tryOrder: (userId, order, at) => engine.machines.orders.tryOrder(userId, order, at),
    rules: (market) => engine.machines.markets.market(market)?.rules,
    rulesById: (id) => engine.machines.markets.marketById(id)?.rules,
    marketsOf: (product) => {
      const { markets, orders } = engine.machines;
      if (!orders.hasProduct(product)) return undefined;
      const own = [...markets.markets()].filter(({ rules }) => rules.product === product);
      return own.map(({ rules }) => rules.id);
    },
    assetSymbol: (id) => engine.machines.markets.assetSymbol(id),
    heldAsset(rules, side) {
      const { markets, orders } = engine.machines;
      const market = orders.market(rules.symbol);
      assert(market !== undefined, 'a listed market is traded');
      return markets.assetSymbol(assetOf(market.product.account(rules, FIRST_USER, side)));
    },
    streams,
    openOrder: (userId, name) => openOrderOf(engine.machines.orders.state, userId, name),
  };
}
