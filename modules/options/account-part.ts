import type { Realm } from '@assay/core/ledger/realm';
import { readRows } from '@assay/platform/engine/tables/load';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import type { OptionsMachine } from './machine/options-machine.ts';
import { openOption } from './store/tables.ts';

/** A person's open options in the channel `account`, and each as it changes and ends. */
export function optionsPart(
  realm: Realm,
  machine: () => Pick<OptionsMachine, 'view'>,
): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const rows = await readRows(client, realm, openOption, 'userId', userId);
      return { options: rows.map((row) => machine().view(row)) };
    },
    add(delta, fact) {
      if (fact.type !== 'optionChanged') return;
      delta.options = [...(delta.options ?? []), fact.option];
    },
  };
}
