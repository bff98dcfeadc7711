import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { KeyCall } from '../endpoint.ts';
import type { ApiRealm } from '../realm.ts';
import { balancesOf } from '../trade/account.ts';
import { leavingOf } from './holdings.ts';

/** What clients ask for and is not offered. */
const NONE = { ipoing: '0', ipoable: '0', storage: '0', freeze: '0', isLegalMoney: false };

/** All assets with the caller's balances, as clients load them. */
export async function listCoins(realm: ApiRealm, { key }: Pick<KeyCall, 'key'>): Promise<object[]> {
  const held = await balancesOf(realm, key.userId);
  const leaving = await leavingOf(realm, key.userId);
  const arriving = await arrivingOf(realm, key.userId);
  const balances = new Map(held.map(leaving).map(({ asset, ...amounts }) => [asset, amounts]));
  const traded = new Set(realm.board.pairs().flatMap(({ base, quote }) => [base, quote]));
  return realm.board.assets().map(({ symbol, name }) => ({
    coin: symbol,
    name,
    trading: traded.has(symbol),
    ...(balances.get(symbol) ?? { free: '0', locked: '0', withdrawing: '0' }),
    depositing: formatDecimal(arriving.get(symbol) ?? 0n, SCALE),
    ...NONE,
    ...networksOf(realm, symbol),
  }));
}

/** What is on its way in, by the name of the asset, in units. */
async function arrivingOf({ money }: Pick<ApiRealm, 'money'>, userId: number) {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of (await money?.arriving(userId)) ?? []) {
    sums.set(asset, (sums.get(asset) ?? 0n) + (parseDecimal(amount, SCALE) ?? 0n));
  }
  return sums;
}

/** Withdrawals are open to a person, whose key can do none. */
function networksOf({ money }: Pick<ApiRealm, 'money'>, symbol: string): object {
  const networks = money?.networks().filter(({ asset }) => asset === symbol) ?? [];
  return {
    depositAllEnable: networks.some(({ canDeposit }) => canDeposit),
    withdrawAllEnable: networks.some(({ canWithdraw }) => canWithdraw),
    networkList: networks.map((one, place) => ({
      ...{ coin: symbol, network: one.network, name: one.name, isDefault: place === 0 },
      ...{ depositEnable: one.canDeposit, withdrawEnable: one.canWithdraw },
      ...{
        depositDesc: '',
        withdrawDesc: '',
        specialTips: '',
        addressRegex: '^0x[0-9A-Fa-f]{40}$',
      },
      ...{ memoRegex: '', resetAddressStatus: false, sameAddress: false },
      ...{ withdrawFee: one.fee, withdrawMin: one.least, withdrawMax: one.most },
      withdrawIntegerMultiple: formatDecimal(1n, Math.min(one.decimals, SCALE)),
      depositDust: one.depositLeast,
      ...{ minConfirm: one.confirmations, unLockConfirm: one.withdrawalConfirmations },
      ...{ estimatedArrivalTime: one.minutes, busy: false, isTest: one.isTest },
      ...{ contractAddress: one.contract, contractAddressUrl: one.contractPage },
    })),
  };
}
