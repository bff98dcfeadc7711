import { record } from '@assay/core/schema/record';
import { END_STATES } from '../schema/commands.ts';

/** What a purchase is from its acceptance on. */
const accepted = {
  /** The number of the command that accepted it. */
  id: { type: 'bigint' },
  userId: { type: 'bigint' },
  asset: { type: 'integer' },
  /** What the person gets, which the house holds until then. */
  amount: { type: 'bigint', as: 'bigint' },
  /** The bank money, which is an asset of its own, and what the person pays of it. */
  money: { type: 'integer' },
  cost: { type: 'bigint', as: 'bigint' },
  /** SHA-256 of the order's row in hexadecimal digits. */
  digest: { type: 'text' },
  acceptedAt: { type: 'bigint' },
  deadline: { type: 'bigint' },
} as const;

/** An open purchase, for which the house holds the amount. */
export const purchase = record({
  table: 'purchase',
  key: ['id'],
  removable: true,
  fields: accepted,
});

/** One that has ended. */
export const endedPurchase = record({
  table: 'ended_purchase',
  key: ['id'],
  fields: {
    ...accepted,
    state: { type: 'text', values: END_STATES },
    /** The command that ended it, and its actor. */
    seq: { type: 'bigint' },
    endedAt: { type: 'bigint' },
    endedBy: { type: 'bigint' },
    /** Why it was refunded, what it was released on, and the bank's line; "" otherwise. */
    reason: { type: 'text' },
    ground: { type: 'text' },
    payment: { type: 'text' },
  },
});
