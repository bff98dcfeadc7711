import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { feeCut, feeTier } from './store/tables.ts';

export { countingOf, type FeeTierJobOptions, feeTierJob, staleQuotesJob } from './jobs.ts';
export { SpotMachine } from './machine/spot-machine.ts';
export { SPOT_HOLDS } from './store/holds.ts';
export {
  countedVolumeOf,
  type FeesOfDay,
  readCuts,
  readFeesByDay,
  readHasTraded,
  readRates,
  readVolumeOf,
} from './store/volumes.ts';

/** The tables of this module. */
export function spotMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'spot', { realm: rightsOf(feeTier, feeCut) });
}
