import type { Realm } from '@assay/core/ledger/realm';
import { assert } from '@assay/core/num/integer';
import { SPOT } from '@assay/core/order/market';
import { FeedsMachine } from '@assay/modules/feeds';
import { LedgerMachine } from '@assay/modules/ledger';
import { MarketsMachine } from '@assay/modules/markets';
import { SpotMachine } from '@assay/modules/spot';
import type { Clock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import { Engine, type EngineOptions } from '@assay/platform/engine/engine';
import type { Machine } from '@assay/platform/engine/machine';

/** The machines of a realm by name. */
export interface RealmMachines {
  readonly markets: MarketsMachine;
  readonly feeds: FeedsMachine;
  readonly ledger: LedgerMachine;
  readonly spot: SpotMachine;
}

/**
 * Makes the machines of a realm, empty, in the order in which they load: a machine stands after
 * those whose state it reads. The simulator and the replay put the same list into a `Room`.
 */
export function createRealmMachines(realm: Realm): Machine[] {
  const markets = new MarketsMachine([SPOT]);
  const feeds = new FeedsMachine();
  const ledger = new LedgerMachine({ realm, assets: markets });
  const spot = new SpotMachine({ ledger: ledger.ledger, markets: markets.of(SPOT), prices: feeds });
  ledger.addHoldOwner(spot);
  return [markets, feeds, ledger, spot];
}

/**
 * The machines that are in a room or an engine now. Ask anew each time: an engine that had to load
 * again has other machines than before.
 */
export function machinesOf(home: {
  readonly room: { readonly machines: readonly Machine[] };
}): RealmMachines {
  const [markets, feeds, ledger, spot] = home.room.machines;
  assert(markets instanceof MarketsMachine && feeds instanceof FeedsMachine, 'a realm is whole');
  assert(ledger instanceof LedgerMachine && spot instanceof SpotMachine, 'a realm is whole');
  return { markets, feeds, ledger, spot };
}

export interface RealmEngineOptions {
  readonly realm: Realm;
  readonly db: Pick<Database, 'connect'>;
  readonly clock: Clock;
  readonly log: EngineOptions['log'];
  /** Who holds the realm, for people who look at its lease. */
  readonly holder?: string;
}

/** The engine of a realm, not yet started: its connection sees the realm's tables before others. */
export function createEngine({ realm, db, clock, log, holder }: RealmEngineOptions): Engine {
  return new Engine({
    realm,
    machines: () => createRealmMachines(realm),
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
