import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { type OptionCallOptions, optionHandlers } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema/index.ts';
import {
  endedOption,
  madeGoodOption,
  openOption,
  optionDay,
  optionFeed,
  optionMadeGood,
  optionMarket,
  optionPerson,
  optionRate,
  optionSeries,
  optionSettlement,
  optionTick,
  optionVoid,
  optionWindow,
} from './store/tables.ts';

export { optionsPart } from './account-part.ts';
export { approvals as optionApprovals } from './approvals.ts';
export type { OptionsRealm } from './calls.ts';
export { TickFollower } from './follower.ts';
export { OPTION_MARKETS } from './listings.ts';
export { type OptionHours, OptionsMachine } from './machine/options-machine.ts';
export { MadeGoodPayer } from './made-good.ts';
export type { OptionSigner } from './receipts.ts';
export { type PolicyName, policyOf } from './rules/policy.ts';
export { OptionReads } from './store/reads.ts';

/** Texts of this module by language. */
export const optionsMessages = { en: english };

/** The tables of this module. */
export function optionsMigrations(): MigrationSet[] {
  const kept = [optionMarket, optionRate, openOption, optionSeries, optionFeed, optionTick];
  const logs = [endedOption, optionSettlement, optionVoid, optionMadeGood, madeGoodOption];
  return migrationSets(import.meta.url, 'options', {
    realm: rightsOf(...kept, optionPerson, optionDay, optionWindow, ...logs),
  });
}

/** The calls of this module with their handlers. */
export function createOptionCalls(options: OptionCallOptions): CallSet {
  return callSet(calls, optionHandlers(options));
}
