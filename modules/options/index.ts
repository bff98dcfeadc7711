import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import {
  endedOption,
  openOption,
  optionDay,
  optionFeed,
  optionMarket,
  optionPerson,
  optionRate,
  optionSeries,
  optionSettlement,
  optionTick,
  optionVoid,
} from './store/tables.ts';

export { type OptionHours, OptionsMachine } from './machine/options-machine.ts';

/** The tables of this module. */
export function optionsMigrations(): MigrationSet[] {
  const kept = [optionMarket, optionRate, openOption, optionSeries, optionFeed, optionTick];
  const logs = [endedOption, optionSettlement, optionVoid];
  return migrationSets(import.meta.url, 'options', {
    realm: rightsOf(...kept, optionPerson, optionDay, ...logs),
  });
}
