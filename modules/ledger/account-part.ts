import type { Realm } from '@assay/core/ledger/realm';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { AccountPart } from '@assay/platform/streams/account-channel';
import { accountsOf } from './realm.ts';
import { readAccounts } from './store/reads.ts';
import { balanceView, type Prices, storedBalanceView } from './views.ts';

/** A person's balances in the channel `account`. */
export function balancesPart(
  realm: Realm,
  prices: Prices,
  assetSymbol: (id: number) => string,
): AccountPart {
  return {
    snapshot: async (client, userId) => {
      const { rows } = await readAccounts(client, realm, ...accountsOf(userId));
      return { balances: rows.map((row) => storedBalanceView(prices, assetSymbol, row)) };
    },
    add(delta, fact) {
      if (fact.type !== 'balanceChanged') return;
      const { asset, wallet, available, held } = fact;
      const view = balanceView(prices, asset, wallet, units(available), units(held));
      delta.balances = [...(delta.balances ?? []), view];
    },
  };
}

function units(text: string): bigint {
  return parseDecimal(text, SCALE) ?? 0n;
}
