import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { record } from '@assay/core/schema/record';

/**
 * A withdrawal to a bank, from its request until its bank can no longer send it back. While it is
 * not paid, the house holds its proceeds.
 */
export const bankWithdrawal = record({
  table: 'bank_withdrawal',
  key: ['id'],
  removable: true,
  fields: {
    /** The number of the withdrawal. */
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    asset: { type: 'integer' },
    /** What the house takes for it: what is withdrawn without the fee. */
    amount: { type: 'bigint', as: 'bigint' },
    /** The bank money, which is an asset of its own, and how much of it is paid. */
    money: { type: 'integer' },
    proceeds: { type: 'bigint', as: 'bigint' },
    digest: { type: 'text' },
    /** The command that settled it; null before. */
    paidSeq: { type: 'bigint', optional: true, changes: true },
    paidAt: { type: 'bigint', optional: true, changes: true },
  },
});

/** One that the bank sent back, or a part of it. */
export const returnedBankWithdrawal = record({
  table: 'returned_bank_withdrawal',
  key: ['id'],
  fields: {
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    asset: { type: 'integer' },
    /** What the person got back. */
    amount: { type: 'bigint', as: 'bigint' },
    money: { type: 'integer' },
    /** What the bank sent back. */
    returned: { type: 'bigint', as: 'bigint' },
    digest: { type: 'text' },
    /** SHA-256 of the line of the statement in hexadecimal digits. */
    payment: { type: 'text' },
    seq: { type: 'bigint' },
    at: { type: 'bigint' },
  },
});

/** What open ones hold of the house, as (account, amount), for the ledger's auditor. */
export const BANK_WITHDRAWAL_HOLDS = `SELECT ${accountId(OWNER.purchases, WALLET.currency, 0)} + money
  AS account, sum(proceeds) AS amount FROM bank_withdrawal WHERE paid_seq IS NULL GROUP BY money`;
