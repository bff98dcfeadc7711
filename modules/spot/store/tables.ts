import { record } from '@assay/core/schema/record';

/** The fee rates of a user who has their own. */
export const feeTier = record({
  table: 'spot_fee_tier',
  key: ['userId'],
  fields: {
    userId: { type: 'bigint' },
    makerPpm: { type: 'integer', changes: true },
    takerPpm: { type: 'integer', changes: true },
  },
});
