import type { Realm } from '@assay/core/ledger/realm';
import type { Bounds } from '@assay/core/order/life/bounds';
import { type MarketListing, type Product, SPOT } from '@assay/core/order/market';
import type { RecordDeclaration } from '@assay/core/schema/record';
import { CFD, CfdMachine, standingOf } from '@assay/modules/cfd';
import { EarnMachine, StrategiesMachine } from '@assay/modules/earn';
import { FeedsMachine } from '@assay/modules/feeds';
import { LaunchMachine } from '@assay/modules/launch';
import { LedgerMachine } from '@assay/modules/ledger';
import { CollateralMachine, LoansMachine } from '@assay/modules/loans';
import { MarketsMachine } from '@assay/modules/markets';
import { OptionsMachine } from '@assay/modules/options';
import { OrdersMachine } from '@assay/modules/orders';
import { PromotionMachine } from '@assay/modules/promotion';
import { BankWithdrawalsMachine, PurchasesMachine } from '@assay/modules/purchases';
import { RewardsMachine, VouchersMachine } from '@assay/modules/rewards';
import { SpotMachine } from '@assay/modules/spot';
import { ConversionMachine, WalletMachine } from '@assay/modules/wallet';
import type { Clock } from '@assay/platform/clock';
import type { Client, Database } from '@assay/platform/db/database';
import type { MigrationSet } from '@assay/platform/db/migrate';
import { Engine, type EngineOptions } from '@assay/platform/engine/engine';
import type { LoadedState, LoadVerdict } from '@assay/platform/engine/loading';
import type { Machine, Machines } from '@assay/platform/engine/machine';
import { type Admit, Precedence } from '@assay/platform/engine/precedence';
import { SteadyTime } from '@assay/platform/engine/steady-time';
import { indexHours } from './hours.ts';

/** The machines that every realm has, by name. */
export type RealmMachines = {
  readonly markets: MarketsMachine;
  readonly feeds: FeedsMachine;
  readonly ledger: LedgerMachine;
  readonly orders: OrdersMachine;
  readonly spot: SpotMachine;
  readonly wallet: WalletMachine;
  readonly cfd: CfdMachine;
  readonly options: OptionsMachine;
  readonly purchases: PurchasesMachine;
  readonly bankWithdrawals: BankWithdrawalsMachine;
  readonly launch: LaunchMachine;
  readonly conversions: ConversionMachine;
  readonly earn: EarnMachine;
  readonly strategies: StrategiesMachine;
  readonly loans: LoansMachine;
  readonly collateral: CollateralMachine;
  readonly promotion: PromotionMachine;
  readonly rewards: RewardsMachine;
  readonly vouchers: VouchersMachine;
};

/** What a module adds to a realm: products and markets, machines, and tables. */
export interface RealmPart {
  /** Products whose markets may be listed. */
  readonly products: readonly Product[];
  /** Markets that a new installation lists. */
  readonly markets?: readonly MarketListing[];
  machines(realm: RealmMachines): Machines;
  migrations(): MigrationSet[];
}

/** The engine of a realm. */
export type RealmEngine = Engine<RealmMachines>;

/**
 * Makes the machines of a realm, empty, in the order in which they load: a machine comes after
 * those whose state it reads. Server, tests, simulator and benches all take them from here.
 * `parts`: modules beside those of the product, which tests add; `bounds`: theirs are small.
 */
export function createRealmMachines(
  realm: Realm,
  parts: readonly RealmPart[] = [],
  bounds?: Bounds,
): RealmMachines {
  const markets = new MarketsMachine([SPOT, CFD, ...parts.flatMap(({ products }) => products)]);
  const feeds = new FeedsMachine();
  const ledger = new LedgerMachine({ realm, assets: markets });
  const orders = new OrdersMachine({ ledger: ledger.ledger, markets, prices: feeds, bounds });
  const spot = new SpotMachine(orders);
  ledger.addHoldOwner(orders);
  const wallet = new WalletMachine({ realm, ledger, assets: markets });
  const onIndex = { ledger, assets: markets, prices: feeds, slice: bounds?.slice };
  const hours = indexHours(feeds.hours.of);
  const cfd = new CfdMachine({ ...onIndex, markets, sessions: hours });
  wallet.addClaim(cfd);
  const promotion = new PromotionMachine({ realm, ledger, assets: markets });
  const peersOf = (userId: number) => promotion.clusters.peersOf(userId);
  const onPeers = { realm, ledger, assets: markets, peersOf };
  const vouchers = new VouchersMachine({ ...onPeers, contracts: cfd });
  const options = new OptionsMachine({
    ...{ ...onIndex, realm, wallets: wallet, hours, trials: vouchers.trialFunds },
  });
  const ofBanks = { realm, ledger, assets: markets, wallet };
  const purchases = new PurchasesMachine(ofBanks);
  const bankWithdrawals = new BankWithdrawalsMachine(ofBanks);
  const products = { orders, spot, cfd, options };
  const conversions = new ConversionMachine({ ledger, assets: markets, markets, prices: feeds });
  const earn = new EarnMachine({ ledger, assets: markets, slice: bounds?.slice });
  const strategies = new StrategiesMachine({
    ...onIndex,
    contracts: { of: (account) => standingOf(cfd, account) },
  });
  const loans = new LoansMachine({ realm, ledger, assets: markets, wallet, slice: bounds?.slice });
  const collateral = new CollateralMachine({ ...onIndex, realm });
  const rewards = new RewardsMachine(onPeers);
  const launch = new LaunchMachine({
    ...{ ledger, assets: markets, markets, peersOf, slice: bounds?.slice },
  });
  const money = { wallet, purchases, bankWithdrawals, conversions };
  const offers = { earn, strategies, launch, loans, collateral, promotion, rewards, vouchers };
  const machines = { markets, feeds, ledger, ...products, ...money, ...offers };
  return Object.assign({}, machines, ...parts.map((part) => part.machines(machines)));
}

/** The machine that a part added. @throws Error when no part added one of this class */
export function machineOf<T extends Machine>(
  machines: RealmMachines,
  kind: new (...args: never[]) => T,
): T {
  const list: readonly Machine[] = Object.values(machines);
  const found = list.find((machine): machine is T => machine instanceof kind);
  if (found === undefined) throw new Error(`the realm has no ${kind.name}`);
  return found;
}

/** The tables that the machines of a realm declare. */
export function declaredTables(
  realm: Realm,
  parts: readonly RealmPart[] = [],
): RecordDeclaration[] {
  const machines: readonly Machine[] = Object.values(createRealmMachines(realm, parts));
  return machines.flatMap(({ tables }) => tables);
}

export interface RealmEngineOptions {
  readonly realm: Realm;
  readonly db: Pick<Database, 'connect'> & Partial<Pick<Database, 'connectOwner'>>;
  readonly clock: Clock;
  readonly log: EngineOptions<RealmMachines>['log'];
  /** The name of the lease's holder, for people who look at it. */
  readonly holder?: string;
  /** Identifies the code that decides, for the upgrades in the log; tests need none. */
  readonly build?: string | undefined;
  /** Modules beside those of the product. */
  readonly parts?: readonly RealmPart[];
  /** How much work one command does at most; tests make it small. */
  readonly bounds?: Bounds | undefined;
  /** How commands come in; by default each at once. */
  readonly admission?: Admit;
  readonly needsApproval?: EngineOptions<RealmMachines>['needsApproval'];
  /** Checks what was loaded before anything is decided on it. */
  readonly check?: EngineOptions<RealmMachines>['check'];
}

/**
 * The engine of a realm, not yet started. The realm's schema comes first in its connection's search
 * path.
 */
export function createEngine(options: RealmEngineOptions): RealmEngine {
  const { realm, db, clock, log, holder, build, parts, check, bounds, admission } = options;
  const time = new SteadyTime(clock);
  return new Engine({
    realm,
    machines: () => createRealmMachines(realm, parts, bounds),
    connect: () => connectTo(realm, db.connect),
    connectOwner: () => connectTo(realm, db.connectOwner ?? db.connect),
    now: () => time.now(),
    trouble: () => time.trouble,
    holder: holder ?? `pid ${process.pid}`,
    log,
    build,
    check,
    admission,
    needsApproval: options.needsApproval,
  });
}

interface EnginesOptions extends Omit<RealmEngineOptions, 'realm' | 'check' | 'admission'> {
  readonly check?: (realm: Realm, loaded: LoadedState) => Promise<LoadVerdict>;
}

/** The engines of a server. Practice waits for trade: the real one goes first. */
export function createEngines({ check, ...shared }: EnginesOptions): Record<Realm, RealmEngine> {
  const { first, second } = new Precedence();
  const engine = (realm: Realm, admission: Admit) =>
    createEngine({ ...shared, realm, admission, check: check && ((one) => check(realm, one)) });
  return { real: engine('real', first), demo: engine('demo', second) };
}

async function connectTo(realm: Realm, connect: Database['connect']): Promise<Client> {
  const client = await connect();
  try {
    await client.query(`SET search_path TO ${realm}, public`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}
