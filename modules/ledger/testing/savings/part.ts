import type { Realm } from '@assay/core/ledger/realm';
import { readRows } from '@assay/platform/engine/tables/load';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import type { Assets, LedgerMachine } from '../../machine.ts';
import { SavingsMachine } from './machine.ts';
import { box } from './schema.ts';
import { savingsMigrations } from './store.ts';

/** Savings boxes as a realm takes them in (`RealmPart`). */
export const savings = {
  products: [],
  machines: ({ ledger, markets }: { ledger: LedgerMachine; markets: Assets }) => ({
    savings: new SavingsMachine(ledger.ledger, markets),
  }),
  migrations: savingsMigrations,
};

/** A person's boxes in the channel `account`. */
export function boxesPart(realm: Realm, machine: SavingsMachine): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const rows = await readRows(client, realm, box, 'userId', userId);
      return { boxes: rows.map((row) => machine.view(row)) };
    },
    add(delta, fact) {
      if (fact.type === 'boxChanged') delta.boxes = [...(delta.boxes ?? []), fact.box];
    },
  };
}
