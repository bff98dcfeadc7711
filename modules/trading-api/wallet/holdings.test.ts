import { DAY } from '@assay/core/time';
import { accountsOf, readFormerTotals } from '@assay/modules/ledger';
import { Spot as Connector } from '@binance/connector';
import { Spot } from '@binance/spot';
import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { askSigned, Sockets } from '../streams/streams.suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const symbol = 'BTCUSDT';
type Params = Record<string, string | number>;

let api: TestApi;
let key: TestKey;
let mine = 0;
let maker = 0;

beforeAll(async () => {
  api = await startTestApi({ house: {} });
  [mine = 0, maker = 0] = await api.demo.newUsers(2, { USDT: '100000', BTC: '5' });
  key = await api.key(mine);
  await api.demo.quote({ BTCUSDT: '50000', ETHUSDT: '2500' });
});
afterAll(() => api.stop());

const ask = (method: string, path: string, params: Params = {}, by = key) =>
  api.signed(by, method, path, params);

async function ok(method: string, path: string, params: Params = {}) {
  const { status, body, text } = await ask(method, path, params);
  expect(status, text).toBe(200);
  return body;
}

const limit = { symbol, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };

describe('amendments of an order', () => {
  it('TAPI-360 are those that kept its priority, by execution, also once it has ended, for its owner', async () => {
    const order = { ...limit, quantity: '0.02', price: '40000', newClientOrderId: 'one' };
    const { orderId } = await ok('POST', '/api/v3/order', order);
    const amend = (more: Params) =>
      ok('PUT', '/api/v3/order/amend/keepPriority', { symbol, orderId, ...more });
    const first = await amend({ newQty: '0.015', newClientOrderId: 'two' });
    // Another price is another place in the queue.
    await api.demo.must(mine, 'amendOrder', { orderId, limitPrice: '40001' });
    const second = await amend({ newQty: '0.01' });
    await ok('DELETE', '/api/v3/order', { symbol, orderId });
    const entry = { symbol, orderId };
    const both = [
      {
        ...{ ...entry, executionId: first.executionId, time: first.transactTime },
        ...{ origClientOrderId: 'one', newClientOrderId: 'two', origQty: '0.02', newQty: '0.015' },
      },
      {
        ...{ ...entry, executionId: second.executionId, time: second.transactTime },
        ...{ origClientOrderId: 'two', newClientOrderId: 'two', origQty: '0.015', newQty: '0.01' },
      },
    ];
    const list = (more: Params = {}) =>
      ok('GET', '/api/v3/order/amendments', { ...entry, ...more });
    expect(await list()).toEqual(both);
    expect(await list({ limit: 1 })).toEqual(both.slice(0, 1));
    expect(await list({ fromExecutionId: second.executionId })).toEqual(both.slice(1));
    expect(await list({ fromExecutionId: second.executionId + 1 })).toEqual([]);
    const sockets = new Sockets(api.origin);
    const reader = await sockets.at('/demo/ws-api/v3');
    const answer = await askSigned(api, reader, key, 'order.amendments', entry);
    expect(answer).toMatchObject({ status: 200, result: both });
    sockets.close();

    const unknown = { code: -2013, msg: 'Order does not exist.' };
    const theirs = await api.key(maker);
    const path = '/api/v3/order/amendments';
    expect((await ask('GET', path, entry, theirs)).body).toEqual(unknown);
    expect((await ask('GET', path, { ...entry, symbol: 'ETHUSDT' })).body).toEqual(unknown);
    expect((await ask('GET', path, { symbol })).body.code).toBe(-1102);
    expect((await ask('GET', path, { ...entry, symbol: 'NOPE' })).body.code).toBe(-1121);
  });
});

describe('what an account has', () => {
  it('TAPI-361 myFilters are the filters of exchangeInfo that count what an account has', async () => {
    const info = await ok('GET', '/api/v3/exchangeInfo', { symbol });
    const own = await ok('GET', '/api/v3/myFilters', { symbol });
    expect(own).toEqual({
      exchangeFilters: info.exchangeFilters,
      symbolFilters: info.symbols[0].filters.filter(({ filterType }: { filterType: string }) =>
        filterType.startsWith('MAX_NUM_'),
      ),
      assetFilters: [],
    });
    expect(own.symbolFilters.length).toBeGreaterThan(1);
    expect((await ask('GET', '/api/v3/myFilters')).body.code).toBe(-1102);
    expect((await ask('GET', '/api/v3/myFilters', { symbol: 'NOPE' })).body.code).toBe(-1121);
  });

  it('TAPI-362 getUserAsset lists what is above zero, and the wallet its worth, by index prices', async () => {
    const { orderId } = await ok('POST', '/api/v3/order', {
      ...{ ...limit, quantity: '0.5', price: '40000' },
    });
    const user = (more: Params = {}) => ok('POST', '/sapi/v3/asset/getUserAsset', more);
    const rest = { freeze: '0', withdrawing: '0', ipoable: '0' };
    const usdt = { asset: 'USDT', free: '80000', locked: '20000', ...rest };
    const btc = { asset: 'BTC', free: '5', locked: '0', ...rest };
    const byName = (a: { asset: string }, b: { asset: string }) => (a.asset < b.asset ? -1 : 1);
    const none = { btcValuation: '0' };
    expect((await user()).sort(byName)).toEqual([
      { ...btc, ...none },
      { ...usdt, ...none },
    ]);
    expect(await user({ asset: 'USDT', needBtcValuation: 'true' })).toEqual([
      { ...usdt, btcValuation: '2' },
    ]);
    expect(await user({ asset: 'ETH' })).toEqual([]);
    const worth = (more: Params = {}) => ok('GET', '/sapi/v1/asset/wallet/balance', more);
    const wallets = (spot: string, contracts: string) => [
      { activate: true, walletName: 'Spot', balance: spot },
      { activate: true, walletName: 'USDⓈ-M Futures', balance: contracts },
    ];
    expect(await worth()).toEqual(wallets('7', '0'));
    expect(await worth({ quoteAsset: 'USDT' })).toEqual(wallets('350000', '0'));
    expect(await worth({ quoteAsset: 'ETH' })).toEqual(wallets('140', '0'));
    // What was moved is in the other wallet, and in the sum of both as before.
    const out = { asset: 'USDT', amount: '50000', type: 'MAIN_UMFUTURE' };
    await ok('POST', '/sapi/v1/asset/transfer', out);
    expect(await worth({ quoteAsset: 'USDT' })).toEqual(wallets('300000', '50000'));
    await ok('POST', '/sapi/v1/asset/transfer', { ...out, type: 'UMFUTURE_MAIN' });
    const wrong = await ask('GET', '/sapi/v1/asset/wallet/balance', { quoteAsset: 'NOPE' });
    expect(wrong.body.code).toBe(-1130);
    await ok('DELETE', '/api/v3/order', { symbol, orderId });
  });

  it('TAPI-364 unmodified clients ask for all of these', async () => {
    const at = `${api.origin}/demo`;
    const named = { apiKey: key.name, apiSecret: key.secret };
    process.env.LOG_LEVEL ??= 'error';
    const { restAPI: rest } = new Spot({ configurationRestAPI: { ...named, basePath: at } });
    const [{ orderId }] = await ok('GET', '/api/v3/allOrders', { symbol });
    const amendments = await (await rest.orderAmendments({ symbol, orderId })).data();
    expect(amendments).toMatchObject([{ newQty: '0.015' }, { newQty: '0.01' }]);
    const filters = await (await rest.myFilters({ symbol })).data();
    expect(filters).toMatchObject({ assetFilters: [] });
    const connector = new Connector(key.name, key.secret, { baseURL: at });
    expect((await connector.userAsset()).data).toHaveLength(2);
    expect((await connector.accountSnapshot('SPOT')).data).toMatchObject({ code: 200 });
    const exchange = new ccxt.binance({ apiKey: key.name, secret: key.secret });
    (exchange.urls.api as Record<string, string>).sapi = `${at}/sapi/v1`;
    const wallets = await (exchange as never as Record<string, () => Promise<object[]>>)
      .sapiGetAssetWalletBalance!();
    expect(wallets).toMatchObject([{ balance: '7', walletName: 'Spot' }, { balance: '0' }]);
  });

  it('TAPI-363 a snapshot is what the account had at the end of a day, made from the journal', async () => {
    const today = Math.floor(api.clock.now() / DAY) * DAY;
    const trade = async (quantity: string, limitPrice: string) => {
      const body = { market: symbol, type: 'limit', quantity, limitPrice } as const;
      await api.demo.place(maker, { ...body, side: 'sell' });
      await api.demo.must(mine, 'placeOrder', { ...body, side: 'buy' });
      await api.pricing.feed.flush();
    };
    const list = async (more: Params = {}) => {
      const body = await ok('GET', '/sapi/v1/accountSnapshot', { type: 'SPOT', ...more });
      expect(body).toMatchObject({ code: 200, msg: '' });
      return body.snapshotVos;
    };
    expect(await list()).toEqual([]);
    await trade('0.1', '50000');
    api.clock.set(today + 1.5 * DAY);
    await api.demo.quote({ BTCUSDT: '60000' });
    await trade('0.2', '60000');
    // A day without a change, and one that is not over.
    api.clock.set(today + 3.5 * DAY);
    await api.demo.quote({ BTCUSDT: '70000' });
    await trade('0.1', '70000');
    const day = (n: number, usdt: string, btc: string, totalAssetOfBtc: string) => ({
      type: 'spot',
      updateTime: today + (n + 1) * DAY - 1_000,
      data: {
        totalAssetOfBtc,
        balances: expect.arrayContaining([
          { asset: 'USDT', free: usdt, locked: '0' },
          { asset: 'BTC', free: btc, locked: '0' },
        ]),
      },
    });
    // Bought with a fee of 0.1 % in bitcoin, and valued at the day's last price.
    const days = [
      day(0, '95000', '5.0999', '6.9999'),
      day(1, '83000', '5.2997', '6.68303333'),
      day(2, '83000', '5.2997', '6.68303333'),
    ];
    expect(await list()).toEqual(days);
    expect(await list({ endTime: today + 2 * DAY - 1_000 })).toEqual(days.slice(0, 2));
    const from = today + DAY;
    expect(await list({ startTime: from, endTime: from + 30 * DAY })).toEqual(days.slice(1));
    expect(await list({ type: 'FUTURES' })).toEqual([]);
    for (const [wrong, code] of [
      [{ limit: 31 }, -1100],
      [{ limit: 6 }, -1100],
      [{ type: 'ALL' }, -1130],
      [{ startTime: from, endTime: from - 1 }, -1128],
      [{ startTime: from, endTime: from + 30 * DAY + 1 }, -1127],
    ] as const) {
      const params = { type: 'SPOT', ...wrong };
      expect((await ask('GET', '/sapi/v1/accountSnapshot', params)).body.code).toBe(code);
    }
    expect((await ask('GET', '/sapi/v1/accountSnapshot')).body.code).toBe(-1102);
  });

  it('TAPI-363 days beyond the postings that one request reads are not known', async () => {
    const { rows } = await api.db.pool.query<{ seq: number }>(
      'SELECT DISTINCT seq FROM demo.posting WHERE to_account >= $1 AND to_account < $2 ORDER BY seq',
      accountsOf(mine),
    );
    const seqs = rows.map(({ seq }) => seq);
    const of = (limit: number) =>
      readFormerTotals(api.db.pool, 'demo', ...accountsOf(mine), [0, ...seqs], limit);
    for (const { totals } of await of(1_000)) {
      expect(totals[0]).toBe(0n);
      expect(totals).not.toContain(null);
    }
    for (const { totals } of await of(1)) {
      expect(totals[0]).toBe(null);
      expect(totals.at(-1)).not.toBe(null);
    }
  });
});
