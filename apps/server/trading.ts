import { accountId } from '@assay/core/ledger/owners';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { indexName } from '@assay/core/order/market';
import type { Mode } from '@assay/core/schema/mode';
import {
  type CfdCallsOptions,
  CfdQuoteStreams,
  type CfdRealm,
  cfdMessages,
  cfdPart,
  createCfdCalls,
  Quality,
  qualityJob,
} from '@assay/modules/cfd';
import { earnPart } from '@assay/modules/earn';
import type { EmergencyStops } from '@assay/modules/emergency';
import type { FeedService } from '@assay/modules/feeds';
import { isIndexOpen } from '@assay/modules/feeds/rules';
import type { Identity, Policy } from '@assay/modules/identity';
import { launchPart } from '@assay/modules/launch';
import {
  balancesPart,
  createLedgerCalls,
  type LedgerRealm,
  ledgerMessages,
  type Prices,
} from '@assay/modules/ledger';
import {
  favouriteRecords,
  type MarketBoard,
  readDayCloses,
  silentMarketsJob,
} from '@assay/modules/markets';
import { optionsPart } from '@assay/modules/options';
import { createOrderCalls, ordersMessages, ordersPart, RealmOrders } from '@assay/modules/orders';
import type { Parameters } from '@assay/modules/parameters';
import { feeTierJob, staleQuotesJob } from '@assay/modules/spot';
import type { ApiMoves } from '@assay/modules/trading-api';
import {
  createResultCalls,
  createWalletCalls,
  type WalletRealm,
  walletMessages,
  withdrawalsPart,
} from '@assay/modules/wallet';
import { type LogSigner, readOrMakeLogKey } from '@assay/platform/check/signer';
import type { Clock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { AccountChannel } from '@assay/platform/streams/account-channel';
import type { Hub } from '@assay/platform/streams/hub';
import { apiMoves } from './api-money.ts';
import { countedBy } from './fee-terms.ts';
import type { RealmEngine } from './realm.ts';
import { resultsRealm } from './results.ts';

export interface TradingOptions {
  /** Started; no command may be submitted before `startTrading` has returned. */
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
  readonly db: Pick<Database, 'pool'>;
  readonly clock: Clock;
  readonly hub: Hub;
  readonly identity: Pick<Identity, 'proveTrade' | 'addPersonalRecords'>;
  readonly messages: Messages;
  /** What the country of a person lets them do; null: of whoever is nobody yet. */
  policyOf(userId: number | null): Promise<Policy>;
  readonly config?: Pick<Config, 'DATA_DIR'>;
  /** Instead of the log of the feed and the key in DATA_DIR. */
  readonly evidence?: CfdCallsOptions['evidence'];
  /** Where past prices are read; asked once prices have started. */
  pricing(): {
    readonly boards: Readonly<Record<Realm, MarketBoard>>;
    readonly feed: Pick<FeedService, 'reader' | 'allTicks'>;
  };
}

/** The parts of trading that the rest of the server uses. */
export interface Trading {
  readonly calls: readonly CallSet[];
  readonly orders: Readonly<Record<Realm, RealmOrders>>;
  /** Transfers and conversions, for programs. */
  readonly moves: Readonly<Record<Realm, ApiMoves>>;
  /** What assets are worth by the last index prices. */
  readonly prices: Readonly<Record<Realm, Prices>>;
}

/** Makes the calls and streams of ledger, orders and wallets on the engines. */
export async function startTrading(options: TradingOptions): Promise<Trading> {
  const { engines, db, hub, messages } = options;
  messages.add(ledgerMessages).add(ordersMessages).add(walletMessages).add(cfdMessages);
  const orders = perRealm((realm) => new RealmOrders({ engine: engines[realm], db, hub }));
  for (const realm of REALMS) {
    await orders[realm].start();
    startAccountChannel(options, orders[realm]);
    startContractQuotes(options, engines[realm]);
  }
  options.identity.addPersonalRecords('favourites', favouriteRecords(db));
  const ledger = perRealm((realm) => ledgerRealm(engines[realm], options));
  return {
    orders,
    prices: perRealm((realm) => indexPrices(engines[realm])),
    moves: perRealm((realm) => apiMoves(engines[realm], walletRealm(engines[realm]), db)),
    calls: [
      createLedgerCalls({ reads: db.pool, realms: ledger }),
      createOrderCalls({ reads: db.pool, realms: orders, trades: options.identity }),
      createWalletCalls(perRealm((realm) => walletRealm(engines[realm]))),
      createResultCalls(
        db,
        perRealm((realm) => resultsRealm(engines[realm], db, indexPrices(engines[realm]))),
      ),
      createCfdCalls({
        ...{ reads: db.pool, trades: options.identity, evidence: evidenceOf(options) },
        quality: new Quality({ db, now: () => options.clock.now() }),
        realms: perRealm((realm) => cfdRealm(engines[realm], options)),
        trials: {
          ownerOf: (voucherId, userId) => trialFunds(engines).ownerOf(voucherId, userId),
          mayOpen: async (voucherId, userId, now) =>
            trialFunds(engines).isOpen(voucherId, now) &&
            (await options.policyOf(userId)).offers('inducements'),
        },
        policyOf: async (userId) => {
          const policy = await options.policyOf(userId);
          const { preset, warnings, closeOutPercent } = policy;
          const leverageOf = policy.offers('cfd') ? policy.leverageOf : () => 0;
          return { preset, warnings, closeOutPercent, leverageOf };
        },
      }),
    ],
  };
}

/** By what receipts are proved: read once prices have started. */
export function evidenceOf({
  config,
  evidence,
  pricing,
}: Pick<TradingOptions, 'config' | 'evidence' | 'pricing'>): CfdCallsOptions['evidence'] {
  if (evidence !== undefined) return evidence;
  let signer: LogSigner | null = null;
  return () => {
    signer ??= readOrMakeLogKey(config?.DATA_DIR ?? '');
    return { ticks: pricing().feed.allTicks, signer };
  };
}

/** The jobs of trading; in a production a market without live prices is halted. */
export function tradingJobs(
  {
    engines,
    db,
    stops,
    parameters,
  }: Pick<TradingOptions, 'engines' | 'db'> & {
    readonly stops: EmergencyStops;
    readonly parameters: Pick<Parameters, 'ofHouse'>;
  },
  mode: Mode,
): Job[] {
  return REALMS.flatMap((realm) => {
    const engine = engines[realm];
    const counted = countedBy(engine, parameters);
    const stale = (at: number, olderThanMs: number) =>
      engine.machines.spot.staleQuotes(at, olderThanMs).length > 0;
    const jobs = [
      qualityJob(db, realm),
      feeTierJob({
        ...{ realm, reads: db.pool, ...counted },
        submit: (command) => engine.submit(command),
      }),
      staleQuotesJob({ realm, stale, submit: (command) => engine.submit(command) }),
    ];
    const silent = silentMarketsJob({
      realm,
      markets: () => engine.machines.markets.markets(),
      isStopped: (market) => stops.isMarketStopped(realm, market),
      isOpen: (index, at) => isIndexOpen(index, at, engine.machines.feeds.hours.of),
      pricedAt: (index) => engine.machines.feeds.lastIndex(index)?.at,
      submit: (command) => engine.submit(command),
    });
    return mode === 'production' ? [...jobs, silent] : jobs;
  });
}

/** There are none in the virtual realm. */
function trialFunds({ real }: TradingOptions['engines']) {
  return real.machines.vouchers.trialFunds;
}

function perRealm<T>(make: (realm: Realm) => T): Record<Realm, T> {
  return { real: make('real'), demo: make('demo') };
}

/** The channel `account`, composed of a part from each module. */
function startAccountChannel({ engines, db, hub }: TradingOptions, orders: RealmOrders): void {
  const engine = engines[orders.realm.name];
  const { realm } = engine;
  const symbolOf = (id: number) => engine.machines.markets.assetSymbol(id);
  const channel = new AccountChannel({
    hub,
    realm,
    db,
    parts: [
      ordersPart(orders.realm),
      balancesPart(realm, indexPrices(engine), symbolOf),
      withdrawalsPart(realm, () => engine.machines.wallet),
      optionsPart(realm, () => engine.machines.options),
      launchPart(realm, () => engine.machines.launch),
      cfdPart(realm, () => engine.machines.cfd),
      earnPart(
        realm,
        () => engine.machines.earn,
        () => engine.machines.strategies,
      ),
    ],
  });
  engine.onLoad(() => channel.restart());
  engine.onCommit((batch) => channel.commit(batch));
}

function startContractQuotes({ hub }: Pick<TradingOptions, 'hub'>, engine: RealmEngine): void {
  const contracts = () => engine.machines.cfd.state.contracts;
  const quotes = new CfdQuoteStreams(hub, engine.realm, contracts);
  engine.onCommit(({ facts }) => quotes.commit(facts));
}

function ledgerRealm(
  engine: RealmEngine,
  { pricing }: Pick<TradingOptions, 'pricing'>,
): LedgerRealm {
  const { realm } = engine;
  return {
    prices: indexPrices(engine),
    assetId: (symbol) => engine.machines.markets.assetId(symbol),
    assetSymbol: (id) => engine.machines.markets.assetSymbol(id),
    assets: () => engine.machines.markets.assets(),
    closes: (...asked) => {
      const { boards, feed } = pricing();
      return readDayCloses({ board: boards[realm], feed }, realm, ...asked);
    },
  };
}

function cfdRealm(engine: RealmEngine, { clock }: Pick<TradingOptions, 'clock'>): CfdRealm {
  return {
    submit: (command) => engine.submit(command),
    machine: () => engine.machines.cfd,
    now: () => clock.now(),
  };
}

export function walletRealm(engine: RealmEngine): WalletRealm {
  return {
    submit: (command) => engine.submit(command),
    assets: () => engine.machines.markets.assets(),
    amounts: (userId, wallet, asset) => {
      const { ledger } = engine.machines.ledger;
      const slot = ledger.find(accountId(userId, wallet, asset));
      return { available: ledger.available(slot), held: ledger.held(slot) };
    },
    conversions: () => engine.machines.conversions,
    usdt: indexPrices(engine).usdt,
    heldByWithdrawals: (userId, asset) => engine.machines.wallet.withdrawals.heldBy(userId, asset),
    openWithdrawals: (userId) => engine.machines.wallet.withdrawals.countOf(userId),
    neededByContracts: (userId, asset) => {
      const { wallet } = engine.machines;
      return {
        held: wallet.heldForContracts(userId, asset),
        claimed: wallet.claimedOf(userId, asset),
      };
    },
  };
}

const CASH = 'USDT';
const ONE_USDT = 100_000_000n;

/** Values at the last index price, however old: for reading, never for deciding. */
function indexPrices(engine: RealmEngine): Prices {
  return {
    usdt: (asset) => {
      if (asset === CASH) return ONE_USDT;
      const price = engine.machines.feeds.lastIndex(indexName(asset, CASH));
      return price === undefined ? null : BigInt(price.units);
    },
  };
}
