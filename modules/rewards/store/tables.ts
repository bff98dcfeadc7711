import { record } from '@assay/core/schema/record';

/** Where somebody is in the cycle of seven days. */
export const signIn = record({
  table: 'sign_in',
  key: ['userId'],
  fields: {
    userId: { type: 'bigint' },
    /** The last calendar day signed, in days since 1970-01-01, and its slot. */
    day: { type: 'bigint', changes: true },
    slot: { type: 'integer', changes: true },
  },
});

/** What was paid as a reward. */
export const reward = record({
  table: 'reward',
  key: ['seq'],
  fields: {
    /** The command that paid it. */
    seq: { type: 'bigint' },
    userId: { type: 'bigint' },
    day: { type: 'bigint' },
    slot: { type: 'integer' },
    asset: { type: 'integer' },
    amount: { type: 'bigint' },
    at: { type: 'bigint' },
  },
});
