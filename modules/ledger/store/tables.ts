import { record } from '@assay/core/schema/record';

/** An account's amounts, in units of 1e-8. */
export const balance = record({
  table: 'balance',
  key: ['account'],
  fields: {
    account: { type: 'bigint' },
    available: { type: 'bigint', as: 'bigint', changes: true },
    held: { type: 'bigint', as: 'bigint', changes: true },
  },
});

/** A line of the journal; `seq` is the command that caused it. */
export const posting = record({
  table: 'posting',
  key: [],
  fields: {
    seq: { type: 'bigint' },
    from: { type: 'bigint', column: 'from_account' },
    to: { type: 'bigint', column: 'to_account' },
    amount: { type: 'bigint', as: 'bigint' },
    purpose: { type: 'smallint' },
  },
});
