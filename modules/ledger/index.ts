import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { type LedgerCallsOptions, ledgerCalls } from './calls.ts';
import english from './messages/en.json' with { type: 'json' };
import { calls } from './schema.ts';
import { balance, posting } from './store/tables.ts';

export { balancesPart } from './account-part.ts';
export { approvals as ledgerApprovals } from './approvals.ts';
export { auditJournal, auditTables, JournalDigest, type LedgerFinding } from './audit.ts';
export { type Assets, type HoldOwner, LedgerMachine } from './machine.ts';
export { accountsOf, type LedgerRealm } from './realm.ts';
export { readFeeSums, readMovedSums } from './store/daily.ts';
export { readHasReceived, readLastBefore, readPersonFees } from './store/fees.ts';
export {
  type Balances,
  type FormerTotals,
  readAccounts,
  readFormerTotals,
  readLastMove,
  readOwnerSums,
  readPostings,
  readReceived,
} from './store/reads.ts';
export { readPostingsSince } from './store/since.ts';
export { type Prices, worthOf } from './views.ts';

/** Texts of this module by language. */
export const ledgerMessages = { en: english };

/** The tables of this module. */
export function ledgerMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'ledger', { realm: rightsOf(balance, posting) });
}

/** The calls of this module with their handlers. */
export function createLedgerCalls(options: LedgerCallsOptions): CallSet {
  return callSet(calls, ledgerCalls(options));
}
