import type { Realm } from '@assay/core/ledger/realm';
import { type Product, SPOT } from '@assay/core/order/market';
import type { RecordDeclaration } from '@assay/core/schema/record';
import { FeedsMachine } from '@assay/modules/feeds';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { OrdersMachine } from '@assay/modules/orders';
import { SpotMachine } from '@assay/modules/spot';
import type { Clock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import { Engine, type EngineOptions } from '@assay/platform/engine/engine';
import type { Machine, Machines } from '@assay/platform/engine/machine';

/** The machines of a realm by name. */
export type RealmMachines = ReturnType<typeof createRealmMachines>;

/** The engine of a realm. */
export type RealmEngine = Engine<RealmMachines>;

/**
 * Makes the machines of a realm, empty, in the order in which they load: a machine stands after
 * those whose state it reads. Server, tests, simulator and benches all take them from here.
 * `products`: whose markets may be listed; a test that names more adds their machines.
 */
export function createRealmMachines(realm: Realm, products: readonly Product[] = [SPOT]) {
  const markets = new MarketsMachine(products);
  const feeds = new FeedsMachine();
  const ledger = new LedgerMachine({ realm, assets: markets });
  const orders = new OrdersMachine({ ledger: ledger.ledger, markets, prices: feeds });
  const spot = new SpotMachine(orders);
  ledger.addHoldOwner(orders);
  return { markets, feeds, ledger, orders, spot };
}

/** The tables that the machines of a realm declare. */
export function declaredTables(realm: Realm): RecordDeclaration[] {
  const machines: readonly Machine[] = Object.values(createRealmMachines(realm));
  return machines.flatMap(({ tables }) => tables ?? []);
}

export interface RealmEngineOptions<M extends Machines = RealmMachines> {
  readonly realm: Realm;
  readonly db: Pick<Database, 'connect'>;
  readonly clock: Clock;
  readonly log: EngineOptions<M>['log'];
  /** Who holds the realm, for people who look at its lease. */
  readonly holder?: string;
  /** Its machines, when they are not those of the product: a test adds some. */
  readonly machines?: (realm: Realm) => M;
}

/** The engine of a realm, not yet started: its connection sees the realm's tables before others. */
export function createEngine(options: Omit<RealmEngineOptions, 'machines'>): RealmEngine;
export function createEngine<M extends Machines>(options: RealmEngineOptions<M>): Engine<M>;
export function createEngine(options: RealmEngineOptions<Machines>): Engine {
  const { realm, db, clock, log, holder, machines } = options;
  return new Engine({
    realm,
    machines: () => (machines ?? createRealmMachines)(realm),
    connect: async () => {
      const client = await db.connect();
      try {
        await client.query(`SET search_path TO ${realm}, public`);
      } catch (error) {
        await client.end().catch(() => undefined);
        throw error;
      }
      return client;
    },
    now: () => clock.now(),
    holder: holder ?? `pid ${process.pid}`,
    log,
  });
}
