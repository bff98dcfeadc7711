import { z } from 'zod';
import { type Endpoint, keyEndpoint, publicEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { decimal, instant, integer, symbol } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { capitalEndpoints } from './capital.ts';
import { listCoins } from './coins.ts';
import { listFees } from './fees.ts';
import { word } from './fields.ts';
import { holdingEndpoints } from './holdings.ts';
import { snapshotEndpoints } from './snapshots.ts';

/**
 * The endpoints that clients load besides the markets: coins, fees, money in and out, transfers.
 * Margin, which is not offered, is an empty list.
 */
export function walletEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    publicEndpoint({
      method: 'GET',
      path: '/sapi/v1/system/status',
      weight: 1,
      summary: 'Whether the system works.',
      params: z.strictObject({}),
      answer: () => ({ status: 0, msg: 'normal' }),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/sapi/v1/capital/config/getall',
      security: 'read',
      weight: 10,
      summary: 'All assets with their networks, and the balance of each.',
      params: z.strictObject({}),
      answer: (_params, call) => listCoins(realm, call),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/sapi/v1/asset/tradeFee',
      security: 'read',
      weight: 1,
      summary: 'The fees of the account in one market or in all, as decimal fractions.',
      params: z.strictObject({ symbol: symbol.optional() }),
      answer: ({ symbol: name }, { key }) => listFees(realm, key.userId, name),
    }),
    ...holdingEndpoints(realm),
    ...snapshotEndpoints(realm),
    ...accountEndpoints(),
    ...capitalEndpoints(realm),
    withdrawEndpoint(),
    ...EMPTY.map(emptyEndpoint),
  ];
}

function accountEndpoints(): Endpoint[] {
  const read = (path: string, summary: string, answer: () => object) =>
    keyEndpoint({
      ...{ method: 'GET', path, security: 'read', weight: 1, summary },
      params: z.strictObject({}),
      answer,
    });
  return [
    keyEndpoint({
      method: 'GET',
      path: '/sapi/v1/account/apiRestrictions',
      security: 'read',
      weight: 1,
      summary: 'What the key may do.',
      params: z.strictObject({}),
      answer: (_params, { key }) => ({
        ipRestrict: key.isBound,
        enableReading: true,
        enableSpotAndMarginTrading: key.canTrade,
        enableWithdrawals: false,
        enableInternalTransfer: false,
        permitsUniversalTransfer: key.canTrade,
        enableMargin: false,
        enableFutures: false,
        enableVanillaOptions: false,
        enablePortfolioMarginTrading: false,
        enableFixApiTrade: false,
        enableFixReadOnly: false,
      }),
    }),
    read('/sapi/v1/account/status', 'Whether the account is in order.', () => ({
      data: 'Normal',
    })),
    read('/sapi/v1/account/apiTradingStatus', 'Whether programs may trade.', () => ({
      data: { isLocked: false, plannedRecoverTime: 0, triggerCondition: {}, updateTime: 0 },
    })),
    read('/sapi/v1/account/info', 'What is switched on for the account.', () => ({
      ...{ vipLevel: 0, isMarginEnabled: false, isFutureEnabled: false },
    })),
  ];
}

function withdrawEndpoint(): Endpoint {
  return keyEndpoint({
    method: 'POST',
    path: '/sapi/v1/capital/withdraw/apply',
    security: 'trade',
    weight: 10,
    summary: 'Not possible with a key: a person must confirm each withdrawal.',
    params: z.strictObject({
      coin: word,
      address: word,
      amount: decimal,
      ...optional('network', 'addressTag', 'name', 'walletType', 'withdrawOrderId'),
      ...optional('transactionFeeFlag'),
    }),
    answer: () => {
      throw new ApiError(-1002, 'You are not authorized: keys of this API cannot withdraw.', 401);
    },
  });
}

function optional(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, word.optional()]));
}

const PAGE = { startTime: instant.optional(), endTime: instant.optional() };
const ROWS = () => ({ total: 0, rows: [] });
const LIST = () => [];

interface EmptyEndpoint {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly security: 'key' | 'read';
  readonly summary: string;
  readonly params: z.ZodRawShape;
  readonly answer: () => object;
}

/** Endpoints for things that do not exist here, or not yet: empty answers in the right shape. */
const EMPTY: readonly EmptyEndpoint[] = [
  {
    path: '/sapi/v1/asset/assetDividend',
    security: 'read',
    summary: 'Distributions to the account.',
    params: { ...PAGE, limit: integer(1).optional(), ...optional('asset') },
    answer: ROWS,
  },
  {
    method: 'POST',
    path: '/sapi/v1/asset/get-funding-asset',
    security: 'read',
    summary: 'Balances of the funding wallet; there is none.',
    params: optional('asset', 'needBtcValuation'),
    answer: LIST,
  },
  ...['allPairs', 'isolated/allPairs', 'allAssets'].map((name) => ({
    path: `/sapi/v1/margin/${name}`,
    security: 'key' as const,
    summary: 'Margin is not offered.',
    params: optional('symbol', 'asset'),
    answer: LIST,
  })),
];

function emptyEndpoint({ method = 'GET', params, ...rest }: EmptyEndpoint): Endpoint {
  return keyEndpoint({ ...rest, method, weight: 1, params: z.strictObject(params) });
}
