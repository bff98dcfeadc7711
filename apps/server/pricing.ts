import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { priceText } from '@assay/core/order/market';
import type { Mode } from '@assay/core/schema/mode';
import {
  CandleStreams,
  createFeedsCalls,
  type FeedIndex,
  type FeedMarket,
  FeedService,
  feedsMessages,
  type PublishedCalendars,
  Sessions,
  type TradesFrom,
} from '@assay/modules/feeds';
import { SYMBOLS, symbolOf } from '@assay/modules/feeds/rules';
import {
  createMarketsCalls,
  MarketBoard,
  marketsMessages,
  type PublishedListings,
  TickerStreams,
} from '@assay/modules/markets';
import { readTradesFrom, tradeView } from '@assay/modules/orders';
import type { Parameters } from '@assay/modules/parameters';
import { STAGES } from '@assay/modules/parameters/rules';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import { SteadyTime } from '@assay/platform/engine/steady-time';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Log } from '@assay/platform/log';
import type { Hub } from '@assay/platform/streams/hub';
import { tickArchive } from './data.ts';
import type { RealmEngine } from './realm.ts';
import type { Trading } from './trading.ts';

export interface PricingOptions {
  /** Without `DATA_DIR` no day of ticks is kept. */
  readonly config: Pick<Config, 'FEED' | 'FEED_REPLAY_DIR' | 'PYTH_API_KEY' | 'HISTORY_DAYS'> &
    Partial<Pick<Config, 'DATA_DIR'>>;
  readonly mode?: Mode;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly trading: Trading;
  readonly db: Pick<Database, 'pool'>;
  readonly hub: Hub;
  readonly parameters: Pick<Parameters, 'announced'>;
  readonly calendars: PublishedCalendars;
  readonly listings: Pick<PublishedListings, 'views'>;
  readonly messages: Messages;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Pricing {
  readonly feed: FeedService;
  readonly boards: Readonly<Record<Realm, MarketBoard>>;
  readonly calls: readonly CallSet[];
}

/** Prices and what is derived from them: candles, tickers, the market boards. */
export async function startPricing(options: PricingOptions): Promise<Pricing> {
  const { config, mode = 'trial', engines, db, hub, messages, clock, log } = options;
  messages.add(feedsMessages).add(marketsMessages);
  const now = () => clock.now();
  const steady = new SteadyTime(clock);
  const feed = new FeedService({
    db,
    // A production never falls back to prices that are made up.
    settings: {
      feed: mode === 'production' ? 'live' : config.FEED,
      replayDir: config.FEED_REPLAY_DIR,
      historyDays: config.HISTORY_DAYS,
      pythKey: config.PYTH_API_KEY,
    },
    now,
    tickTime: () => steady.now(),
    log,
    indices: () => indicesOf(engines.real),
    markets: () => marketsOf(engines.real),
    calendarOf: options.calendars.of,
    engines: Object.values(engines),
    epoch: () => engines.real.status.epoch,
    archive: config.DATA_DIR === undefined ? undefined : tickArchive(config.DATA_DIR),
    trades: storedTrades(db, engines),
  });
  await feed.load();
  new CandleStreams(hub, feed, now);
  const boards = {
    real: startBoard(options, feed, 'real'),
    demo: startBoard(options, feed, 'demo'),
  };
  for (const realm of REALMS) startStatus(hub, engines[realm], feed, clock);
  return {
    feed,
    boards,
    calls: [
      createFeedsCalls(feed, options.calendars),
      createMarketsCalls(db, boards, options.listings),
    ],
  };
}

/**
 * The indices of coins that markets follow, each in the decimals of the first market that does, and
 * the symbols of the house: amounts in other currencies are valued by them, whatever is traded.
 */
function indicesOf(engine: RealmEngine): FeedIndex[] {
  const indices = new Map<string, FeedIndex>();
  for (const { rules, listing } of engine.machines.markets.markets()) {
    const { index: name, priceDecimals: decimals } = rules;
    const { base, quote } = listing;
    if (symbolOf(name) !== undefined || indices.has(name)) continue;
    indices.set(name, { name, base, quote, decimals });
  }
  return [...indices.values(), ...HOUSE_INDICES];
}

const HOUSE_INDICES: readonly FeedIndex[] = SYMBOLS.map(
  ({ index: name, base, quote, digits: decimals }) => ({ name, base, quote, decimals }),
);

function marketsOf(engine: RealmEngine): FeedMarket[] {
  return Array.from(engine.machines.markets.markets(), ({ rules }) => ({
    market: rules.symbol,
    index: rules.index,
  }));
}

/** The trades of spot, from which the feed restores candles after a crash. */
function storedTrades(
  db: Pick<Database, 'pool'>,
  engines: Readonly<Record<Realm, RealmEngine>>,
): TradesFrom {
  return async (realm, market, fromId, limit) => {
    const rules = engines[realm].machines.markets.market(market)?.rules;
    if (rules === undefined) return [];
    const rows = await readTradesFrom(db.pool, realm, rules.id, fromId, limit);
    return rows.map((row) => tradeView(rules, { ...row, taker: row }));
  };
}

/** The market board of one realm, and its stream. */
function startBoard(options: PricingOptions, feed: FeedService, realm: Realm): MarketBoard {
  const { hub, trading } = options;
  const engine = options.engines[realm];
  const sessions = new Sessions(options.calendars.of);
  const lastTrades = new Map<string, { readonly price: string; readonly at: number }>();
  const board = new MarketBoard(() => engine.machines.markets, {
    get kind() {
      return feed.sourceKind;
    },
    day: (market) => feed.day(realm, market),
    last: (market) => lastTrades.get(market),
    best: (market) => trading.orders[realm].streams.best(market),
    index: (market) => feed.indexOf(market)?.tick ?? undefined,
    session: (index) => sessions.of(index, options.clock.now()),
    nextStage: (market) => {
      const next = options.parameters.announced('marketStage', market, options.clock.now());
      return next === null ? null : { stage: STAGES[next.value]!, at: next.takesEffectAt };
    },
  });
  const tickers = new TickerStreams(hub, realm, board);
  const readLast = () => {
    for (const [market, trade] of lastTradesOf(engine)) lastTrades.set(market, trade);
  };
  readLast();
  engine.onLoad(() => {
    readLast();
    feed.recover(realm);
  });
  engine.onCommit((batch) => {
    feed.commit(batch);
    for (const fact of batch.facts) {
      if (fact.type === 'tradeMade') {
        lastTrades.set(fact.market, fact.trade);
      } else if (fact.type !== 'bookChanged') continue;
      tickers.mark(fact.market);
    }
  });
  feed.onTicks((ticks) => {
    for (const market of ticks.flatMap(({ index }) => feed.book.followers(index))) {
      tickers.mark(market);
    }
  });
  return board;
}

/** The last trades of an engine that has just loaded: all of them are durable. */
function* lastTradesOf(
  engine: RealmEngine,
): Generator<[market: string, trade: { price: string; at: number }]> {
  const { markets, orders } = engine.machines;
  for (const { rules } of markets.markets()) {
    const market = orders.market(rules.symbol);
    if (market === undefined || market.lastTradeId === 0) continue;
    yield [rules.symbol, { price: priceText(rules, market.lastTicks), at: market.lastAt }];
  }
}

const STATUS_EVERY_MS = 5_000;
const STATUS = 'status';

/**
 * Which realm this is, where its prices come from, and its sequence number: for the footer of the
 * pages.
 */
function startStatus(hub: Hub, engine: RealmEngine, feed: FeedService, clock: Clock): void {
  const status = () => ({
    realm: engine.realm,
    source: feed.sourceKind,
    simulated: feed.sourceKind === 'simulated',
    engineSeq: engine.status.durableSeq,
    at: clock.now(),
  });
  const options = { everyMs: STATUS_EVERY_MS };
  const publisher = hub.declare(engine.realm, STATUS, options, {
    snapshot: (name) => (name === STATUS ? status() : null),
  });
  engine.onCommit(() => {
    if (publisher.hasReaders(STATUS)) publisher.publish(STATUS, () => ({ toJSON: status }));
  });
}
