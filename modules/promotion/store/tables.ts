import { record } from '@assay/core/schema/record';

/** Who has invited somebody. */
export const referral = record({
  table: 'referral',
  key: ['userId'],
  fields: {
    userId: { type: 'bigint' },
    referrerId: { type: 'bigint' },
    boundAt: { type: 'bigint' },
    /** The last UTC day of whose fees commissions were paid; at first the day before its own. */
    paidDay: { type: 'bigint', changes: true },
  },
});

/** How far days are paid; one row. */
export const commissionDay = record({
  table: 'commission_day',
  key: ['one'],
  fields: {
    one: { type: 'integer' },
    /** The last day that is closed, and its last command. */
    day: { type: 'bigint', changes: true },
    upTo: { type: 'bigint', changes: true },
  },
});

/** Accounts that are taken for one person, as two of staff have decided. */
export const clusterMember = record({
  table: 'cluster_member',
  key: ['userId'],
  removable: true,
  fields: {
    userId: { type: 'bigint' },
    /** The lowest number of its accounts. */
    clusterId: { type: 'bigint', changes: true },
    joinedAt: { type: 'bigint' },
  },
});

/** What a level got, or did not get, of a person's fees of one day. */
export const commission = record({
  table: 'commission',
  key: ['seq', 'level', 'asset'],
  fields: {
    /** The command that paid it. */
    seq: { type: 'bigint' },
    level: { type: 'integer' },
    asset: { type: 'integer' },
    /** Who got it, and whose fees it is a part of. */
    userId: { type: 'bigint' },
    memberId: { type: 'bigint' },
    day: { type: 'bigint' },
    /** What the house has kept, and the part of it: 0 where both are taken for one person. */
    fees: { type: 'bigint', as: 'bigint' },
    ratePpm: { type: 'integer' },
    amount: { type: 'bigint', as: 'bigint' },
    at: { type: 'bigint' },
  },
});
