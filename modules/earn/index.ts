import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { EarnCallOptions } from './call-parts.ts';
import { earnHandlers } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema/index.ts';
import {
  earnStrategy,
  endedHolding,
  strategyCut,
  strategyCutAsset,
  strategyCutContract,
  strategyHolding,
} from './store/strategy-tables.ts';
import { earnAccrual, earnDay, earnOrder, earnProduct, endedEarn } from './store/tables.ts';

export { earnPart } from './account-part.ts';
export { approvals as earnApprovals } from './approvals.ts';
export type { EarnRealm } from './call-parts.ts';
export { earnJob, endRenewalsJob } from './jobs.ts';
export { EARN_PRODUCTS, STRATEGY_PRODUCTS } from './listings.ts';
export { EarnMachine } from './machine/earn-machine.ts';
export { StrategiesMachine } from './machine/strategies-machine.ts';
export { SPOT_CONTRACT } from './rules.ts';
export { type ContractDesk, SpotContractBot } from './spot-contract-job.ts';
export { EarnReads } from './store/reads.ts';
export { StrategyReads } from './store/strategy-reads.ts';
export { BookIndexBot, type StrategyDesk, strategiesJob } from './strategy-job.ts';

/** Texts of this module by language. */
export const earnMessages = { en: english };

/** The tables of this module. */
export function earnMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'earn', {
    realm: {
      ...rightsOf(earnProduct, earnOrder, endedEarn, earnAccrual, earnDay),
      earn_income: ['insert', 'update'],
      ...rightsOf(earnStrategy, strategyHolding, endedHolding, strategyCut, strategyCutAsset),
      ...rightsOf(strategyCutContract),
    },
  });
}

/** The calls of this module with their handlers. */
export function createEarnCalls(options: EarnCallOptions): CallSet {
  return callSet(calls, earnHandlers(options));
}
