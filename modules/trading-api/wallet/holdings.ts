import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { mulDivFloor } from '@assay/core/num/integer';
import { worthOf } from '@assay/modules/ledger';
import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { truth } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { type ApiBalance, balancesOf, walletsOf } from '../trade/account.ts';
import { assetName } from './fields.ts';

const ONE = 10n ** BigInt(SCALE);
const BTC = 'BTC';

/** As clients know them: transfers to the wallet of contracts have the same name (TAPI-503). */
const NAMES = { currency: 'Spot', contract: 'USDⓈ-M Futures' } as const;

/** What the account has, asset by asset and as one sum. */
export function holdingEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    keyEndpoint({
      method: 'POST',
      path: '/sapi/v3/asset/getUserAsset',
      security: 'read',
      weight: 5,
      summary: 'Assets of which the account has something.',
      params: z.strictObject({
        asset: assetName.optional(),
        needBtcValuation: truth.default(false),
      }),
      answer: async ({ asset: only, needBtcValuation }, { key }) => {
        const balances = await balancesOf(realm, key.userId);
        const leaving = await leavingOf(realm, key.userId);
        const there = balances.filter((balance) => unitsOf(balance) > 0n);
        const chosen = there.filter(({ asset }) => only === undefined || asset === only);
        return chosen.map((balance) => ({
          ...leaving(balance),
          ...{ freeze: '0', ipoable: '0' },
          btcValuation: needBtcValuation ? valueIn(realm, BTC, [balance]) : '0',
        }));
      },
    }),
    keyEndpoint({
      method: 'GET',
      path: '/sapi/v1/asset/wallet/balance',
      security: 'read',
      weight: 60,
      summary:
        'What the spot wallet and the wallet of contracts are worth, in bitcoin or another asset.',
      params: z.strictObject({ quoteAsset: assetName.default(BTC) }),
      answer: async ({ quoteAsset }, { key }) => {
        if (!realm.prices.usdt(quoteAsset)) {
          throw new ApiError(-1130, "Data sent for parameter 'quoteAsset' is not valid.");
        }
        const wallets = await walletsOf(realm, key.userId);
        return (['currency', 'contract'] as const).map((wallet) => ({
          activate: true,
          balance: valueIn(realm, quoteAsset, wallets[wallet]),
          walletName: NAMES[wallet],
        }));
      },
    }),
  ];
}

/** Parts what is held of a balance: what leaves, and what orders and other products lock. */
export async function leavingOf(
  realm: ApiRealm,
  userId: number,
): Promise<(balance: ApiBalance) => ApiBalance & { readonly withdrawing: string }> {
  const leaving = await realm.moves.withdrawing(userId);
  return (balance) => {
    const held = parseDecimal(balance.locked, SCALE) ?? 0n;
    // Balances are read before it, so that what was asked for between them is not held there yet.
    const asked = leaving.get(balance.asset) ?? 0n;
    const withdrawing = asked < held ? asked : held;
    return {
      ...balance,
      locked: formatDecimal(held - withdrawing, SCALE),
      withdrawing: formatDecimal(withdrawing, SCALE),
    };
  };
}

function unitsOf({ free, locked }: ApiBalance): bigint {
  return (parseDecimal(free, SCALE) ?? 0n) + (parseDecimal(locked, SCALE) ?? 0n);
}

/** Balances in another asset, each rounded down; what has no price counts nothing. */
function valueIn({ prices }: ApiRealm, asset: string, balances: readonly ApiBalance[]): string {
  const price = prices.usdt(asset);
  if (!price) return '0';
  let sum = 0n;
  for (const balance of balances) {
    const worth = worthOf(prices, balance.asset, unitsOf(balance)) ?? 0n;
    sum += balance.asset === asset ? unitsOf(balance) : mulDivFloor(worth, ONE, price);
  }
  return formatDecimal(sum, SCALE);
}
