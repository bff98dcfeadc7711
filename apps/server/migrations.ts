import { feedsMigrations } from '@assay/modules/feeds';
import { ledgerMigrations } from '@assay/modules/ledger';
import { marketsMigrations } from '@assay/modules/markets';
import { ordersMigrations } from '@assay/modules/orders';
import { spotMigrations } from '@assay/modules/spot';
import type { MigrationSet } from '@assay/platform/db/migrate';
import { engineMigrations } from '@assay/platform/engine/migrations';

/** The tables that the engines write, in the order in which they are made. */
export function engineTables(): MigrationSet[] {
  return [
    ...engineMigrations(),
    ...marketsMigrations(),
    ...feedsMigrations(),
    ...ledgerMigrations(),
    ...spotMigrations(),
    ...ordersMigrations(),
  ];
}
