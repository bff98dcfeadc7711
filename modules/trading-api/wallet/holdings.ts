import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { mulDivFloor } from '@assay/core/num/integer';
import { worthOf } from '@assay/modules/ledger';
import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { truth } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { type ApiBalance, balancesOf } from '../trade/account.ts';
import { assetName } from './fields.ts';

const ONE = 10n ** BigInt(SCALE);
const BTC = 'BTC';

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
        const there = balances.filter((balance) => unitsOf(balance) > 0n);
        const chosen = there.filter(({ asset }) => only === undefined || asset === only);
        return chosen.map((balance) => ({
          ...balance,
          ...{ freeze: '0', withdrawing: '0', ipoable: '0' },
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
        'What the spot wallet is worth, in bitcoin or another asset; there is no other wallet.',
      params: z.strictObject({ quoteAsset: assetName.default(BTC) }),
      answer: async ({ quoteAsset }, { key }) => {
        if (!realm.prices.usdt(quoteAsset)) {
          throw new ApiError(-1130, "Data sent for parameter 'quoteAsset' is not valid.");
        }
        const balance = valueIn(realm, quoteAsset, await balancesOf(realm, key.userId));
        return [{ activate: true, balance, walletName: 'Spot' }];
      },
    }),
  ];
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
