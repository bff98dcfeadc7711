/**
 * What accounts for contracts hold, as (account, amount): a query that the ledger's auditor
 * includes in its own. Accounts as in core/ledger/owners.ts: the contract wallet of the person,
 * in USDT.
 */
export const CFD_HOLDS = `SELECT user_id * 16384 + 2048 + (SELECT id FROM asset
  WHERE symbol = 'USDT'), held FROM cfd_account WHERE held > 0`;
