import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';

/**
 * What open purchases hold of the house, as (account, amount): a query that the ledger's auditor
 * includes in its own. Accounts as in core/ledger/owners.ts: the first is that of asset 0.
 */
export const PURCHASE_HOLDS = `SELECT ${accountId(OWNER.purchases, WALLET.currency, 0)} + asset
  AS account, sum(amount) AS amount FROM purchase GROUP BY asset`;
