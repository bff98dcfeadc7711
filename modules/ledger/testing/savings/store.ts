import { migrationSets } from '@assay/platform/db/migrate';

export const savingsMigrations = () => migrationSets(import.meta.url, 'savings');
