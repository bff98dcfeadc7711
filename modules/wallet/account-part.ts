import type { Realm } from '@assay/core/ledger/realm';
import { readRows } from '@assay/platform/engine/tables/load';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import type { WalletMachine } from './machine/wallet-machine.ts';
import { withdrawal } from './store/tables.ts';

/** A person's withdrawals in the channel `account`. `machine`: that of the engine now. */
export function withdrawalsPart(
  realm: Realm,
  machine: () => Pick<WalletMachine, 'view'>,
): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const rows = await readRows(client, realm, withdrawal, 'userId', userId);
      return { withdrawals: rows.map((row) => machine().view(row)) };
    },
    add(delta, fact) {
      if (fact.type !== 'withdrawalChanged') return;
      delta.withdrawals = [...(delta.withdrawals ?? []), fact.withdrawal];
    },
  };
}
