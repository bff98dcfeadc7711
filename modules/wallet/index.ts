import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import { conversionHandlers } from './calls/conversions.ts';
import type { WalletRealm } from './calls/realm.ts';
import { transferHandlers } from './calls/transfer.ts';
import { conversion, lastConversion } from './conversions/tables.ts';
import english from './messages/en.json' with { type: 'json' };
import { type ResultsRealm, resultHandlers } from './results/calls.ts';
import { conversionCalls } from './schema/conversions.ts';
import { resultCalls } from './schema/results.ts';
import { transferCalls } from './schema/transfer.ts';
import { depositCredit, endedWithdrawal, withdrawal } from './store/tables.ts';

export { withdrawalsPart } from './account-part.ts';
export { type AddressBook, createAddressBook } from './addresses/index.ts';
export { approvals as walletApprovals } from './approvals.ts';
export type { Faucet } from './calls/deposits.ts';
export type { WalletRealm } from './calls/realm.ts';
export { ConversionMachine } from './conversions/machine.ts';
export { readConversions } from './conversions/store.ts';
export type { DepositBank } from './deposits/deposits.ts';
export { createDeposits, type DepositsModule } from './deposits/index.ts';
export type { DepositChain } from './deposits/store/chains.ts';
export type { OtherWay } from './machine/around.ts';
export { WalletMachine } from './machine/wallet-machine.ts';
export { createProofs } from './proofs/index.ts';
export { provedCustody } from './proofs/store.ts';
export { createRecoveries, type Recoveries } from './recoveries/index.ts';
export type { RecoveryTerms } from './recoveries/parts.ts';
export { recoveredCustody } from './recoveries/store.ts';
export { createReserves, type ReservesModule } from './reserves/index.ts';
export type { OtherCustody } from './reserves/reserves.ts';
export type { ResultsRealm } from './results/calls.ts';
export type { Span } from './results/follower.ts';
export type { SpotFill } from './results/rules.ts';
export { readWithdrawing, WITHDRAWAL_HOLDS } from './store/holds.ts';
export {
  type BankOffer,
  type BankWay,
  createWithdrawals,
  type Network,
  type OfBanks,
  type Withdrawal,
  type Withdrawals,
} from './withdrawals/index.ts';

/** Texts of this module by language. */
export const walletMessages = { en: english };

/** The tables of this module. */
export function walletMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'wallet', {
    shared: {
      deposit_chain: ['insert', 'update'],
      deposit_token: ['insert', 'update'],
      deposit_person: ['insert', 'update'],
      deposit_address: ['insert'],
      deposit: ['insert', 'update'],
      custody_address: ['insert', 'update'],
      custody_own: ['insert'],
      reserve_difference: ['insert', 'update'],
      test_money: ['insert', 'update', 'delete'],
      // Where one goes does not change, by a trigger.
      withdrawal_destination: ['insert', 'update', 'delete'],
      withdrawal_bank: ['insert', 'update', 'delete'],
      // Of a plan its digest is erased with its owner.
      exit_plan: ['insert', 'update'],
      withdrawal_lot: ['insert', 'delete'],
      withdrawal_hold: ['insert', 'update', 'delete'],
      withdrawal_claim: ['insert', 'update', 'delete'],
      withdrawal_payout: ['insert'],
      // What was entered does not change, by a trigger.
      payout_by_hand: ['insert', 'update'],
      payout_decision: ['insert'],
      withdrawal_address: ['insert', 'update', 'delete'],
      withdrawal_whitelist: ['insert'],
      withdrawal_rules_read: ['insert'],
      // What a proof says does not change, by a trigger.
      deposit_proof: ['insert', 'update'],
      // Nor does what a recovery is about, or what was decided.
      deposit_recovery: ['insert', 'update'],
    },
    realm: {
      ...rightsOf(withdrawal, endedWithdrawal, depositCredit, lastConversion, conversion),
      result_person: ['insert', 'update'],
      result_holding: ['insert', 'update'],
      result_arrival: ['insert'],
    },
  });
}

/** The calls about results and currencies with their handlers. */
export function createResultCalls(
  database: Pick<Database, 'pool'>,
  realms: Readonly<Record<Realm, ResultsRealm>>,
): CallSet {
  return callSet(resultCalls, resultHandlers(database, realms));
}

/** The calls about transfers and small balances with their handlers. */
export function createWalletCalls(realms: Readonly<Record<Realm, WalletRealm>>): CallSet {
  return callSet(
    { ...transferCalls, ...conversionCalls },
    { ...transferHandlers(realms), ...conversionHandlers(realms) },
  );
}
