import { accountsOf, type Balances, readAccounts } from '@assay/modules/ledger';
import { type OcoLeg, readOpenOcos, readOpenOrders } from '@assay/modules/orders';
import { transaction } from '@assay/platform/db/database';
import type { ApiRealm } from '../realm.ts';

/** What an account has at one moment: after the command `seq`. */
export interface Standing {
  readonly seq: number;
  readonly orders: Awaited<ReturnType<typeof readOpenOrders>>['rows'];
  /** Both orders of each list of which one is open. */
  readonly legs: readonly OcoLeg[];
  readonly balances: Balances['rows'];
}

/** Open orders and balances of a user, of the same moment. */
export function readStanding(
  { db, realm }: Pick<ApiRealm, 'db' | 'realm'>,
  userId: number,
): Promise<Standing> {
  return transaction(db.pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    const { seq, rows: orders } = await readOpenOrders(client, realm, userId, 0);
    const legs = await readOpenOcos(client, realm, userId);
    const { rows: balances } = await readAccounts(client, realm, ...accountsOf(userId));
    return { seq, orders, legs, balances };
  });
}
