import type { PersonalRecords } from '@assay/core/personal-records';
import type { BankWay } from '@assay/modules/wallet';
import type { Database } from '@assay/platform/db/database';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { personHandlers } from './calls/person.ts';
import { staffHandlers } from './calls/staff.ts';
import { decidedCommands } from './decided.ts';
import english from './messages/en.json' with { type: 'json' };
import type { Parts, PurchasesOptions, PurchasesRealm } from './parts.ts';
import { purchaseCalls } from './schema/person.ts';
import { purchaseStaffCalls } from './schema/staff.ts';
import { endUnpaid, purchasesJob, settle } from './steps.ts';
import { eraseOrders, recordsOf } from './store/orders.ts';
import { endedPurchase, purchase } from './store/tables.ts';
import { timelineOf, viewOf } from './views.ts';
import { bankWithdrawal, returnedBankWithdrawal } from './withdrawals/tables.ts';
import { bankWay } from './withdrawals/way.ts';

export { approvals as purchaseApprovals } from './approvals.ts';
export { PurchasesMachine } from './machine.ts';
export type { PurchasesRealm } from './parts.ts';
export { PURCHASE_HOLDS } from './store/holds.ts';
export { bankCustody, tradedForBankMoney } from './store/lines.ts';
export { BankWithdrawalsMachine } from './withdrawals/machine.ts';
export { BANK_WITHDRAWAL_HOLDS } from './withdrawals/tables.ts';

/** The tables of this module. */
export function purchaseMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'purchases', {
    shared: {
      // What was ordered, whom people pay and what a bank has said do not change, by triggers.
      purchase_payee: ['insert', 'update'],
      purchase_order: ['insert', 'update'],
      purchase_claim: ['insert', 'update', 'delete'],
      bank_line: ['insert', 'update'],
      bank_debit: ['insert', 'update'],
    },
    realm: rightsOf(purchase, endedPurchase, bankWithdrawal, returnedBankWithdrawal),
  });
}

export interface Purchases {
  readonly calls: readonly CallSet[];
  readonly job: Job;
  /** What two people decide, for who keeps that. */
  readonly decided: ReturnType<typeof decidedCommands>;
  /** The way out by banks, for withdrawals. */
  readonly bankWay: BankWay;
  readonly personalRecords: PersonalRecords;
}

/** Assembles what is around the machine's purchases. */
export function createPurchases(
  database: Pick<Database, 'pool'>,
  realm: PurchasesRealm,
  { messages, ...options }: PurchasesOptions & { readonly messages: Pick<Messages, 'add'> },
): Purchases {
  messages.add({ en: english });
  const parts: Parts = { ...options, database, realm };
  return {
    calls: [
      callSet(purchaseCalls, personHandlers(parts)),
      callSet(purchaseStaffCalls, staffHandlers(parts)),
    ],
    job: purchasesJob(parts),
    decided: decidedCommands(parts),
    bankWay: bankWay(parts),
    personalRecords: {
      read: async (userId) => {
        const orders = await recordsOf(database.pool, userId);
        return orders.map((order) => ({ ...viewOf(order), timeline: timelineOf(order) }));
      },
      // What somebody says was paid stays for people to look at.
      close: async (userId) => {
        for (const { state, digest } of await recordsOf(database.pool, userId)) {
          const ended = state === 'open' ? await endUnpaid(parts, digest, 'cancelled') : null;
          if (ended !== null) await settle(parts, ended);
        }
      },
      erase: async (userId, now) => {
        const proofs = await eraseOrders(database.pool, userId);
        await options.files.shred(proofs, now);
      },
    },
  };
}
