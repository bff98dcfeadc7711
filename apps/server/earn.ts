import type { Realm } from '@assay/core/ledger/realm';
import { REALMS } from '@assay/core/ledger/realm';
import { receiptPage } from '@assay/modules/cfd';
import {
  BookIndexBot,
  createEarnCalls,
  EarnReads,
  type EarnRealm,
  earnJob,
  earnMessages,
  endRenewalsJob,
  SpotContractBot,
  StrategyReads,
  strategiesJob,
} from '@assay/modules/earn';
import type { Policy } from '@assay/modules/identity';
import { listStrategyFills, type RealmOrders } from '@assay/modules/orders';
import type { Clock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { RealmEngine } from './realm.ts';
import { contractDesk, strategyDesk } from './strategy-desks.ts';

export interface EarnOptions {
  readonly clock: Clock;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
}

interface Around {
  policyOf(userId: number): Promise<Policy>;
  readonly orders: Readonly<Record<Realm, RealmOrders>>;
}

/** Coins that stand for money, on which some countries allow no interest. */
const STABLE: ReadonlySet<string> = new Set(['USDT', 'USDC']);

/** Earn products around the engine: the calls, and what the calendar brings. */
export function startEarn(
  { clock, db, jobs, messages, engines }: EarnOptions,
  { policyOf, orders }: Around,
): CallSet {
  messages.add(earnMessages);
  for (const realm of REALMS) {
    const engine = engines[realm];
    const job = earnJob({
      ...{ realm, now: () => clock.now() },
      machine: () => engine.machines.earn,
      submit: (command) => engine.submit(command),
    });
    jobs.add(job);
    const strategies = strategiesJob({
      ...{ realm, now: () => clock.now() },
      machine: () => engine.machines.strategies,
      submit: (command) => engine.submit(command),
    });
    jobs.add(strategies);
    const bot = { realm, machine: () => engine.machines.strategies };
    jobs.add(new BookIndexBot({ ...bot, desk: strategyDesk(engine, orders[realm]) }).job());
    jobs.add(new SpotContractBot({ ...bot, desk: contractDesk(engine, orders[realm]) }).job());
  }
  const isOffered = async (userId: number, asset: string) => {
    const policy = await policyOf(userId);
    return policy.offers('earn') && (!STABLE.has(asset) || policy.offers('stablecoinInterest'));
  };
  const areContractsOffered = async (userId: number) => {
    const policy = await policyOf(userId);
    return policy.offers('cfd') && policy.leverageOf('crypto') > 0;
  };
  const real = earnRealm(engines.real, db, orders.real);
  jobs.add(endRenewalsJob({ ...real, realm: 'real', isOffered }));
  const demo = earnRealm(engines.demo, db, orders.demo);
  return createEarnCalls({ realms: { real, demo }, isOffered, areContractsOffered });
}

/** The engine as earn products see it. */
function earnRealm(
  engine: RealmEngine,
  { pool }: Pick<Database, 'pool'>,
  orders: RealmOrders,
): EarnRealm {
  return {
    machine: () => engine.machines.earn,
    submit: (command) => engine.submit(command),
    assets: () => engine.machines.markets.assets(),
    assetSymbol: (id) => engine.machines.markets.assetSymbol(id),
    reads: new EarnReads(pool, engine.realm),
    strategies: () => engine.machines.strategies,
    strategyReads: new StrategyReads(pool, engine.realm),
    strategyTrades: (account, before, limit) =>
      listStrategyFills(pool, orders.realm, account, before, limit),
    strategyContracts: (account, before, limit) => {
      const of = { realm: engine.realm, machine: engine.machines.cfd };
      return receiptPage(pool, of, account, before, limit);
    },
  };
}
