/**
 * What open orders hold, as (account, amount): a query that the ledger's auditor includes in its
 * own. Accounts as in core/ledger/owners.ts: the currency wallet of the user, in the quote asset
 * for a buy and in the base asset for a sell.
 */
export const SPOT_HOLDS = `
  SELECT o.user_id * 16384 + CASE WHEN o.side = 0 THEN m.quote_asset ELSE m.base_asset END, o.held
  FROM open_order o JOIN market m ON m.id = o.market`;
