import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import * as tables from './store/tables.ts';

export { CfdMachine } from './machine/cfd-machine.ts';
export { ALWAYS_OPEN, type Session, type Sessions } from './rules/quote.ts';
export { CFD_HOLDS } from './store/holds.ts';

/** The tables of this module. */
export function cfdMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'cfd', { realm: rightsOf(...Object.values(tables)) });
}
