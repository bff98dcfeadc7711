import { type MigrationSet, migrationSets } from '../db/migrate.ts';

/** The engine's own tables, in each realm. */
export function engineMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'engine', {
    realm: { engine: ['update'], engine_batch: ['insert'] },
  });
}
