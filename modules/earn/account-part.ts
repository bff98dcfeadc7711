import type { Realm } from '@assay/core/ledger/realm';
import { readRows } from '@assay/platform/engine/tables/load';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import type { EarnMachine } from './machine/earn-machine.ts';
import type { StrategiesMachine } from './machine/strategies-machine.ts';
import { strategyHolding } from './store/strategy-tables.ts';
import { earnOrder } from './store/tables.ts';

/** What a person has in custody and in strategies in the channel `account`, as it changes. */
export function earnPart(
  realm: Realm,
  machine: () => Pick<EarnMachine, 'view'>,
  strategies: () => Pick<StrategiesMachine, 'view'>,
): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const rows = await readRows(client, realm, earnOrder, 'userId', userId);
      const holdings = await readRows(client, realm, strategyHolding, 'userId', userId);
      return {
        earnOrders: rows.map((row) => machine().view(row)),
        holdings: holdings.map((row) => strategies().view(row)),
      };
    },
    add(delta, fact) {
      if (fact.type === 'holdingChanged') {
        delta.holdings = [...(delta.holdings ?? []), fact.holding];
        return;
      }
      if (fact.type !== 'earnChanged') return;
      delta.earnOrders = [...(delta.earnOrders ?? []), fact.order];
    },
  };
}
