import { FIRST_USER, OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { PlaceOrder } from '@assay/core/order/intent';
import type { Bounds } from '@assay/core/order/life/bounds';
import type { MarketListing } from '@assay/core/order/market';
import { type SettableClock, settableClock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import type { AnyReply } from '@assay/platform/engine/command';
import type { EngineOptions } from '@assay/platform/engine/engine';
import { type Log, silentLog } from '@assay/platform/log';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { engineTables } from '../migrations.ts';
import { createEngine, type RealmEngine, type RealmMachines, type RealmPart } from '../realm.ts';
import { type ListedAsset, testAssets, testMarkets } from './test-listings.ts';

/** Midday in November 2025: a round time is easy to read in a failing test. */
export const TEST_START_AT = 1_763_640_000_000;

export interface TestRealmOptions {
  /** How much work one command does at most; as in the product by default. */
  readonly bounds?: Bounds;
  /** `demo` by default; in `real` the funds of users are deposits. */
  readonly realm?: Realm;
  /**
   * A database to use instead of a new one: for a second engine of a test, or that of a killed
   * server.
   */
  readonly db?: Database & Partial<Pick<TestDatabase, 'app' | 'sets'>>;
  /** Modules beside those of the product. */
  readonly parts?: readonly RealmPart[];
  readonly assets?: readonly ListedAsset[];
  readonly markets?: readonly MarketListing[];
  /** Funds of house:marketMaker by asset; `{}` for a market without a house. */
  readonly house?: Readonly<Record<string, string>>;
  readonly startAt?: number;
  /** A running clock, for clients that use their own; by default it stands still. */
  readonly clock?: SettableClock;
  readonly log?: Log;
  /** Identifies the build, for tests of upgrades. */
  readonly build?: string;
  /** Checks what an engine has loaded. */
  readonly check?: EngineOptions<RealmMachines>['check'];
}

/**
 * One realm with everything in the product except the network: a database with the product's
 * tables, an engine, markets, a funded house, and a clock that stands still.
 *
 * ```ts
 * const realm = await startTestRealm();
 * const alice = await realm.newUser(); // 100,000 USDT
 * const bob = await realm.newUser({ BTC: '2' });
 * await realm.quote({ BTCUSDT: '96000' }); // the house quotes around it
 * await realm.place(bob, { market: 'BTCUSDT', side: 'sell', type: 'limit', … });
 * realm.clock.advance(1_000);
 * realm.audit();
 * await realm.restart(); // another engine on the same database
 * await realm.stop(); // in afterAll: the database is dropped
 * ```
 *
 * Only the clock and the numbers are special to tests: every change is a command.
 */
export interface TestRealm {
  readonly realm: Realm;
  /** As its owner; what tests ask the product runs with the product's rights. */
  readonly db: Database;
  readonly clock: SettableClock;
  /** The current engine; another one after `restart`. */
  readonly engine: RealmEngine;
  /**
   * The current machines, whose state need not be durable yet: for audits and for reading what was
   * decided.
   */
  readonly machines: RealmMachines;
  /** A new user with funds by asset: { USDT: '100000' } by default. */
  newUser(grants?: Readonly<Record<string, string>>): Promise<number>;
  /** Many at once, each with the same funds; ids rise by one. */
  newUsers(count: number, grants?: Readonly<Record<string, string>>): Promise<number[]>;
  /** Records index prices as the feeds do: stops, bands and the house's quotes follow. */
  quote(prices: Readonly<Record<string, string>>): Promise<void>;
  /** placeOrder by its user; `id` makes it repeatable. */
  place(userId: number, order: PlaceOrder, id?: string): Promise<AnyReply>;
  /** Any other command. */
  send(actor: number, type: string, body: object, id?: string): Promise<AnyReply>;
  /** As `send`, but a refusal fails the test. */
  must(actor: number, type: string, body: object, id?: string): Promise<Record<string, unknown>>;
  /** Audits the whole state of every machine; throws when an invariant does not hold. */
  audit(): void;
  /** Hash of the whole state: two engines that agree are in the same state. */
  stateHash(): string;
  /** Stops the engine and starts another one on the same database. */
  restart(): Promise<void>;
  /** Stops the engine; drops the database unless it was given. */
  stop(): Promise<void>;
}

const FUNDS = { USDT: '100000' };
const HOUSE = { USDT: '20000000', BTC: '100', ETH: '3000', DOGE: '60000000' };

/** Starts a realm for tests; see `TestRealm` for its use. Takes well under a second. */
export async function startTestRealm(options: TestRealmOptions = {}): Promise<TestRealm> {
  const realm = options.realm ?? 'demo';
  const clock = options.clock ?? settableClock(options.startAt ?? TEST_START_AT);
  const log = options.log ?? silentLog;
  const parts = options.parts ?? [];
  const tables = engineTables(parts);
  const own = options.db === undefined ? await createTestDatabase(tables) : null;
  const db = options.db ?? (own as TestDatabase);
  const { build, check, bounds } = options;
  const product = db.app ?? db;
  const newEngine = () =>
    createEngine({ realm, db: product, clock, log, build, parts, check, bounds });
  const ticks = new Map<string, number>();
  let users = FIRST_USER;
  let engine = newEngine();

  const send = (actor: number, type: string, body: object, id?: string): Promise<AnyReply> =>
    engine.submitAny({ type, actor, body, ...(id === undefined ? {} : { id }) });
  const must: TestRealm['must'] = async (actor, type, body, id) => {
    const reply = await send(actor, type, body, id);
    if (reply.ok) return reply.value;
    throw new Error(`${type} was refused: ${reply.refusal} ${JSON.stringify(reply.detail ?? {})}`);
  };
  const newUsers: TestRealm['newUsers'] = async (count, grants = FUNDS) => {
    const ids = Array.from({ length: count }, () => users++);
    const list = Object.entries(grants).map(([asset, amount]) => ({ asset, amount }));
    if (list.length === 0) return ids;
    const fund = (userId: number) =>
      realm === 'demo'
        ? must(userId, 'openVirtualAccount', { userId, grants: list })
        : Promise.all(
            list.map((one) =>
              must(OWNER.custody, 'creditDeposit', {
                ...{ userId, ...one, digest: '0'.repeat(64), rules: 1 },
              }),
            ),
          );
    await Promise.all(ids.map(fund));
    return ids;
  };

  if (!tables.every(({ name }) => db.sets?.has(name))) await migrate(product, tables);
  await engine.start();
  await setUp(must, engine, options);

  return {
    realm,
    db,
    clock,
    get engine() {
      return engine;
    },
    get machines() {
      return engine.machines;
    },
    newUsers,
    newUser: async (grants) => (await newUsers(1, grants))[0] as number,
    quote: async (prices) => {
      const { markets, feeds } = engine.machines;
      const list = Object.entries(prices).map(([market, price]) => {
        const index = markets.market(market)?.rules.index ?? market;
        const n = Math.max(feeds.lastIndex(index)?.n ?? 0, ticks.get(index) ?? 0) + 1;
        ticks.set(index, n);
        return { index, price, n };
      });
      await must(OWNER.feeds, 'recordPrices', { prices: list });
    },
    place: (userId, order, id) => send(userId, 'placeOrder', order, id),
    send,
    must,
    audit: () => engine.sequencer.audit(),
    stateHash: () => engine.sequencer.stateHash(),
    restart: async () => {
      await engine.stop();
      engine = newEngine();
      await engine.start();
    },
    stop: async () => {
      await engine.stop();
      await own?.drop();
    },
  };
}

/**
 * Lists the markets of a realm and funds its house; does nothing when the database has been set up.
 */
async function setUp(
  must: TestRealm['must'],
  engine: RealmEngine,
  options: TestRealmOptions,
): Promise<void> {
  if ([...engine.machines.markets.assets()].length > 0) return;
  for (const asset of options.assets ?? testAssets) await must(OWNER.setup, 'listAsset', asset);
  for (const market of options.markets ?? testMarkets) {
    await must(OWNER.setup, 'listMarket', market);
  }
  const { markets } = engine.machines;
  for (const [asset, amount] of Object.entries(options.house ?? HOUSE)) {
    if (markets.assetId(asset) === undefined) continue;
    await must(OWNER.setup, 'fundHouse', { owner: OWNER.marketMaker, asset, amount });
  }
}
