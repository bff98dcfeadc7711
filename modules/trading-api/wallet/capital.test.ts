import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  signedText,
  startTestApi,
  type TestApi,
  type TestKey,
} from '../../../apps/server/testing/test-api.ts';
import type { ApiDeposit, ApiMoney, ApiWithdrawal } from './money.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const AT = Date.UTC(2026, 10, 26, 13, 5, 9, 120);
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const HASH = `0x${'ab'.repeat(32)}`;
const CONTRACT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const deposit = (depositId: number, change: Partial<ApiDeposit> = {}): ApiDeposit => ({
  ...{ depositId, chainId: 1, asset: 'USDT', amount: '40', state: 'credited', needed: 64 },
  ...{ confirmations: 96, neededToWithdraw: 96, transaction: HASH, address: ADDRESS },
  ...{ sender: ADDRESS, seenAt: AT, changedAt: AT, ...change },
});
const withdrawal = (withdrawalId: number, change: Partial<ApiWithdrawal>): ApiWithdrawal => ({
  ...{ withdrawalId, chainId: 1, asset: 'USDT', arrives: '98.5', fee: '1.5', stage: 'paid' },
  ...{ address: ADDRESS, memo: '', transaction: '', requestedAt: AT, changedAt: AT },
  ...{ state: 'paid', ...change },
});

/** What wallets answer; the spans that they were asked for are kept. */
const asked: unknown[] = [];
const money: ApiMoney = {
  networks: () => [
    {
      ...{ asset: 'USDT', network: 'ETH', chainId: 1, name: 'Ethereum (ERC-20)', decimals: 6 },
      ...{ contract: CONTRACT, contractPage: 'https://etherscan.io/address/', isTest: false },
      ...{ canDeposit: true, canWithdraw: true, depositLeast: '10', confirmations: 64 },
      ...{ withdrawalConfirmations: 96, minutes: 15, fee: '1.5', least: '100', most: '200000' },
    },
  ],
  addressOf: async () => ADDRESS,
  deposits: async (_user, span) => {
    asked.push(span);
    return [
      deposit(5, { state: 'recovery', asset: '' }),
      deposit(4, { state: 'confirming', confirmations: 3 }),
      deposit(3, { confirmations: 70 }),
      deposit(2, { state: 'orphaned' }),
      deposit(1),
    ];
  },
  arriving: async () => [
    deposit(4, { state: 'confirming' }),
    deposit(6, { state: 'collected', amount: '9.5' }),
  ],
  withdrawals: async () => [
    withdrawal(9, { state: 'requested', stage: 'review' }),
    withdrawal(8, { state: 'paying' }),
    withdrawal(7, { state: 'cancelled' }),
    withdrawal(6, { state: 'refused' }),
    withdrawal(5, { transaction: HASH }),
  ],
};

let api: TestApi;
let key: TestKey;
let user = 0;
let exchange: InstanceType<typeof ccxt.binance>;

beforeAll(async () => {
  api = await startTestApi({ house: { USDT: '1000' }, money });
  user = await api.real.newUser({ USDT: '100' });
  key = await api.key(user, { realm: 'real' });
  exchange = new ccxt.binance({ apiKey: key.name, secret: key.secret });
  const urls = exchange.urls as { api: Record<string, string> };
  for (const [name, address] of Object.entries(urls.api)) {
    urls.api[name] = address.replace(/^https:\/\/[^/]+/, api.origin);
  }
  exchange.options.fetchMarkets = { types: ['spot'] };
});
afterAll(() => api.stop());

const ask = (method: string, path: string, params = {}, by = key) =>
  api.signed(by, method, path, params);

describe('deposits and withdrawals', () => {
  it('TAPI-500 have the states that clients know, by page, state, coin and transaction', async () => {
    const path = '/sapi/v1/capital/deposit/hisrec';
    const all = (await ask('GET', path)).body;
    expect(
      all.map((row: Record<string, unknown>) => [row.id, row.status, row.confirmTimes]),
    ).toEqual([
      ['4', 0, '3/64'],
      ['3', 6, '70/64'],
      ['2', 2, '96/64'],
      ['1', 1, '96/64'],
    ]);
    expect(all[3]).toMatchObject({ coin: 'USDT', network: 'ETH', txId: HASH, insertTime: AT });
    expect((await ask('GET', path, { status: 6 })).body).toHaveLength(1);
    expect((await ask('GET', path, { offset: 1, limit: 2 })).body).toHaveLength(2);
    expect((await ask('GET', path, { txId: `0x${'cd'.repeat(32)}` })).body).toEqual([]);
    asked.length = 0;
    await ask('GET', path, { coin: 'USDT', startTime: 5, endTime: 9 });
    expect(asked).toEqual([{ asset: 'USDT', from: 5, to: 9, limit: 1_000 }]);
    const out = (await ask('GET', '/sapi/v1/capital/withdraw/history')).body;
    expect(out.map(({ status }: { status: number }) => status)).toEqual([2, 4, 1, 3, 6]);
    expect(out[4]).toMatchObject({
      ...{ amount: '98.5', transactionFee: '1.5', applyTime: '2026-11-26 13:05:09', txId: HASH },
    });
    const some = await ask('GET', '/sapi/v1/capital/withdraw/history', { idList: '7,5' });
    expect(some.body.map(({ id }: { id: string }) => id)).toEqual(['7', '5']);
  });

  it('TAPI-501 an unmodified client reads them, the address and the networks; no key withdraws', async () => {
    const currencies = await exchange.fetchCurrencies();
    expect(currencies?.['USDT']).toMatchObject({ deposit: true, withdraw: true });
    const ins = await exchange.fetchDeposits('USDT');
    expect(ins.map(({ status }) => status)).toEqual(expect.arrayContaining(['ok', 'pending']));
    expect(ins.at(0)).toMatchObject({ amount: 40, currency: 'USDT', address: ADDRESS });
    const outs = await exchange.fetchWithdrawals('USDT');
    expect(outs.map(({ status }) => status).toSorted()).toEqual([
      'canceled',
      'failed',
      'ok',
      'pending',
      'pending',
    ]);
    expect(outs[0]).toMatchObject({ amount: 98.5, fee: { cost: 1.5 } });
    expect(await exchange.fetchDepositAddress('USDT')).toMatchObject({ address: ADDRESS });
    await expect(exchange.withdraw('USDT', 100, ADDRESS)).rejects.toThrow('cannot withdraw');
  });

  it('TAPI-502 the virtual realm has none', async () => {
    const practice = await api.demo.newUser({ USDT: '1' });
    const own = await api.key(practice);
    expect((await ask('GET', '/sapi/v1/capital/deposit/hisrec', {}, own)).body).toEqual([]);
    const params = { coin: 'USDT' };
    const { status, body } = await ask('GET', '/sapi/v1/capital/deposit/address', params, own);
    expect([status, body.code]).toEqual([400, -4019]);
  });
});

describe('transfers', () => {
  it('TAPI-503 move at once, are listed, and are refused with what clients know', async () => {
    const path = '/sapi/v1/asset/transfer';
    const move = { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '30.5' };
    const { tranId } = (await ask('POST', path, move)).body;
    const back = await ask('POST', '/sapi/v1/futures/transfer', {
      ...{ asset: 'USDT', amount: '0.5', type: 2 },
    });
    expect(back.status).toBe(200);
    const listed = (await ask('GET', path, { type: 'MAIN_UMFUTURE' })).body;
    expect(listed).toMatchObject({
      total: 1,
      rows: [{ asset: 'USDT', amount: '30.5', type: 'MAIN_UMFUTURE', status: 'CONFIRMED', tranId }],
    });
    expect((await ask('GET', path, { type: 'UMFUTURE_MAIN' })).body.rows).toHaveLength(1);
    const lacking = await ask('POST', path, { ...move, amount: '1000' });
    expect([lacking.status, lacking.body.code]).toEqual([400, -2010]);
    const unknown = await ask('POST', path, { ...move, asset: 'NOPE' });
    expect(unknown.body.code).toBe(-5012);
    const reader = await api.key(user, { realm: 'real', permission: 'read' });
    expect((await ask('POST', path, move, reader)).body.code).toBe(-2015);
    // However many go the other way since: pages are of one direction, the total is of all pages.
    const other = { asset: 'USDT', amount: '0.1', from: 'contract', to: 'currency' } as const;
    for (let i = 0; i < 12; i += 1) await api.real.must(user, 'transferFunds', other);
    const page = (more: object) => ask('GET', path, { type: 'MAIN_UMFUTURE', size: 1, ...more });
    expect((await page({})).body).toMatchObject({ total: 1, rows: [{ tranId }] });
    const third = await ask('GET', path, { type: 'UMFUTURE_MAIN', size: 5, current: 3 });
    expect([third.body.total, third.body.rows.length]).toEqual([13, 3]);
    expect((await page({ current: 2 })).body).toEqual({ total: 1, rows: [] });
    expect((await page({ startTime: 0, endTime: 1 })).body).toEqual({ total: 0, rows: [] });
  });

  it('TAPI-505 the signed text of a transfer, sent again, moves nothing twice, and another one does', async () => {
    const owner = await api.real.newUser({ USDT: '50' });
    const own = await api.key(owner, { realm: 'real' });
    const path = '/sapi/v1/asset/transfer';
    const move = { type: 'MAIN_UMFUTURE', asset: 'USDT', amount: '20' };
    const timestamp = api.clock.now();
    const body = signedText(own, { ...move, timestamp });
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => api.send('POST', path, '', { key: own, body })),
    );
    expect(new Set(sent.map((one) => one.body.tranId)).size).toBe(1);
    expect((await ask('GET', path, { type: 'MAIN_UMFUTURE' }, own)).body.total).toBe(1);
    // Whoever sends a stolen text to the other address gets nothing moved by it either.
    const other = {
      key: own,
      body: signedText(own, { asset: 'USDT', amount: '20', type: 1, timestamp }),
    };
    await api.send('POST', '/sapi/v1/futures/transfer', '', other);
    expect((await ask('GET', path, { type: 'MAIN_UMFUTURE' }, own)).body.total).toBe(2);
    await api.send('POST', '/sapi/v1/futures/transfer', '', other);
    expect((await ask('GET', path, { type: 'MAIN_UMFUTURE' }, own)).body.total).toBe(2);
  });

  it('TAPI-362 what an open withdrawal holds is leaving, and locked no more; deposits on their way are shown', async () => {
    const leaver = await api.real.newUser({ USDT: '300', BTC: '1' });
    const own = await api.key(leaver, { realm: 'real' });
    const digest = 'ab'.repeat(32);
    const wanted = { asset: 'USDT', amount: '100', fee: '1.5', digest };
    await api.real.must(leaver, 'requestWithdrawal', wanted);
    const [usdt, btc] = [
      { asset: 'USDT', free: '200', locked: '0', withdrawing: '100' },
      { asset: 'BTC', free: '1', locked: '0', withdrawing: '0' },
    ];
    const { body } = await ask('POST', '/sapi/v3/asset/getUserAsset', {}, own);
    expect(body).toEqual(
      expect.arrayContaining([usdt, btc].map((one) => expect.objectContaining(one))),
    );
    const coins = (await ask('GET', '/sapi/v1/capital/config/getall', {}, own)).body;
    const { asset: coin, ...amounts } = usdt;
    const shown = (symbol: string) => coins.find((one: { coin: string }) => one.coin === symbol);
    expect(shown(coin)).toMatchObject({ ...amounts, depositing: '49.5' });
    expect(shown('BTC').depositing).toBe('0');
  });

  it('TAPI-504 conversions of small balances are listed with their fees', async () => {
    await api.real.quote({ BTCUSDT: '90000' });
    const poor = await api.real.newUser({ BTC: '0.000009' });
    const own = await api.key(poor, { realm: 'real' });
    const { id } = await api.real.must(poor, 'convertSmallBalances', {
      assets: ['BTC'],
      least: '0',
    });
    expect(id).toBeUndefined();
    expect((await ask('GET', '/sapi/v1/asset/dribblet', {}, own)).body).toMatchObject({
      total: 1,
      userAssetDribblets: [
        {
          ...{ totalTransferedAmount: '0.80838', totalServiceChargeAmount: '0.00162' },
          userAssetDribbletDetails: [{ fromAsset: 'BTC', amount: '0.000009', targetAsset: 'USDT' }],
        },
      ],
    });
  });
});
