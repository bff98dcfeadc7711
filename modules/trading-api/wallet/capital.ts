import { accountId, assetOf, MAX_ASSET, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { DAY } from '@assay/core/time';
import { readReceived } from '@assay/modules/ledger';
import { lastCommandsBefore } from '@assay/platform/engine/log-times';
import { z } from 'zod';
import { type Endpoint, keyEndpoint } from '../endpoint.ts';
import { ApiError } from '../errors.ts';
import { decimal, instant, integer, limit, oneOf, truth } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { requestOf } from '../trade/context.ts';
import { assetName, word } from './fields.ts';
import type { ApiDeposit, ApiMove, ApiWithdrawal } from './money.ts';

/** What is read where a client names no time. */
const USUAL_SPAN_MS = 90 * DAY;
const MOST_ROWS = 1_000;
/** Rows that are looked at for a page of transfers, each of which has two lines. */
const MOST_TRANSFERS = 100;
const TRANSFER_TYPES = ['MAIN_UMFUTURE', 'UMFUTURE_MAIN'] as const;
const INVALID_TYPE =
  "-1102 Mandatory parameter '{name}' was not sent, was empty/null, or malformed.";

const PAGE = { startTime: instant.optional(), endTime: instant.optional() };

/** Deposits, withdrawals, transfers between the wallets, and conversions of small balances. */
export function capitalEndpoints(realm: ApiRealm): Endpoint[] {
  const histories = [depositHistory(realm), withdrawalHistory(realm), depositAddress(realm)];
  return [...histories, ...transferEndpoints(realm), dribblet(realm)];
}

/** Statuses as clients know them: 0 waits, 6 is credited and cannot leave yet, 1 is done. */
function depositStatus({ state, confirmations, neededToWithdraw }: ApiDeposit): number {
  if (state === 'credited') return confirmations < neededToWithdraw ? 6 : 1;
  return state === 'orphaned' ? 2 : state === 'recovery' ? 7 : 0;
}

/** 0, 2 and 4 are on their way, 1 cancelled, 3 and 5 failed, 6 done. */
const WITHDRAWAL_STATUS: Readonly<Record<string, number>> = {
  ...{ requested: 2, approved: 4, paying: 4, paid: 6 },
  ...{ cancelled: 1, refused: 3, returned: 5 },
};

/** The network as clients name it. */
function networkOf({ money }: Pick<ApiRealm, 'money'>, chainId: number, asset: string): string {
  const found = money
    ?.networks()
    .find((one) => one.chainId === chainId && one.asset === asset)?.network;
  return found ?? `CHAIN${chainId}`;
}

const HISTORY = { ...PAGE, limit: limit(MOST_ROWS, MOST_ROWS), offset: integer(0).default(0) };

function depositHistory(realm: ApiRealm): Endpoint {
  return keyEndpoint({
    method: 'GET',
    path: '/sapi/v1/capital/deposit/hisrec',
    security: 'read',
    weight: 1,
    summary: 'Deposits of the account, the latest first; of 90 days where no time is named.',
    params: z.strictObject({
      ...HISTORY,
      includeSource: truth.default(false),
      coin: assetName.optional(),
      status: integer(0).optional(),
      txId: word.optional(),
    }),
    answer: async ({ coin, status, txId, includeSource, offset, limit: most, ...times }, call) => {
      const span = { asset: coin, ...spanOf(times, call.now), limit: MOST_ROWS };
      const all = (await realm.money?.deposits(call.key.userId, span)) ?? [];
      return all
        .filter((one) => one.asset !== '')
        .filter((one) => txId === undefined || one.transaction === txId.toLowerCase())
        .filter((one) => status === undefined || depositStatus(one) === status)
        .slice(offset, offset + most)
        .map((one) => ({
          id: String(one.depositId),
          ...{ amount: one.amount, coin: one.asset },
          network: networkOf(realm, one.chainId, one.asset),
          status: depositStatus(one),
          ...{ address: one.address, addressTag: '', txId: one.transaction },
          ...{ insertTime: one.seenAt, completeTime: one.changedAt, transferType: 0 },
          unlockConfirm: one.neededToWithdraw,
          confirmTimes: `${one.confirmations}/${one.needed}`,
          walletType: 0,
          ...(includeSource ? { sourceAddress: one.sender } : {}),
        }));
    },
  });
}

function withdrawalHistory(realm: ApiRealm): Endpoint {
  return keyEndpoint({
    method: 'GET',
    path: '/sapi/v1/capital/withdraw/history',
    security: 'read',
    weight: 1,
    summary: 'Withdrawals of the account, the latest first; of 90 days where no time is named.',
    params: z.strictObject({
      ...HISTORY,
      coin: assetName.optional(),
      status: integer(0).optional(),
      withdrawOrderId: word.optional(),
      idList: word.optional(),
    }),
    answer: async (params, call) => {
      const { coin, status, idList, withdrawOrderId, offset, limit: most, ...times } = params;
      // Nobody names a withdrawal here: it is requested by a person, never by a key.
      if (withdrawOrderId !== undefined) return [];
      const span = { asset: coin, ...spanOf(times, call.now), limit: MOST_ROWS };
      const all = (await realm.money?.withdrawals(call.key.userId, span)) ?? [];
      const ids = idList?.split(',');
      return all
        .filter((one) => ids === undefined || ids.includes(String(one.withdrawalId)))
        .filter((one) => status === undefined || WITHDRAWAL_STATUS[one.state] === status)
        .slice(offset, offset + most)
        .map((one) => withdrawalRow(one, networkOf(realm, one.chainId, one.asset)));
    },
  });
}

function depositAddress(realm: ApiRealm): Endpoint {
  return keyEndpoint({
    method: 'GET',
    path: '/sapi/v1/capital/deposit/address',
    security: 'read',
    weight: 10,
    summary: 'The address of the account for deposits of a coin on a network.',
    params: z.strictObject({
      coin: assetName,
      network: word.optional(),
      amount: decimal.optional(),
    }),
    answer: async ({ coin, network: wanted }, { key }) => {
      const found = realm.money
        ?.networks()
        .find((one) => one.asset === coin && one.network === (wanted ?? one.network));
      const address =
        found?.canDeposit && (await realm.money?.addressOf(key.userId, found.chainId));
      if (!found || !address) {
        throw new ApiError(-4019, 'Deposits of this coin are not open on this network.');
      }
      return { coin, address, tag: '', url: `${found.contractPage}${found.contract}` };
    },
  });
}

function withdrawalRow(one: ApiWithdrawal, network: string): object {
  const isDone = one.state === 'paid';
  return {
    id: String(one.withdrawalId),
    ...{ amount: one.arrives, transactionFee: one.fee, coin: one.asset },
    status: WITHDRAWAL_STATUS[one.state] ?? 2,
    ...{ address: one.address, addressTag: one.memo, txId: one.transaction },
    applyTime: dateTime(one.requestedAt),
    ...{ network, transferType: 0, withdrawOrderId: '', info: one.stage },
    ...{ confirmNo: 0, walletType: 0, txKey: '' },
    completeTime: isDone ? dateTime(one.changedAt) : '',
  };
}

/** `2026-11-26 13:05:09`, in UTC. */
const dateTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

interface Times {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

function spanOf({ startTime, endTime }: Times, now: number) {
  const to = endTime ?? now;
  return { from: startTime ?? Math.max(0, to - USUAL_SPAN_MS), to };
}

const WAYS = {
  MAIN_UMFUTURE: { from: 'currency', to: 'contract' },
  UMFUTURE_MAIN: { from: 'contract', to: 'currency' },
} as const;

function transferEndpoints(realm: ApiRealm): Endpoint[] {
  const move = async (what: ApiMove, call: Parameters<typeof requestOf>[0]) => {
    // The protocol has no name for a transfer: each is named by what it is, so that its signed
    // text, sent again, moves nothing twice.
    const { userId, sender } = requestOf(call, 'transfer');
    const done = await realm.moves.move(userId, what, sender().commandId);
    if (typeof done === 'number') return { tranId: done };
    if (done === 'insufficientBalance') {
      throw new ApiError(-2010, 'Account has insufficient balance for requested action.');
    }
    throw new ApiError(-5012, `The transfer was refused: ${done}.`);
  };
  return [
    keyEndpoint({
      method: 'POST',
      path: '/sapi/v1/asset/transfer',
      security: 'trade',
      weight: 1,
      summary: 'Moves an asset between the spot wallet and the wallet of contracts, at once.',
      params: z.strictObject({
        type: oneOf(TRANSFER_TYPES, INVALID_TYPE),
        ...{ asset: assetName, amount: decimal },
        ...{ fromSymbol: word.optional(), toSymbol: word.optional() },
      }),
      answer: ({ type, asset, amount }, call) => move({ asset, amount, ...WAYS[type] }, call),
    }),
    keyEndpoint({
      method: 'POST',
      path: '/sapi/v1/futures/transfer',
      security: 'trade',
      weight: 1,
      summary: 'Moves an asset to the wallet of contracts (1) or back from it (2), at once.',
      params: z.strictObject({ asset: assetName, amount: decimal, type: integer(1, 2) }),
      answer: ({ type, asset, amount }, call) =>
        move({ asset, amount, ...WAYS[TRANSFER_TYPES[type - 1] ?? 'MAIN_UMFUTURE'] }, call),
    }),
    keyEndpoint({
      method: 'GET',
      path: '/sapi/v1/asset/transfer',
      security: 'read',
      weight: 1,
      summary: 'Transfers between the wallets, the latest first.',
      params: z.strictObject({
        type: oneOf(TRANSFER_TYPES, INVALID_TYPE),
        ...PAGE,
        current: integer(1, 100).default(1),
        size: limit(10, MOST_TRANSFERS),
        ...{ fromSymbol: word.optional(), toSymbol: word.optional() },
      }),
      answer: (params, { key, now }) => listTransfers(realm, key.userId, params, now),
    }),
  ];
}

interface TransferQuery extends Times {
  readonly type: (typeof TRANSFER_TYPES)[number];
  readonly current: number;
  readonly size: number;
}

/** The lines that received something; the other one of each transfer says the same. */
async function listTransfers(realm: ApiRealm, userId: number, query: TransferQuery, now: number) {
  const { type, current, size } = query;
  const { from, to } = spanOf(query, now);
  const [before = 0, last = 0] = await lastCommandsBefore(realm.db.pool, realm.realm, [
    from,
    to + 1,
  ]);
  const into = WALLET[WAYS[type].to];
  const wallet = [accountId(userId, into, 0), accountId(userId, into, MAX_ASSET) + 1] as const;
  const { total, rows } = await readReceived(realm.db.pool, realm.realm, ...wallet, {
    ...{ purpose: PURPOSE.transfer, fromSeq: before + 1, toSeq: last },
    ...{ offset: (current - 1) * size, limit: size },
  });
  const symbols = new Map(realm.board.assets().map(({ id, symbol }) => [id, symbol]));
  return {
    total,
    rows: rows.map((line) => ({
      asset: symbols.get(assetOf(line.account)) ?? '',
      amount: formatDecimal(line.amount, SCALE),
      ...{ type, status: 'CONFIRMED', tranId: line.seq, timestamp: line.at },
    })),
  };
}

function dribblet(realm: ApiRealm): Endpoint {
  return keyEndpoint({
    method: 'GET',
    path: '/sapi/v1/asset/dribblet',
    security: 'read',
    weight: 1,
    summary: 'Conversions of small balances to USDT, the latest first.',
    params: z.strictObject({ ...PAGE, accountType: word.optional() }),
    answer: async (params, { key, now }) => {
      const span = { ...spanOf(params, now), limit: MOST_TRANSFERS };
      const rows = await realm.moves.conversions(key.userId, span);
      const seqs = [...new Set(rows.map(({ seq }) => seq))];
      return {
        total: seqs.length,
        userAssetDribblets: seqs.map((transId) => {
          const own = rows.filter(({ seq }) => seq === transId);
          const sum = (name: 'value' | 'fee') =>
            own.reduce((total, one) => total + (parseDecimal(one[name], SCALE) ?? 0n), 0n);
          return {
            operateTime: own[0]?.at ?? 0,
            totalTransferedAmount: formatDecimal(sum('value') - sum('fee'), SCALE),
            totalServiceChargeAmount: formatDecimal(sum('fee'), SCALE),
            transId,
            userAssetDribbletDetails: own.map((one) => ({
              ...{ transId, serviceChargeAmount: one.fee, amount: one.amount },
              ...{ operateTime: one.at, fromAsset: one.asset, targetAsset: 'USDT' },
              transferedAmount: formatDecimal(
                (parseDecimal(one.value, SCALE) ?? 0n) - (parseDecimal(one.fee, SCALE) ?? 0n),
                SCALE,
              ),
            })),
          };
        }),
      };
    },
  });
}
