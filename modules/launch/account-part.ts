import type { Realm } from '@assay/core/ledger/realm';
import { readRows } from '@assay/platform/engine/tables/load';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import type { LaunchMachine } from './machine/launch-machine.ts';
import { subscription } from './store/tables.ts';

/** A person's subscriptions in the channel `account`, and each as it changes. */
export function launchPart(realm: Realm, machine: () => Pick<LaunchMachine, 'view'>): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const rows = await readRows(client, realm, subscription, 'userId', userId);
      return { subscriptions: rows.map((row) => machine().view(row)) };
    },
    add(delta, fact) {
      if (fact.type !== 'subscriptionChanged') return;
      delta.subscriptions = [...(delta.subscriptions ?? []), fact.subscription];
    },
  };
}
