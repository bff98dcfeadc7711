import { record } from '@assay/core/schema/record';
import { END_STATES, OPEN_STATES } from '../schema/commands.ts';

/** What a withdrawal is from its request on. */
const requested = {
  /** The number of the command that requested it. */
  id: { type: 'bigint' },
  userId: { type: 'bigint' },
  asset: { type: 'integer' },
  /** What the person is debited; the fee is a part of it. */
  amount: { type: 'bigint', as: 'bigint' },
  fee: { type: 'bigint', as: 'bigint' },
  /** SHA-256 of the destination in hexadecimal digits. */
  digest: { type: 'text' },
  requestedAt: { type: 'bigint' },
} as const;

/** A withdrawal that is open, and holds what was asked for. */
export const withdrawal = record({
  table: 'withdrawal',
  key: ['id'],
  removable: true,
  fields: {
    ...requested,
    state: { type: 'text', values: OPEN_STATES, changes: true },
    /** The commands that approved it and handed it to the signer; the actor who approved. */
    approvedSeq: { type: 'bigint', optional: true, changes: true },
    approvedAt: { type: 'bigint', optional: true, changes: true },
    approvedBy: { type: 'bigint', optional: true, changes: true },
    payingSeq: { type: 'bigint', optional: true, changes: true },
    payingAt: { type: 'bigint', optional: true, changes: true },
  },
});

/** One that has ended. */
export const endedWithdrawal = record({
  table: 'ended_withdrawal',
  key: ['id'],
  fields: {
    ...requested,
    state: { type: 'text', values: END_STATES },
    approvedSeq: { type: 'bigint', optional: true },
    approvedAt: { type: 'bigint', optional: true },
    approvedBy: { type: 'bigint', optional: true },
    payingSeq: { type: 'bigint', optional: true },
    payingAt: { type: 'bigint', optional: true },
    /** The command that ended it, and its actor. */
    seq: { type: 'bigint' },
    endedAt: { type: 'bigint' },
    endedBy: { type: 'bigint' },
    /** Why it was refused or returned; "" otherwise. */
    reason: { type: 'text' },
    /** SHA-256 of the transaction that paid it; "" for one that was not. */
    payout: { type: 'text' },
  },
});

/** What came in, once for each deposit. */
export const depositCredit = record({
  table: 'deposit_credit',
  key: ['seq'],
  fields: {
    seq: { type: 'bigint' },
    userId: { type: 'bigint' },
    asset: { type: 'integer' },
    amount: { type: 'bigint', as: 'bigint' },
    /** SHA-256 of chain, transaction and address in hexadecimal digits. */
    digest: { type: 'text' },
    /** The version of the rules of withdrawals that it pins. */
    rules: { type: 'integer' },
    at: { type: 'bigint' },
  },
});
