import { alertsMigrations } from '@assay/modules/alerts';
import { apiKeyMigrations } from '@assay/modules/api-keys';
import { cfdMigrations } from '@assay/modules/cfd';
import { contentMigrations } from '@assay/modules/content';
import { earnMigrations } from '@assay/modules/earn';
import { emergencyMigrations } from '@assay/modules/emergency';
import { feedsMigrations } from '@assay/modules/feeds';
import { identityMigrations } from '@assay/modules/identity';
import { inboxMigrations } from '@assay/modules/inbox';
import { launchMigrations } from '@assay/modules/launch';
import { ledgerMigrations } from '@assay/modules/ledger';
import { loanMigrations } from '@assay/modules/loans';
import { marketsMigrations } from '@assay/modules/markets';
import { operatorMigrations } from '@assay/modules/operators';
import { optionsMigrations } from '@assay/modules/options';
import { ordersMigrations } from '@assay/modules/orders';
import { parameterMigrations } from '@assay/modules/parameters';
import { payoutMigrations } from '@assay/modules/payouts';
import { promotionMigrations } from '@assay/modules/promotion';
import { purchaseMigrations } from '@assay/modules/purchases';
import { reportMigrations } from '@assay/modules/reports';
import { rewardMigrations } from '@assay/modules/rewards';
import { spotMigrations } from '@assay/modules/spot';
import { supportMigrations } from '@assay/modules/support';
import { verificationMigrations } from '@assay/modules/verification';
import { walletMigrations } from '@assay/modules/wallet';
import { chainMigrations } from '@assay/platform/chain/rows';
import type { MigrationSet } from '@assay/platform/db/migrate';
import { engineMigrations } from '@assay/platform/engine/migrations';
import { filesMigrations } from '@assay/platform/files/files';
import { installationMigrations } from '@assay/platform/installation/installation';
import { mailMigrations } from '@assay/platform/mail/outbox';
import type { RealmPart } from './realm.ts';

/** The tables that the engines write, in the order in which they are made; `parts`: realm.ts. */
export function engineTables(parts: readonly RealmPart[] = []): MigrationSet[] {
  return [
    ...engineMigrations(),
    ...marketsMigrations(),
    ...feedsMigrations(),
    ...ledgerMigrations(),
    ...spotMigrations(),
    ...ordersMigrations(),
    ...walletMigrations(),
    ...cfdMigrations(),
    ...optionsMigrations(),
    ...purchaseMigrations(),
    ...earnMigrations(),
    ...loanMigrations(),
    ...promotionMigrations(),
    ...rewardMigrations(),
    ...launchMigrations(),
    ...parts.flatMap((part) => part.migrations()),
  ];
}

/** Every table of a server. */
export function serverTables(parts: readonly RealmPart[] = []): MigrationSet[] {
  return [
    ...engineTables(parts),
    ...installationMigrations(),
    ...chainMigrations(),
    ...mailMigrations(),
    ...identityMigrations(),
    ...apiKeyMigrations(),
    ...operatorMigrations(),
    ...emergencyMigrations(),
    ...parameterMigrations(),
    ...reportMigrations(),
    ...filesMigrations(),
    ...verificationMigrations(),
    ...contentMigrations(),
    ...inboxMigrations(),
    ...alertsMigrations(),
    ...supportMigrations(),
    ...payoutMigrations(),
  ];
}
