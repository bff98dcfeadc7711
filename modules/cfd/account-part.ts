import type { Realm } from '@assay/core/ledger/realm';
import { readRows } from '@assay/platform/engine/tables/load';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import type { CfdMachine } from './machine/cfd-machine.ts';
import { orderView, positionView } from './machine/views.ts';
import { order, position } from './store/tables.ts';

/** A person's contracts in the channel `account`. `machine`: that of the engine now. */
export function cfdPart(realm: Realm, machine: () => Pick<CfdMachine, 'state'>): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const orders = await readRows(client, realm, order, 'userId', userId);
      const positions = await readRows(client, realm, position, 'userId', userId);
      const { state } = machine();
      return {
        cfdOrders: orders.map((row) => orderView(state.of(row.contract), row)),
        cfdPositions: positions.map((row) => positionView(state.of(row.contract), row)),
      };
    },
    add(delta, fact) {
      if (fact.type === 'cfdOrderChanged') {
        delta.cfdOrders = [...(delta.cfdOrders ?? []), fact.order];
      } else if (fact.type === 'cfdPositionChanged') {
        delta.cfdPositions = [...(delta.cfdPositions ?? []), fact.position];
      } else if (fact.type === 'cfdReceipt') {
        delta.cfdReceipts = [...(delta.cfdReceipts ?? []), fact.receipt];
      }
    },
  };
}
