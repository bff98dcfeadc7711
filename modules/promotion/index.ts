import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { PersonalRecords } from '@assay/core/personal-records';
import { DAY } from '@assay/core/time';
import type { Database } from '@assay/platform/db/database';
import { type MigrationSet, migrationSets } from '@assay/platform/db/migrate';
import { rightsOf } from '@assay/platform/engine/tables/rights';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Job } from '@assay/platform/jobs/jobs';
import { personHandlers } from './calls/person.ts';
import { staffHandlers } from './calls/staff.ts';
import { commissionsJob, referralsJob } from './jobs.ts';
import english from './messages/en.json' with { type: 'json' };
import type { Parts, PromotionOptions, PromotionRealm } from './parts.ts';
import { promotionCalls } from './schema/person.ts';
import { promotionStaffCalls } from './schema/staff.ts';
import { commissionsOf } from './store/reads.ts';
import { clusterMember, commission, commissionDay, referral } from './store/tables.ts';

export { approvals as promotionApprovals } from './approvals.ts';
export { PromotionMachine } from './machine.ts';
export type { KeptFees, PromotionRealm } from './parts.ts';

/** Texts of this module by language. */
export const promotionMessages = { en: english };

/** The tables of this module. */
export function promotionMigrations(): MigrationSet[] {
  return migrationSets(import.meta.url, 'promotion', {
    realm: {
      ...rightsOf(referral, commissionDay, clusterMember, commission),
      commission_sum: ['insert', 'update'],
      commission_day_sum: ['insert', 'update'],
      earner_day_sum: ['insert', 'update'],
    },
  });
}

export interface Promotion {
  readonly calls: readonly CallSet[];
  readonly jobs: readonly Job[];
  /** Somebody has registered: the engine learns who has invited them. */
  registered(): Promise<void>;
  readonly personalRecords: PersonalRecords;
}

const MOST_RECORDS = 10_000;

/** Assembles what is around the machine's invitations. */
export function createPromotion(
  database: Pick<Database, 'pool'>,
  realm: PromotionRealm,
  options: PromotionOptions,
): Promotion {
  const parts: Parts = { ...options, database, realm };
  const referrals = referralsJob(parts);
  return {
    calls: [
      callSet(promotionCalls, personHandlers(parts)),
      callSet(promotionStaffCalls, staffHandlers(parts)),
    ],
    jobs: [referrals, commissionsJob(parts)],
    registered: () => referrals.runNow(),
    personalRecords: {
      read: async (userId) => {
        const all = { level: 0, before: Number.MAX_SAFE_INTEGER, limit: MOST_RECORDS };
        const rows = await commissionsOf(database.pool, userId, all);
        return {
          members: realm
            .machine()
            .lines.counts(userId)
            .map((members, at) => ({ level: at + 1, members }))
            .filter(({ members }) => members > 0),
          commissions: rows.map(({ level, asset, day, amount, at }) => ({
            ...{ level, day: new Date(day * DAY).toISOString().slice(0, 10), at },
            ...{ asset: realm.assetSymbol(asset), amount: formatDecimal(amount, SCALE) },
          })),
        };
      },
    },
  };
}
