import { migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { box } from './schema.ts';

export const savingsMigrations = () =>
  migrationSets(import.meta.url, 'savings', { realm: rightsOf(box) });
