import type { Realm } from '@assay/core/ledger/realm';
import type { TradeMade } from '@assay/modules/orders/schema';
import { type SettableClock, settableClock } from '@assay/platform/clock';
import { engineMigrations } from '@assay/platform/engine/migrations';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import type { TradeRecord } from './candles/keeper.ts';
import type { FeedSettings } from './choose-source.ts';
import type { PriceEngine } from './deps.ts';
import { feedsMigrations } from './index.ts';
import { FeedService } from './service.ts';
import type { FeedIndex, FeedMarket } from './sources/source.ts';

/** 2025-11-20 12:00 UTC. */
export const START_AT = 1_763_640_000_000;

const INDICES: readonly FeedIndex[] = [
  { name: 'BTC-USDT', base: 'BTC', quote: 'USDT', decimals: 2 },
  { name: 'DOGE-USDT', base: 'DOGE', quote: 'USDT', decimals: 5 },
];
/** Two of the markets follow one index. */
const MARKETS: readonly FeedMarket[] = [
  { market: 'BTCUSDT', index: 'BTC-USDT' },
  { market: 'DOGEUSDT', index: 'DOGE-USDT' },
  { market: 'BTCUSDT-PERP', index: 'BTC-USDT' },
];

export interface Recorded {
  readonly realm: Realm;
  readonly prices: readonly {
    readonly index: string;
    readonly price: string;
    readonly n: number;
  }[];
}

/** A trade in which, the taker bought unless another side is given. */
export type TestTrade = Omit<TradeRecord, 'id' | 'takerSide'> &
  Partial<Pick<TradeRecord, 'takerSide'>> & { realm: Realm };

/** A database with the feed's tables, a clock that stands still, and feeds over both. */
export interface FeedHome {
  readonly db: TestDatabase;
  readonly clock: SettableClock;
  /** What the engines were given, in order. */
  readonly recorded: Recorded[];
  /** What the product has stored as trades; the feed reads them as it would from spot. */
  readonly trades: Record<Realm, TradeRecord[]>;
  /** What the feed is asked for; a test may add to both while it runs. */
  readonly indices: FeedIndex[];
  readonly markets: FeedMarket[];
  /** Under which feeds log; the realms have engines of their own only where a test starts them. */
  epoch: number;
  /** Where days of ticks are kept; none are while it is undefined. */
  archive?: ConstructorParameters<typeof FeedService>[0]['archive'];
  /** A feed on this database, loaded but not running; several make a restart. */
  /** `reachable`: exchanges answer, though nothing of use. */
  open(
    settings?: Partial<FeedSettings>,
    reachable?: boolean,
    engines?: readonly PriceEngine[],
  ): Promise<FeedService>;
  /** Steps a feed through time; `flushEveryMs` as the running one would. */
  play(feed: FeedService, ms: number, stepMs?: number, flushEveryMs?: number): Promise<void>;
  /**
   * A trade as the product makes it: stored, then published. `published` false is a crash in
   * between.
   */
  trade(feed: FeedService, trade: TestTrade, published?: boolean): void;
  drop(): Promise<void>;
}

export async function openFeedHome(startAt = START_AT): Promise<FeedHome> {
  const db = await createTestDatabase([...feedsMigrations(), ...engineMigrations()]);
  // The tests look and change as the owner; feeds have the rights of the product.
  const { app } = db;
  const clock = settableClock(startAt);
  const recorded: Recorded[] = [];
  const trades: Record<Realm, TradeRecord[]> = { real: [], demo: [] };
  const indices = [...INDICES];
  const markets = [...MARKETS];
  const engineOf = (realm: Realm): PriceEngine => ({
    realm,
    submit: async ({ body }: { body: object }) => {
      recorded.push({ realm, ...(body as Omit<Recorded, 'realm'>) });
      return { ok: true };
    },
  });
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const home: FeedHome = {
    db,
    epoch: 0,
    clock,
    recorded,
    trades,
    indices,
    markets,
    async open(settings = {}, reachable = false, engines = [engineOf('real'), engineOf('demo')]) {
      const feed = new FeedService({
        db: app,
        settings: { feed: 'simulated', replayDir: '', seed: 'test', ...settings },
        now: () => clock.now(),
        log: quiet,
        indices: () => indices,
        markets: () => markets,
        engines,
        epoch: () => home.epoch,
        archive: home.archive,
        trades: async (realm, market, fromId, limit) =>
          trades[realm].filter((one) => one.market === market && one.id >= fromId).slice(0, limit),
        send: reachable ? answering : unreachable,
      });
      await feed.load();
      return feed;
    },
    async play(feed, ms, stepMs = 1_000, flushEveryMs = 5_000) {
      const end = clock.now() + ms;
      while (clock.now() < end) {
        await feed.step();
        if (clock.now() % flushEveryMs === 0) await feed.flush();
        clock.advance(stepMs);
      }
    },
    trade(feed, { realm, ...trade }, published = true) {
      const id = trades[realm].filter((one) => one.market === trade.market).length + 1;
      const record = { id, takerSide: 'buy' as const, ...trade };
      trades[realm].push(record);
      const fact = tradeFact(trade.market, record);
      if (published) feed.commit({ realm, facts: [fact] });
    },
    drop: () => db.drop(),
  };
  return home;
}

/** A trade as its machine publishes it; who traded does not matter here. */
function tradeFact(market: string, trade: TradeRecord): TradeMade {
  const owners = { buyer: 0, seller: 0, house: false };
  return { type: 'tradeMade', market, seq: trade.id, trade, quote: '', ...owners };
}

/** Tests reach no exchange: the network is down, or answers nothing of use. */
const unreachable = (async () => {
  throw new TypeError('fetch failed');
}) as typeof fetch;
const answering = (async () => Response.json({})) as typeof fetch;
