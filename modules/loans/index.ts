import type { PersonalRecords } from '@assay/core/personal-records';
import type { Database } from '@assay/platform/db/database';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { collateralHandlers } from './calls/collateral.ts';
import { collateralStaffHandlers } from './calls/collateral-staff.ts';
import { personHandlers } from './calls/person.ts';
import { staffHandlers } from './calls/staff.ts';
import { securedRecords } from './collateral-records.ts';
import { decidedCommands } from './decided.ts';
import english from './messages/en.json' with { type: 'json' };
import type { LoansOptions, LoansRealm, Parts } from './parts.ts';
import { collateralCalls, collateralStaffCalls } from './schema/collateral.ts';
import { loanCalls } from './schema/person.ts';
import { loanStaffCalls } from './schema/staff.ts';
import { loansJob, takeBack } from './steps.ts';
import { applicationsOf, drafts, eraseLoans } from './store/applications.ts';
import {
  collateralEvent,
  collateralLoan,
  collateralTerms,
  collateralTick,
  endedCollateralLoan,
} from './store/collateral-tables.ts';
import { paymentsOf, repaymentsOf } from './store/repayments.ts';
import { endedLoan, loan, loanDay, loanPayment, loanProduct } from './store/tables.ts';
import { detailOf, stageOf } from './views.ts';

export { approvals as loanApprovals } from './approvals.ts';
export { CollateralMachine } from './machine/collateral-machine.ts';
export { COLLATERAL_TERMS } from './machine/collateral-terms.ts';
export { LoansMachine } from './machine/loans-machine.ts';
export { LOAN_PRODUCTS } from './machine/products.ts';
export type { LoanNotice, LoansOptions, LoansRealm } from './parts.ts';
export { COLLATERAL_HOLDS, LOAN_HOLDS } from './store/holds.ts';
export { loanCustody } from './store/repayments.ts';

const ALL = 10_000;

/** The tables of this module. */
export function loanMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'loans', {
    shared: {
      // What was applied for, paid and decided does not change, by triggers.
      loan_application: ['insert', 'update'],
      loan_document: ['insert', 'update', 'delete'],
      loan_claim: ['insert', 'update', 'delete'],
      loan_repayment: ['insert', 'update'],
      loan_reminder: ['insert'],
    },
    realm: {
      ...rightsOf(
        ...[loanProduct, loan, endedLoan, loanDay, loanPayment, collateralTerms],
        ...[collateralLoan, endedCollateralLoan, collateralEvent, collateralTick],
      ),
      loan_sum: ['update'],
    },
  });
}

export interface Loans {
  readonly calls: readonly CallSet[];
  readonly job: Job;
  /** What two people decide, for who keeps that. */
  readonly decided: ReturnType<typeof decidedCommands>;
  readonly personalRecords: PersonalRecords;
}

/** Assembles what is around the machine's loans. */
export function createLoans(
  database: Pick<Database, 'pool'>,
  realm: LoansRealm,
  { messages, ...options }: LoansOptions & { readonly messages: Pick<Messages, 'add'> },
): Loans {
  messages.add({ en: english });
  const parts: Parts = { ...options, database, realm };
  const { pool } = database;
  const all = (userId: number) => applicationsOf(pool, userId, { limit: ALL });
  return {
    calls: [
      callSet(loanCalls, personHandlers(parts)),
      callSet(loanStaffCalls, staffHandlers(parts)),
      callSet(collateralCalls, collateralHandlers(parts)),
      callSet(collateralStaffCalls, collateralStaffHandlers(parts)),
    ],
    job: loansJob(parts),
    decided: decidedCommands(parts),
    personalRecords: {
      read: async (userId) => {
        const found = (await all(userId)).map(async (one) => {
          const payments = one.loanId === null ? [] : await paymentsOf(pool, one.loanId);
          return detailOf(
            one,
            payments,
            await repaymentsOf(pool, one.applicationId),
            one.appliedAt,
          );
        });
        const sent = await drafts(pool, userId);
        const documents = sent.map(({ kind, sentAt }) => ({ kind, sentAt }));
        return {
          ...{ applications: await Promise.all(found), documents },
          collateral: await securedRecords(parts, userId),
        };
      },
      // A loan stays: it is a debt, which the ledger has by numbers.
      close: async (userId, now) => {
        for (const one of await all(userId)) {
          const stage = stageOf(one);
          const isOpen = stage === 'unreviewed' || stage === 'approved';
          if (isOpen) await takeBack(parts, one.applicationId, now);
        }
      },
      erase: async (userId, now) => {
        await options.files.shred(await eraseLoans(pool, userId), now);
      },
    },
  };
}
