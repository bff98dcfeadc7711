import { assetOf, WALLET, walletOf } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { accountsOf, readAccounts } from '@assay/modules/ledger';
import type { KeyCall } from '../endpoint.ts';
import type { ApiRealm } from '../realm.ts';

/** What a coin's transfers say until the wallet exists: nothing comes in and nothing goes out. */
const NO_TRANSFERS = {
  depositAllEnable: false,
  withdrawAllEnable: false,
  depositing: '0',
  withdrawing: '0',
  freeze: '0',
  ipoing: '0',
  ipoable: '0',
  storage: '0',
  isLegalMoney: false,
  networkList: [],
};

interface Balance {
  readonly free: string;
  readonly locked: string;
}

/** All assets with what the caller has of each, as clients load them. */
export async function listCoins(realm: ApiRealm, { key }: Pick<KeyCall, 'key'>): Promise<object[]> {
  const balances = await balancesOf(realm, key.userId);
  const traded = new Set(realm.board.views().flatMap(({ base, quote }) => [base, quote]));
  return realm.board.assets().map(({ symbol, name }) => ({
    coin: symbol,
    name,
    trading: traded.has(symbol),
    ...(balances.get(symbol) ?? { free: '0', locked: '0' }),
    ...NO_TRANSFERS,
  }));
}

/** What a user has, by asset, as of the last committed command. */
export async function balancesOf(
  { realm, spot, db }: Pick<ApiRealm, 'realm' | 'spot' | 'db'>,
  userId: number,
): Promise<Map<string, Balance>> {
  const { rows } = await readAccounts(db.pool, realm, ...accountsOf(userId));
  const found = new Map<string, Balance>();
  for (const { account, available, held } of rows) {
    if (walletOf(account) !== WALLET.currency) continue;
    const amount = (units: bigint) => formatDecimal(units, SCALE);
    found.set(spot.assetSymbol(assetOf(account)), {
      free: amount(available),
      locked: amount(held),
    });
  }
  return found;
}
