import { record } from '@assay/core/schema/record';
import { GIVES, TASKS } from '../schema/tasks.ts';

/** What brings a voucher, as two people have published it. */
export const rewardTask = record({
  table: 'reward_task',
  key: ['taskId'],
  fields: {
    /** The command that has published it. */
    taskId: { type: 'bigint' },
    kind: { type: 'text', values: TASKS },
    gives: { type: 'text', values: GIVES },
    /** What a voucher of it gives at most, in units of 1e-8, and the share of a fee. */
    amount: { type: 'bigint' },
    sharePpm: { type: 'integer' },
    /** How many whole days it is good for, beside the one on which it is taken. */
    days: { type: 'integer' },
    /** For how many people something was set aside, and how many have taken theirs. */
    people: { type: 'integer' },
    taken: { type: 'integer', changes: true },
    publishedAt: { type: 'bigint' },
    endedAt: { type: 'bigint', optional: true, changes: true },
  },
});

/** A voucher of somebody: for fees, or trial funds. */
export const feeVoucher = record({
  table: 'fee_voucher',
  key: ['voucherId'],
  fields: {
    /** The command by which it was taken. */
    voucherId: { type: 'bigint' },
    taskId: { type: 'bigint' },
    userId: { type: 'bigint' },
    gives: { type: 'text', values: GIVES },
    amount: { type: 'bigint' },
    /** What it can still give, which is in escrow until it has ended. */
    remaining: { type: 'bigint', changes: true },
    sharePpm: { type: 'integer' },
    /** UTC days of whose fees it gives back, both included, in days since 1970-01-01. */
    fromDay: { type: 'bigint' },
    lastDay: { type: 'bigint' },
    /** The last day whose fees were counted for its owner; at first the day before. */
    paidDay: { type: 'bigint', changes: true },
    takenAt: { type: 'bigint' },
    endedAt: { type: 'bigint', optional: true, changes: true },
  },
});

/** What a voucher has given back of a day's fees. */
export const voucherPayment = record({
  table: 'voucher_payment',
  key: ['seq', 'voucherId'],
  fields: {
    seq: { type: 'bigint' },
    voucherId: { type: 'bigint' },
    userId: { type: 'bigint' },
    day: { type: 'bigint' },
    /** What of the day's fees met this voucher, by the prices of their trades. */
    fees: { type: 'bigint' },
    amount: { type: 'bigint' },
    at: { type: 'bigint' },
  },
});
