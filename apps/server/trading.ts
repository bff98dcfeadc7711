import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { assert } from '@assay/core/num/integer';
import { indexName, SPOT } from '@assay/core/order/market';
import {
  createLedgerCalls,
  type LedgerRealm,
  ledgerMessages,
  type Prices,
} from '@assay/modules/ledger';
import {
  allLevels,
  createSpotCalls,
  feeTierJob,
  momentOf,
  openOrderOf,
  readLastTrades,
  SpotDesk,
  type SpotRealm,
  SpotRecords,
  type SpotStart,
  SpotStreams,
  spotMessages,
  staleQuotesJob,
  tradeView,
} from '@assay/modules/spot';
import { RECENT_TRADES } from '@assay/modules/spot/schema';
import type { Database } from '@assay/platform/db/database';
import type { Engine } from '@assay/platform/engine/engine';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import type { Hub } from '@assay/platform/streams/hub';
import { AccountStream } from './account-stream.ts';
import { machinesOf } from './realm.ts';

export interface TradingOptions {
  /** Started, and with nothing under way until `startTrading` has returned. */
  readonly engines: Readonly<Record<Realm, Engine>>;
  readonly db: Pick<Database, 'pool'>;
  readonly hub: Hub;
  readonly messages: Messages;
}

/** What trading offers to the rest of the server. */
export interface Trading {
  readonly calls: readonly CallSet[];
  readonly streams: Readonly<Record<Realm, SpotStreams>>;
  readonly spot: Readonly<Record<Realm, SpotRealm>>;
  readonly desks: Readonly<Record<Realm, SpotDesk>>;
  readonly records: Readonly<Record<Realm, SpotRecords>>;
}

/** Puts the gateway side of ledger and spot over the engines: calls, streams of what is durable. */
export async function startTrading(options: TradingOptions): Promise<Trading> {
  const { engines, db, messages } = options;
  messages.add(ledgerMessages).add(spotMessages);
  const streams = {
    real: await startStreams(options, 'real'),
    demo: await startStreams(options, 'demo'),
  };
  const spot = perRealm((realm) => spotRealm(engines[realm], streams[realm]));
  const desks = perRealm((realm) => new SpotDesk(realm, spot[realm], db.pool));
  const ledger = perRealm((realm) => ledgerRealm(engines[realm]));
  return {
    streams,
    spot,
    desks,
    records: perRealm((realm) => new SpotRecords(realm, spot[realm], db.pool)),
    calls: [
      createLedgerCalls({ reads: db.pool, realms: ledger }),
      createSpotCalls({ reads: db.pool, realms: spot, desks }),
    ],
  };
}

/** Work of trading that goes by time. */
export function tradingJobs({ engines, db }: Pick<TradingOptions, 'engines' | 'db'>): Job[] {
  return REALMS.flatMap((realm) => {
    const submit: Engine['submit'] = (command) => engines[realm].submit(command);
    const machines = () => machinesOf(engines[realm]);
    const rulesById = (id: number) => machines().markets.of(SPOT).marketById(id)?.rules;
    const stale = (at: number) => machines().spot.staleQuotes(at).length > 0;
    return [
      feeTierJob({ realm, reads: db.pool, rulesById, submit }),
      staleQuotesJob({ realm, stale, submit }),
    ];
  });
}

function perRealm<T>(make: (realm: Realm) => T): Record<Realm, T> {
  return Object.fromEntries(REALMS.map((realm) => [realm, make(realm)])) as Record<Realm, T>;
}

function spotRealm(engine: Engine, streams: SpotStreams): SpotRealm {
  return {
    submit: (command) => engine.submit(command),
    rules: (market) => machinesOf(engine).markets.of(SPOT).market(market)?.rules,
    rulesById: (id) => machinesOf(engine).markets.of(SPOT).marketById(id)?.rules,
    assetSymbol: (id) => machinesOf(engine).markets.assetSymbol(id),
    streams,
    openOrder: (userId, name) => openOrderOf(machinesOf(engine).spot, userId, name),
    moment: (market, at) => momentOf(machinesOf(engine).spot, market, at),
  };
}

function ledgerRealm(engine: Engine): LedgerRealm {
  return {
    prices: indexPrices(engine),
    assetId: (symbol) => machinesOf(engine).markets.assetId(symbol),
    assetSymbol: (id) => machinesOf(engine).markets.assetSymbol(id),
    assets: () => machinesOf(engine).markets.assets(),
  };
}

const CASH = 'USDT';
const ONE_USDT = 100_000_000n;

/** Values at the last index price, however old: for reading, never for deciding. */
function indexPrices(engine: Engine): Prices {
  return {
    usdt: (asset) => {
      if (asset === CASH) return ONE_USDT;
      const price = machinesOf(engine).feeds.lastIndex(indexName(asset, CASH));
      return price === undefined ? null : BigInt(price.units);
    },
  };
}

/** Books, trades and accounts of one realm, from what is there and from every batch after it. */
async function startStreams(options: TradingOptions, realm: Realm): Promise<SpotStreams> {
  const { hub, db } = options;
  const engine = options.engines[realm];
  const spot = new SpotStreams(hub, realm);
  const machines = () => machinesOf(engine);
  const account = new AccountStream({ hub, realm, db, prices: indexPrices(engine), machines });
  const start = () => {
    spot.start(startOf(engine));
    account.start();
  };
  const { seq, durableSeq } = engine.status;
  assert(seq === durableSeq, 'streams begin while nothing is being decided');
  start();
  engine.onLoad(() => {
    start();
    addLastTrades(db, engine, spot).catch(() => undefined); // the next trades come without them
  });
  engine.onCommit((batch) => {
    spot.commit(batch);
    account.commit(batch);
  });
  await addLastTrades(db, engine, spot);
  return spot;
}

function startOf(engine: Engine): SpotStart {
  const { markets, spot } = machinesOf(engine);
  const { seq, at } = engine.room;
  const books = Array.from(markets.of(SPOT).markets(), ({ rules: { symbol } }) => {
    const live = spot.live(symbol);
    return { market: symbol, levels: live === undefined ? [] : allLevels(live) };
  });
  return { seq, at, markets: books };
}

async function addLastTrades(
  db: Pick<Database, 'pool'>,
  engine: Engine,
  streams: SpotStreams,
): Promise<void> {
  for (const { rules } of machinesOf(engine).markets.of(SPOT).markets()) {
    const rows = await readLastTrades(db.pool, engine.realm, rules.id, RECENT_TRADES);
    streams.addTrades(
      rules.symbol,
      rows.map((row) => tradeView(rules, { ...row, taker: row })),
    );
  }
}
