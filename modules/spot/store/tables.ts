import { record } from '@assay/core/schema/record';

/** The fee rates of a user who has their own. */
export const feeTier = record({
  table: 'spot_fee_tier',
  key: ['userId'],
  fields: {
    userId: { type: 'bigint' },
    makerPpm: { type: 'integer', changes: true },
    takerPpm: { type: 'integer', changes: true },
    /** By a cut of fee tiers: a market that asks for less keeps its own rates. */
    byCut: { type: 'boolean', changes: true },
  },
});

/** What set a user's rates: once a day, by the permanent id of its command. */
export const feeCut = record({
  table: 'spot_fee_cut',
  key: ['seq'],
  fields: {
    /** The command that set them. */
    seq: { type: 'bigint' },
    userId: { type: 'bigint' },
    /** The UTC day whose beginning ends the thirty days, in days since 1970-01-01. */
    day: { type: 'bigint' },
    tier: { type: 'smallint' },
    /** What counted, in units of 1e-8 of USDT. */
    volume: { type: 'numeric' },
    makerPpm: { type: 'integer' },
    takerPpm: { type: 'integer' },
    at: { type: 'bigint' },
  },
});
