/**
 * What open withdrawals hold, as (account, amount): a query that the ledger's auditor includes in
 * its own. Accounts as in core/ledger/owners.ts: the currency wallet of the user.
 */
export const WITHDRAWAL_HOLDS = 'SELECT user_id * 16384 + asset, amount FROM withdrawal';
