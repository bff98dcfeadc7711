import type { Realm } from '@assay/core/ledger/realm';
import { readRows } from '@assay/platform/engine/tables/load';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import type { EarnMachine } from './machine/earn-machine.ts';
import { earnOrder } from './store/tables.ts';

/** A person's orders in custody in the channel `account`, and each as it changes and ends. */
export function earnPart(realm: Realm, machine: () => Pick<EarnMachine, 'view'>): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const rows = await readRows(client, realm, earnOrder, 'userId', userId);
      return { earnOrders: rows.map((row) => machine().view(row)) };
    },
    add(delta, fact) {
      if (fact.type !== 'earnChanged') return;
      delta.earnOrders = [...(delta.earnOrders ?? []), fact.order];
    },
  };
}
