import { assetOf, WALLET, walletOf } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { accountsOf, readAccounts, readLastMove } from '@assay/modules/ledger';
import { z } from 'zod';
import { type Endpoint, type KeyCall, keyEndpoint } from '../endpoint.ts';
import { symbol, truth } from '../fields.ts';
import { type ApiLimits, accountPayer, type LimitRule } from '../limits.ts';
import { accountFilters, EXCHANGE_FILTER } from '../market/exchange-info.ts';
import { marketOf } from '../market/listing.ts';
import type { ApiRealm } from '../realm.ts';
import { commissionOf, ratePoints, ratesOf, rateText } from './commission.ts';
import { rulesOf } from './context.ts';

/** The account of a key: balances, fee rates, usage of its limits. */
export function accountEndpoints(realm: ApiRealm, limits: ApiLimits): Endpoint[] {
  return [
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/account',
      security: 'read',
      weight: 20,
      summary: 'Balances of the account and the rates that it pays.',
      params: z.strictObject({ omitZeroBalances: truth.default(false) }),
      answer: ({ omitZeroBalances }, call) => showAccount(realm, call, omitZeroBalances),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/account/commission',
      security: 'read',
      weight: 20,
      summary: 'The rates that the account pays in a market.',
      params: z.strictObject({ symbol }),
      answer: (params, { key }) => commissionOf(realm, key.userId, rulesOf(realm, params.symbol)),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/myFilters',
      security: 'read',
      weight: 40,
      summary: 'The filters of a market that count what the account has.',
      params: z.strictObject({ symbol }),
      answer: (params) => ({
        exchangeFilters: [EXCHANGE_FILTER],
        symbolFilters: accountFilters(marketOf(realm, params.symbol)),
        // No asset is capped here.
        assetFilters: [],
      }),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/api/v3/rateLimit/order',
      security: 'read',
      weight: 40,
      summary: 'What the account has used of its limits for new orders.',
      params: z.strictObject({}),
      answer: (_, { key, ip, now }) => {
        const { ordersShort, ordersDay } = limits.used(accountPayer(key, ip), key, now);
        const { table } = limits;
        return [limitView(table.ordersShort, ordersShort), limitView(table.ordersDay, ordersDay)];
      },
    }),
  ];
}

function limitView({ type, interval, intervalNum, limit }: LimitRule, count: number): object {
  return { rateLimitType: type, interval, intervalNum, limit, count };
}

export interface ApiBalance {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
}

/** The spot balances of a user, in the order of asset ids. */
export async function balancesOf(realm: ApiRealm, userId: number): Promise<ApiBalance[]> {
  return (await walletsOf(realm, userId)).currency;
}

/** The balances of a user in each wallet, in the order of asset ids. */
export async function walletsOf(realm: ApiRealm, userId: number) {
  const { rows } = await readAccounts(realm.db.pool, realm.realm, ...accountsOf(userId));
  const wallets: Record<keyof typeof WALLET, ApiBalance[]> = { currency: [], contract: [] };
  for (const { account, available, held } of rows) {
    const isSpot = walletOf(account) === WALLET.currency;
    (isSpot ? wallets.currency : wallets.contract).push({
      asset: realm.orders.realm.assetSymbol(assetOf(account)),
      free: formatDecimal(available, SCALE),
      locked: formatDecimal(held, SCALE),
    });
  }
  return wallets;
}

/** When balances last changed: by a posting, or by what an order holds. */
async function lastChangeOf({ db, realm, orders }: ApiRealm, userId: number): Promise<number> {
  const [moved, held] = await Promise.all([
    readLastMove(db.pool, realm, ...accountsOf(userId)),
    orders.history.lastChange(userId),
  ]);
  return Math.max(moved, held);
}

async function showAccount(
  realm: ApiRealm,
  { key }: KeyCall,
  omitZeroBalances: boolean,
): Promise<object> {
  const pairs = realm.board.pairs();
  const [first] = pairs;
  const usual = { makerFeePpm: first?.makerFeePpm ?? 0, takerFeePpm: first?.takerFeePpm ?? 0 };
  const { makerPpm, takerPpm } = await ratesOf(realm, key.userId, usual);
  const balances = await balancesOf(realm, key.userId);
  const there = new Set(balances.map(({ asset }) => asset));
  for (const asset of new Set(pairs.flatMap(({ base, quote }) => [quote, base]))) {
    if (!there.has(asset)) balances.push({ asset, free: '0', locked: '0' });
  }
  return {
    makerCommission: ratePoints(makerPpm),
    takerCommission: ratePoints(takerPpm),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: rateText(makerPpm),
      taker: rateText(takerPpm),
      buyer: '0',
      seller: '0',
    },
    canTrade: key.canTrade,
    canWithdraw: false,
    canDeposit: false,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: await lastChangeOf(realm, key.userId),
    accountType: 'SPOT',
    balances: omitZeroBalances
      ? balances.filter(({ free, locked }) => free !== '0' || locked !== '0')
      : balances,
    permissions: ['SPOT'],
    uid: key.userId,
  };
}
