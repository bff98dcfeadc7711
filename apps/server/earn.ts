import type { Realm } from '@assay/core/ledger/realm';
import { REALMS } from '@assay/core/ledger/realm';
import {
  createEarnCalls,
  EarnReads,
  type EarnRealm,
  earnJob,
  earnMessages,
  endRenewalsJob,
} from '@assay/modules/earn';
import type { Policy } from '@assay/modules/identity';
import type { Clock } from '@assay/platform/clock';
import type { Database } from '@assay/platform/db/database';
import type { Messages } from '@assay/platform/http/messages';
import type { CallSet } from '@assay/platform/http/route';
import type { Jobs } from '@assay/platform/jobs/jobs';
import type { RealmEngine } from './realm.ts';

export interface EarnOptions {
  readonly clock: Clock;
  readonly db: Pick<Database, 'pool'>;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly engines: Readonly<Record<Realm, RealmEngine>>;
}

/** Coins that stand for money, on which some countries allow no interest. */
const STABLE: ReadonlySet<string> = new Set(['USDT', 'USDC']);

/** Earn products around the engine: the calls, and what the calendar brings. */
export function startEarn(
  { clock, db, jobs, messages, engines }: EarnOptions,
  { policyOf }: { policyOf(userId: number): Promise<Policy> },
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
  }
  const isOffered = async (userId: number, asset: string) => {
    const policy = await policyOf(userId);
    return policy.offers('earn') && (!STABLE.has(asset) || policy.offers('stablecoinInterest'));
  };
  const real = earnRealm(engines.real, db);
  jobs.add(endRenewalsJob({ ...real, realm: 'real', isOffered }));
  return createEarnCalls({ realms: { real, demo: earnRealm(engines.demo, db) }, isOffered });
}

/** The engine as earn products see it. */
function earnRealm(engine: RealmEngine, { pool }: Pick<Database, 'pool'>): EarnRealm {
  return {
    machine: () => engine.machines.earn,
    submit: (command) => engine.submit(command),
    assets: () => engine.machines.markets.assets(),
    assetSymbol: (id) => engine.machines.markets.assetSymbol(id),
    reads: new EarnReads(pool, engine.realm),
  };
}
