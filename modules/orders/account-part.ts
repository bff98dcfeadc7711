import type { AccountPart } from '@assay/platform/streams/account-channel';
import { storedView } from './calls/lists.ts';
import type { OrdersRealm } from './calls/realm.ts';
import { readOpenOrders } from './store/reads.ts';

/** The orders and fills of a user in the channel `account`. */
export function ordersPart(
  realm: Pick<OrdersRealm, 'name' | 'rulesById' | 'assetSymbol'>,
): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const { rows } = await readOpenOrders(client, realm.name, userId, null);
      return { orders: rows.map((row) => storedView(realm, row)) };
    },
    add(delta, fact) {
      if (fact.type === 'orderChanged') delta.orders = [...(delta.orders ?? []), fact.order];
      else if (fact.type === 'orderFilled') delta.fills = [...(delta.fills ?? []), fact.fill];
    },
  };
}
