import { OWNER } from '@assay/core/ledger/owners';
import { DAY } from '@assay/core/time';
import type { TestRealm } from '../../apps/server/testing/test-realm.ts';
import { listingOf, receiptPage } from '../cfd/index.ts';
import { listStrategyFills, OrderEntry } from '../orders/index.ts';
import { ordersRealm } from '../orders/realm-orders.ts';
import type { EarnRealm } from './call-parts.ts';
import { EarnReads } from './store/reads.ts';
import { StrategyReads } from './store/strategy-reads.ts';
import { strategyHandlers } from './strategy-calls.ts';

type Prices = Readonly<Record<'BTC-USDT' | 'ETH-USDT', number>>;
type Handler = (input: object, context: object) => unknown;

/** A realm with strategies: its prices, its days, and the public calls. */
export class StrategyRealm {
  readonly realm: TestRealm;
  /** Prices by index and number, as the log of ticks has them. */
  readonly #ticks = new Map<string, { readonly n: number; readonly price: string }>();

  constructor(realm: TestRealm) {
    this.realm = realm;
  }

  async quote(btc: number, eth: number): Promise<void> {
    const prices: Prices = { 'BTC-USDT': btc, 'ETH-USDT': eth };
    await this.realm.quote({ BTCUSDT: `${btc}`, ETHUSDT: `${eth}` });
    for (const index of Object.keys(prices)) {
      const { n, price } = this.realm.machines.feeds.lastIndex(index)!;
      this.#ticks.set(`${index} ${n}`, { n, price });
    }
  }

  /** To shortly after the next midnight, with prices of then, and every cut that can be made. */
  async nextDay(btc: number, eth: number): Promise<void> {
    const { clock, machines, must } = this.realm;
    const now = clock.now();
    clock.advance(DAY - (now % DAY) + 1_000);
    await this.quote(btc, eth);
    while (machines.strategies.hasWork(clock.now())) {
      await must(OWNER.engine, 'workStrategies', {});
    }
  }

  async subscribe(product: string, user: number, amount: string): Promise<number> {
    const { version } = this.realm.machines.strategies.get(product)!;
    const body = { product, amount, version };
    return Number((await this.realm.must(user, 'subscribeStrategy', body)).id);
  }

  /** Order entry as the server's, without its streams. */
  orders() {
    const own = ordersRealm(this.realm.engine, undefined as never);
    return { realm: own, entry: new OrderEntry(own, this.realm.db.pool) };
  }

  /** The public calls, as a visitor sends them. */
  visitor() {
    const { engine, db, clock } = this.realm;
    const { pool } = db;
    const own: EarnRealm = {
      machine: () => engine.machines.earn,
      strategies: () => engine.machines.strategies,
      submit: (command) => engine.submit(command),
      assets: () => engine.machines.markets.assets(),
      assetSymbol: (id) => engine.machines.markets.assetSymbol(id),
      reads: new EarnReads(pool, 'demo'),
      strategyReads: new StrategyReads(pool, 'demo'),
      strategyTrades: (account, before, limit) =>
        listStrategyFills(pool, this.orders().realm, account, before, limit),
      strategyContracts: (account, before, limit) => {
        const of = { realm: 'demo', machine: engine.machines.cfd } as const;
        return receiptPage(pool, of, account, before, limit);
      },
    };
    const isOffered = async () => true;
    const calls = strategyHandlers({
      ...{ realms: { real: own, demo: own }, isOffered, areContractsOffered: isOffered },
    });
    const handlers = { ...calls, ...this.#prices() } as unknown as Record<string, Handler>;
    return async (name: string, input: Readonly<Record<string, string | number>>) =>
      handlers[name]!(input, { actor: null, now: clock.now() });
  }

  #prices() {
    const { cfd } = this.realm.machines;
    return {
      getTickLog: ({ index, from, limit }: Record<string, string | number>) => ({
        ticks: Array.from({ length: Number(limit) }, (_, i) =>
          this.#ticks.get(`${index} ${Number(from) + i}`),
        ).filter((tick) => tick !== undefined),
      }),
      getCfdTerms: ({ contract }: { readonly contract: string }) => {
        const { row } = cfd.state.bySymbol.get(contract)!;
        return { terms: [{ version: row.version, listing: listingOf(row) }] };
      },
    };
  }
}
