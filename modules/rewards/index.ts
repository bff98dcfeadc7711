import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { PersonalRecords } from '@assay/core/personal-records';
import { DAY } from '@assay/core/time';
import type { Database } from '@assay/platform/db/database';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { personHandlers } from './calls/person.ts';
import { staffHandlers } from './calls/staff.ts';
import english from './messages/en.json' with { type: 'json' };
import type { Parts, RewardsOptions, RewardsRealm } from './parts.ts';
import { PAYS } from './rules.ts';
import { rewardCalls } from './schema/person.ts';
import { rewardStaffCalls } from './schema/staff.ts';
import { voucherCalls, voucherStaffCalls } from './schema/vouchers.ts';
import { rewardsOf } from './store/reads.ts';
import { reward, signIn } from './store/tables.ts';
import { forgetZone, zoneOf } from './store/zones.ts';
import { voucherHandlers, voucherStaffHandlers, vouchersOf } from './vouchers/calls.ts';
import { vouchersJob } from './vouchers/job.ts';
import { feeVoucher, rewardTask, voucherPayment } from './vouchers/tables.ts';

export { approvals as rewardApprovals } from './approvals.ts';
export { RewardsMachine } from './machine.ts';
export type { FeeTierParts, RewardsRealm } from './parts.ts';
export type { TaskKind } from './schema/tasks.ts';
export { VouchersMachine } from './vouchers/machine.ts';
export { readGivenBack } from './vouchers/store.ts';

/** The tables of this module. */
export function rewardMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'rewards', {
    shared: { reward_zone: ['insert', 'update', 'delete'] },
    realm: {
      ...rightsOf(signIn, reward, rewardTask, feeVoucher, voucherPayment),
      reward_day_sum: ['insert', 'update'],
    },
  });
}

export interface Rewards {
  readonly calls: readonly CallSet[];
  readonly jobs: readonly Job[];
  readonly personalRecords: PersonalRecords;
}

const MOST_RECORDS = 10_000;

/** Assembles what is around the machine's rewards. */
export function createRewards(
  database: Pick<Database, 'pool'>,
  realm: RewardsRealm,
  { messages, ...options }: RewardsOptions & { readonly messages: Pick<Messages, 'add'> },
): Rewards {
  messages.add({ en: english });
  const parts: Parts = { ...options, database, realm };
  const { pool } = database;
  return {
    calls: [
      callSet(rewardCalls, personHandlers(parts)),
      callSet(voucherCalls, voucherHandlers(parts)),
      callSet(rewardStaffCalls, staffHandlers(parts)),
      callSet(voucherStaffCalls, voucherStaffHandlers(parts)),
    ],
    jobs: [vouchersJob(parts)],
    personalRecords: {
      read: async (userId) => {
        const all = { before: Number.MAX_SAFE_INTEGER, limit: MOST_RECORDS };
        const paid = await rewardsOf(pool, userId, all);
        const rewards = paid.map(({ day, slot, amount, at }) => ({
          ...{ day: new Date(day * DAY).toISOString().slice(0, 10), slot, at },
          ...{ asset: PAYS, amount: formatDecimal(amount, SCALE) },
        }));
        return { zone: await zoneOf(pool, userId), rewards, ...(await vouchersOf(parts, userId)) };
      },
      close: (userId) => forgetZone(pool, userId),
    },
  };
}
