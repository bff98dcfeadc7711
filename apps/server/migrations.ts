import { apiKeyMigrations } from '@assay/modules/api-keys';
import { feedsMigrations } from '@assay/modules/feeds';
import { identityMigrations } from '@assay/modules/identity';
import { ledgerMigrations } from '@assay/modules/ledger';
import { marketsMigrations } from '@assay/modules/markets';
import { operatorMigrations } from '@assay/modules/operators';
import { ordersMigrations } from '@assay/modules/orders';
import { spotMigrations } from '@assay/modules/spot';
import type { MigrationSet } from '@assay/platform/db/migrate';
import { engineMigrations } from '@assay/platform/engine/migrations';
import { mailMigrations } from '@assay/platform/mail/outbox';

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

/** Every table of a server. */
export function serverTables(): MigrationSet[] {
  return [
    ...engineTables(),
    ...mailMigrations(),
    ...identityMigrations(),
    ...apiKeyMigrations(),
    ...operatorMigrations(),
  ];
}
