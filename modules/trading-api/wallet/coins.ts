import type { KeyCall } from '../endpoint.ts';
import type { ApiRealm } from '../realm.ts';
import { balancesOf } from '../trade/account.ts';

/** The transfer fields of a coin until the wallet exists: no deposits and no withdrawals. */
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

/** All assets with the caller's balances, as clients load them. */
export async function listCoins(realm: ApiRealm, { key }: Pick<KeyCall, 'key'>): Promise<object[]> {
  const balances = new Map(
    (await balancesOf(realm, key.userId)).map(({ asset, ...amounts }) => [asset, amounts]),
  );
  const traded = new Set(realm.board.views().flatMap(({ base, quote }) => [base, quote]));
  return realm.board.assets().map(({ symbol, name }) => ({
    coin: symbol,
    name,
    trading: traded.has(symbol),
    ...(balances.get(symbol) ?? { free: '0', locked: '0' }),
    ...NO_TRANSFERS,
  }));
}
