import type { PersonalRecords } from '@assay/core/personal-records';
import type { Database } from '@assay/platform/db/database';
import { transaction } from '@assay/platform/db/transaction';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import type { WalletRealm } from '../calls/realm.ts';
import { bankCalls } from '../schema/bank.ts';
import { exitPlanCalls } from '../schema/exit-plans.ts';
import { walletStaffCalls } from '../schema/staff.ts';
import { type WithdrawalDetails, withdrawalCalls } from '../schema/withdrawals.ts';
import { bankHandlers } from './bank.ts';
import { BANK } from './bank-way.ts';
import { settleByHandCommand } from './by-hand.ts';
import { withdrawalHandlers } from './calls.ts';
import { exitPlanHandlers } from './exit-plans.ts';
import { type Parts, Turns, type WithdrawalsOptions } from './parts.ts';
import { staffHandlers } from './staff.ts';
import { advance, type StepOptions, withdrawalsJob } from './steps.ts';
import { eraseBank } from './store/bank.ts';
import { destinationsOf, eraseDestinations, type Queryable } from './store/destinations.ts';
import { erasePlans } from './store/plans.ts';
import {
  addPayout,
  lockEnd,
  type OwnFilter,
  takeBack,
  type Withdrawal,
  withdrawalById,
  withdrawalByReference,
  withdrawalsOf,
} from './store/withdrawals.ts';
import { isRecallable, viewOf } from './views.ts';

export type { BankOffer, BankWay } from './bank-way.ts';
export type { Network, WithdrawalsOptions } from './parts.ts';
export type { Withdrawal } from './store/withdrawals.ts';

export interface Withdrawals {
  readonly calls: readonly CallSet[];
  readonly job: Job;
  /** The withdrawals of a person, the latest first, as they see them. */
  list(userId: number, filter: OwnFilter, now: number): Promise<WithdrawalDetails[]>;
  /** That staff have paid one, for who keeps what takes two people. */
  readonly byHand: ReturnType<typeof settleByHandCommand>;
  /** Takes note that a transaction of the signer paid one; the next step settles it. */
  readonly recordPayout: (paid: SignersPayout, at: number) => Promise<void>;
  /** Staff take back what was handed over to the signer; false where that has signed it. */
  readonly takeBack: (named: Named, at: number) => Promise<boolean>;
  /** Does something that ends one while nobody else says that it was paid, or gives it back. */
  readonly alone: <T>(withdrawalId: number, work: () => Promise<T>) => Promise<T>;
  /** Withdrawals that a bank carries, for who reads its statements. */
  readonly ofBanks: OfBanks;
  readonly personalRecords: PersonalRecords;
}

type Named = Pick<Withdrawal, 'withdrawalId' | 'digest'>;

export interface OfBanks {
  readonly byId: (db: Queryable, withdrawalId: number) => Promise<Withdrawal | null>;
  readonly byReference: (db: Queryable, reference: string) => Promise<Withdrawal | null>;
  /** Nobody else ends this one until the transaction does, that is open. */
  readonly lock: (db: Queryable, withdrawalId: number) => Promise<void>;
  /**
   * Takes note, in the transaction that is open, that an entry of a bank paid one; false when it
   * or the entry has another.
   */
  readonly pay: (db: Queryable, one: Withdrawal, entry: string, now: number) => Promise<boolean>;
  /** Has the engine settle what was noted; the job does it where the server dies before. */
  readonly settle: (withdrawalId: number, now: number) => Promise<void>;
}

export interface SignersPayout {
  readonly withdrawalId: number;
  readonly chainId: number;
  readonly transaction: string;
}

/** Requests of one person that wait for each other; more come again later. */
const TURNS_MAX = 40;

/** Assembles what is around the machine's withdrawals. */
export function createWithdrawals(
  database: Pick<Database, 'pool'>,
  realm: WalletRealm,
  options: WithdrawalsOptions & StepOptions,
): Withdrawals {
  const parts: Parts = { ...options, database, realm, turns: new Turns(TURNS_MAX) };
  return {
    calls: [
      callSet(withdrawalCalls, withdrawalHandlers(parts)),
      callSet(exitPlanCalls, exitPlanHandlers(parts)),
      callSet(bankCalls, bankHandlers(parts)),
      callSet(walletStaffCalls, staffHandlers(parts)),
    ],
    job: withdrawalsJob(parts, options),
    list: async (userId, filter, now) => {
      const found = await withdrawalsOf(database.pool, userId, filter);
      return found.map((one) => viewOf(one, parts.networks(), now));
    },
    byHand: settleByHandCommand(options),
    recordPayout: async ({ withdrawalId, chainId, transaction: hash }, at) => {
      const one = await withdrawalById(database.pool, withdrawalId);
      const isDue = one?.state === 'paying' && one.payer === 'signer' && one.chainId === chainId;
      if (isDue && one.transaction === null) await addPayout(database.pool, one, hash, at);
    },
    takeBack: async ({ withdrawalId, digest }, at) => {
      const one = await withdrawalById(database.pool, withdrawalId);
      if (one === null || one.digest !== digest || !isRecallable(one)) return false;
      return takeBack(database.pool, withdrawalId, 'staff', at);
    },
    alone: (withdrawalId, work) =>
      transaction(database.pool, async (client) => {
        await lockEnd(client, withdrawalId);
        return work();
      }),
    ofBanks: {
      lock: lockEnd,
      byId: (db, withdrawalId) => ofBank(withdrawalById(db, withdrawalId)),
      byReference: (db, reference) => ofBank(withdrawalByReference(db, reference)),
      pay: (db, { withdrawalId }, entry, now) =>
        addPayout(db, { withdrawalId, chainId: BANK }, entry, now),
      settle: async (withdrawalId, now) => {
        const one = await withdrawalById(database.pool, withdrawalId);
        if (one?.state === 'paying' && one.transaction !== null) {
          await advance(parts, options, one, now);
        }
      },
    },
    personalRecords: {
      read: (userId) => destinationsOf(database.pool, userId),
      erase: async (userId) => {
        await eraseDestinations(database.pool, userId);
        await erasePlans(database.pool, userId);
        await eraseBank(database.pool, userId);
      },
    },
  };
}

const ofBank = async (found: Promise<Withdrawal | null>) => {
  const one = await found;
  return one === null || one.bank === null ? null : one;
};
