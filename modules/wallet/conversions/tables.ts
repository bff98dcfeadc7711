import { record } from '@assay/core/schema/record';

/** When somebody last converted small balances: at most once a day (UTC). */
export const lastConversion = record({
  table: 'last_conversion',
  key: ['userId'],
  fields: { userId: { type: 'bigint' }, at: { type: 'bigint', changes: true } },
});

/** What was converted, one row for each asset of a command. */
export const conversion = record({
  table: 'conversion',
  key: ['seq', 'asset'],
  fields: {
    seq: { type: 'bigint' },
    asset: { type: 'integer' },
    userId: { type: 'bigint' },
    amount: { type: 'bigint', as: 'bigint' },
    /** Of the index, in units of 1e-8 of USDT. */
    price: { type: 'bigint', as: 'bigint' },
    /** In USDT; the person got the value less the fee. */
    value: { type: 'bigint', as: 'bigint' },
    fee: { type: 'bigint', as: 'bigint' },
    at: { type: 'bigint' },
  },
});
