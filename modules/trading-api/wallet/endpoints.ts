import { z } from 'zod';
import { type Endpoint, keyEndpoint, publicEndpoint } from '../endpoint.ts';
import { API_ERRORS, ApiError } from '../errors.ts';
import { decimal, instant, integer, MISSING, symbol, truth } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { listCoins } from './coins.ts';
import { listFees } from './fees.ts';
import { holdingEndpoints } from './holdings.ts';
import { snapshotEndpoints } from './snapshots.ts';

/**
 * The endpoints that clients load besides the markets: coins, fees, transfers. Deposits and
 * withdrawals are empty lists until the wallet exists; margin, which is not offered, as well.
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
    ...transferEndpoints(),
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
        permitsUniversalTransfer: false,
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

const word = z.string().regex(/^[A-Za-z0-9_:,.-]{1,100}$/, MISSING);
const SUSPENDED = (what: string) =>
  new ApiError(-4019, `${what} of this coin are not open: there is no wallet yet.`);

function transferEndpoints(): Endpoint[] {
  return [
    keyEndpoint({
      method: 'GET',
      path: '/sapi/v1/capital/deposit/address',
      security: 'read',
      weight: 10,
      summary: 'Address for deposits of a coin; not open yet.',
      params: z.strictObject({
        coin: word,
        network: word.optional(),
        amount: decimal.optional(),
      }),
      answer: () => {
        throw SUSPENDED('Deposits');
      },
    }),
    keyEndpoint({
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
    }),
    keyEndpoint({
      method: 'POST',
      path: '/sapi/v1/asset/transfer',
      security: 'trade',
      weight: 1,
      summary: 'Moves an asset between wallets; there is only one.',
      params: z.strictObject({
        ...{ type: word, asset: word, amount: decimal },
        ...optional('fromSymbol', 'toSymbol'),
      }),
      answer: noOtherWallet,
    }),
    keyEndpoint({
      method: 'POST',
      path: '/sapi/v1/futures/transfer',
      security: 'trade',
      weight: 1,
      summary: 'Moves an asset to the futures wallet and back; there is none.',
      params: z.strictObject({ asset: word, amount: decimal, type: word }),
      answer: noOtherWallet,
    }),
  ];
}

function noOtherWallet(): never {
  throw API_ERRORS.marketClosed();
}

function optional(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, word.optional()]));
}

const PAGE = { startTime: instant.optional(), endTime: instant.optional() };
const LIMITED = { limit: integer(1).optional(), offset: integer(0).optional() };
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
    path: '/sapi/v1/capital/deposit/hisrec',
    security: 'read',
    summary: 'Deposits of the account.',
    params: {
      ...{ ...PAGE, ...LIMITED, includeSource: truth.optional() },
      ...optional('coin', 'status', 'txId'),
    },
    answer: LIST,
  },
  {
    path: '/sapi/v1/capital/withdraw/history',
    security: 'read',
    summary: 'Withdrawals of the account.',
    params: {
      ...{ ...PAGE, ...LIMITED },
      ...optional('coin', 'status', 'withdrawOrderId', 'idList'),
    },
    answer: LIST,
  },
  {
    path: '/sapi/v1/asset/transfer',
    security: 'read',
    summary: 'Transfers between wallets.',
    params: {
      ...{ type: word, ...PAGE, current: integer(1).optional(), size: integer(1).optional() },
      ...optional('fromSymbol', 'toSymbol'),
    },
    answer: ROWS,
  },
  {
    path: '/sapi/v1/asset/assetDividend',
    security: 'read',
    summary: 'Distributions to the account.',
    params: { ...PAGE, limit: integer(1).optional(), ...optional('asset') },
    answer: ROWS,
  },
  {
    path: '/sapi/v1/asset/dribblet',
    security: 'read',
    summary: 'Conversions of small balances.',
    params: { ...PAGE, ...optional('accountType') },
    answer: () => ({ total: 0, userAssetDribblets: [] }),
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
