import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';

/**
 * What offers hold of the house, as (account, amount): a query that the ledger's auditor includes
 * in its own. Accounts as in core/ledger/owners.ts: the first is that of asset 0.
 */
export const LOAN_HOLDS = `SELECT ${accountId(OWNER.lending, WALLET.currency, 0)} + asset
  AS account, sum(amount) AS amount FROM loan WHERE state = 'offered' GROUP BY asset`;

/** What collateral loans hold of people: accounts of their currency wallets. */
export const COLLATERAL_HOLDS =
  'SELECT user_id * 16384 + asset, sum(collateral) FROM collateral_loan GROUP BY 1';
