import { accountsOf, type Balances, readAccounts } from '@assay/modules/ledger';
import { type OcoLeg, readOpenOcos, readOpenOrders } from '@assay/modules/orders';
import { transaction } from '@assay/platform/db/database';
import type { ApiRealm } from '../realm.ts';

/** Open orders and balances of an account after the command `seq`. */
export interface AccountSnapshot {
  readonly seq: number;
  readonly orders: Awaited<ReturnType<typeof readOpenOrders>>['rows'];
  /** The orders of each list that still has an open one. */
  readonly legs: readonly OcoLeg[];
  readonly balances: Balances['rows'];
}

/** Reads a user's open orders and balances in one transaction, so that they belong together. */
export function readAccountSnapshot(
  { db, realm }: Pick<ApiRealm, 'db' | 'realm'>,
  userId: number,
): Promise<AccountSnapshot> {
  return transaction(db.pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    const { seq, rows: orders } = await readOpenOrders(client, realm, userId, null);
    const legs = await readOpenOcos(client, realm, userId);
    const { rows: balances } = await readAccounts(client, realm, ...accountsOf(userId));
    return { seq, orders, legs, balances };
  });
}
