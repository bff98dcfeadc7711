import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';

/**
 * What open withdrawals hold, as (account, amount): a query that the ledger's auditor includes in
 * its own. Accounts as in core/ledger/owners.ts: the currency wallet of the user.
 */
export const WITHDRAWAL_HOLDS = 'SELECT user_id * 16384 + asset, amount FROM withdrawal';

/** What open withdrawals of a user hold, in units of each asset. */
export async function readWithdrawing(
  db: Pick<Database['pool'], 'query'>,
  realm: Realm,
  userId: number,
): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await db.query<{ asset: number; amount: string }>(
    `select asset, sum(amount)::text as amount from ${realm}.withdrawal
     where user_id = $1 group by asset`,
    [userId],
  );
  return new Map(rows.map(({ asset, amount }) => [asset, BigInt(amount)]));
}
