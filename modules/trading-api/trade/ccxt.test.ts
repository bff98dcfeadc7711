import ccxt from 'ccxt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { ccxtOf, type Exchange } from '../testing/ccxt.suite.ts';

/** The life of orders between two accounts without house quotes, so that each trade is theirs. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const BTC = 'BTC/USDT';
let api: TestApi;
let at = '';
let alice: Exchange;
let bob: Exchange;
let keys: TestKey[] = [];

beforeAll(async () => {
  api = await startTestApi({ house: {} });
  at = `${api.origin}/demo`;
  const users = await api.demo.newUsers(2, { USDT: '100000', BTC: '2', ETH: '10' });
  keys = await Promise.all(users.map((user) => api.key(user)));
  await api.demo.quote({ BTCUSDT: '96000', ETHUSDT: '3000' });
  [alice, bob] = keys.map((key) => ccxtOf(at, key)) as [Exchange, Exchange];
  await Promise.all([alice.loadMarkets(), bob.loadMarkets()]);
});
afterAll(() => api.stop());

const idOf = ({ id }: { readonly id?: string | undefined }) => id ?? '';

/** Expects that the client shows the balances of our own call in every asset. */
async function expectBalances(exchange: Exchange, key: TestKey): Promise<void> {
  const { info } = await exchange.fetchBalance();
  const { data } = await api.get(key.userId, 'getAsset2');
  const theirs = Object.fromEntries(
    info.balances.map(({ asset, free, locked }: Record<string, string>) => [asset, [free, locked]]),
  );
  for (const { asset, available, held } of data.balances) {
    expect(theirs[asset], asset).toEqual([available, held]);
  }
}

describe('the life of orders', () => {
  it('TAPI-130 a limit order is filled in part by another account, amended, and cancelled', async () => {
    const sell = await alice.createOrder(BTC, 'limit', 'sell', 0.5, 96_100.01);
    expect(sell).toMatchObject({ status: 'open', filled: 0, remaining: 0.5, price: 96_100.01 });
    const buy = await bob.createOrder(BTC, 'limit', 'buy', 0.12345, 96_200, { timeInForce: 'IOC' });
    expect(buy).toMatchObject({ status: 'closed', filled: 0.12345, average: 96_100.01 });
    // A thousandth of what was bought.
    expect(buy.trades.map(({ info }) => info)).toEqual([
      {
        price: '96100.01',
        qty: '0.12345',
        commission: '0.00012345',
        commissionAsset: 'BTC',
        tradeId: 1,
      },
    ]);
    const seen = await alice.fetchOrder(idOf(sell), BTC);
    expect(seen).toMatchObject({ status: 'open', filled: 0.12345, remaining: 0.37655 });
    expect(await alice.fetchOpenOrders(BTC)).toMatchObject([{ id: sell.id }]);
    const edited = await alice.editOrder(idOf(sell), BTC, 'limit', 'sell', 0.2, 96_300);
    expect(edited).toMatchObject({ status: 'open', amount: 0.2, price: 96_300 });
    const canceled = await alice.cancelOrder(idOf(edited), BTC);
    expect(canceled).toMatchObject({ status: 'canceled', amount: 0.2 });
    const [mine = 0, theirs = 0] = [alice, bob].map(async (one) => one.fetchMyTrades(BTC));
    expect(await mine).toMatchObject([
      { side: 'sell', takerOrMaker: 'maker', amount: 0.12345, fee: { currency: 'USDT' } },
    ]);
    expect(await theirs).toMatchObject([{ side: 'buy', takerOrMaker: 'taker', order: buy.id }]);
    await expectBalances(alice, keys[0]!);
    await expectBalances(bob, keys[1]!);
  });

  it('TAPI-130 orders of every type are placed as users of the client write them', async () => {
    await alice.createOrder(BTC, 'limit', 'sell', 1, 96_500);
    await alice.createOrder(BTC, 'limit', 'buy', 1, 95_500);
    const market = await bob.createOrder(BTC, 'market', 'buy', 0.01);
    expect(market).toMatchObject({ type: 'market', status: 'closed', filled: 0.01 });
    const byCost = await bob.createMarketBuyOrderWithCost(BTC, 500);
    expect(byCost.status).toBe('closed');
    expect(byCost.cost).toBeLessThanOrEqual(500);
    const post = await bob.createOrder(BTC, 'limit', 'buy', 0.01, 95_600, { postOnly: true });
    expect(post).toMatchObject({ postOnly: true, status: 'open' });
    const fok = await bob.createOrder(BTC, 'limit', 'sell', 1.5, 95_500, { timeInForce: 'FOK' });
    expect(fok).toMatchObject({ status: 'expired', filled: 0 });
    const stops = [
      await bob.createOrder(BTC, 'limit', 'sell', 0.02, 93_900, { stopLossPrice: 94_000 }),
      await bob.createOrder(BTC, 'market', 'sell', 0.02, undefined, { stopLossPrice: 94_000 }),
      await bob.createOrder(BTC, 'limit', 'sell', 0.02, 97_900, { takeProfitPrice: 98_000 }),
      await bob.createOrder(BTC, 'market', 'sell', 0.02, undefined, { takeProfitPrice: 98_000 }),
    ];
    expect(stops.map(({ info }) => info.type)).toEqual([
      'STOP_LOSS_LIMIT',
      'STOP_LOSS',
      'TAKE_PROFIT_LIMIT',
      'TAKE_PROFIT',
    ]);
    for (const stop of stops) {
      const { id, triggerPrice } = stop;
      const seen = await bob.fetchOrder(idOf(stop), BTC);
      expect(seen).toMatchObject({ id, triggerPrice, status: 'open' });
    }
    const open = await bob.fetchOpenOrders();
    expect(open.map(({ id }) => id)).toEqual([post, ...stops].map(({ id }) => id));
    await bob.createOrder(BTC, 'limit', 'sell', 0.02, 97_000, { test: true });
    expect(await bob.fetchOpenOrders(BTC)).toHaveLength(open.length);
    await expectBalances(bob, keys[1]!);
    const ended = await bob.cancelAllOrders(BTC);
    expect(ended.map(({ status }) => status)).toEqual(open.map(() => 'canceled'));
    expect(await bob.fetchOpenOrders(BTC)).toEqual([]);
    await expectBalances(bob, keys[1]!);
  });

  it('TAPI-130 histories are paged by time and by id', async () => {
    const since = Date.now() - 60_000;
    const all = await bob.fetchOrders(BTC, since);
    expect(all.length).toBeGreaterThan(6);
    const first = await bob.fetchOrders(BTC, since, 3);
    expect(first.map(({ id }) => id)).toEqual(all.slice(0, 3).map(({ id }) => id));
    const rest = await bob.fetchOrders(BTC, undefined, 1000, { orderId: Number(first[2]!.id) + 1 });
    expect(rest.map(({ id }) => id)).toEqual(all.slice(3).map(({ id }) => id));
    const closed = await bob.fetchClosedOrders(BTC);
    expect(closed.every(({ status }) => status === 'closed')).toBe(true);
    const trades = await bob.fetchMyTrades(BTC, since);
    const paged = await bob.fetchMyTrades(BTC, undefined, 2, { fromId: 2 });
    expect(paged.map(({ id }) => id)).toEqual(
      trades
        .map(({ id }) => id)
        .filter((id) => Number(id) >= 2)
        .slice(0, 2),
    );
    const ofOrder = await bob.fetchOrderTrades(idOf(closed[0]!), BTC);
    expect(ofOrder.every(({ order }) => order === closed[0]!.id)).toBe(true);
    expect(await bob.fetchTradingFee(BTC)).toMatchObject({ maker: 0.001, taker: 0.001 });
  });
});

describe('errors', () => {
  const rests = (price: number, params = {}) =>
    alice.createOrder(BTC, 'limit', 'buy', 0.01, price, params);

  it.each([
    ['InsufficientFunds', () => alice.createOrder(BTC, 'limit', 'buy', 50, 95_000)],
    ['OrderImmediatelyFillable', () => rests(97_000, { postOnly: true })],
    [
      'OrderImmediatelyFillable',
      () => alice.createOrder(BTC, 'market', 'sell', 0.01, undefined, { stopLossPrice: 99_000 }),
    ],
    ['InvalidOrder', () => rests(95_000, { price: '95000.001' })],
    ['InvalidOrder', () => rests(95_000, { quantity: '0.000011' })],
    ['BadRequest', () => rests(95_000, { quantity: '0.00001' })],
    ['BadSymbol', () => alice.createOrder(BTC, 'limit', 'buy', 1, 9, { symbol: 'NOPEUSDT' })],
    ['OrderNotFound', () => alice.cancelOrder('12345', BTC)],
    ['OrderNotFound', () => alice.fetchOrder('12345', BTC)],
    ['OrderNotFound', () => alice.cancelAllOrders('ETH/USDT')],
    ['MarketClosed', () => alice.createOrder('DOGE/USDT', 'limit', 'buy', 100, 0.1)],
    ['InvalidNonce', () => alice.fetchOpenOrders(BTC, undefined, undefined, { timestamp: 1 })],
    ['BadRequest', () => alice.fetchOpenOrders(BTC, undefined, undefined, { what: 1 })],
  ])('TAPI-131 %s is thrown', async (name, act) => {
    await api.demo.must(91, 'setMarketStatus', { market: 'DOGEUSDT', status: 'halted' });
    const before = api.demo.stateHash();
    const error = await act().then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.constructor.name, String(error)).toBe(name);
    expect(api.demo.stateHash()).toBe(before);
  });

  it('TAPI-131 wrong keys, and limits that are used up', async () => {
    const wrong = ccxtOf(at, { ...keys[0]!, secret: 'x'.repeat(64) });
    await expect(wrong.fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
    const unknown = ccxtOf(at, { ...keys[0]!, name: 'x'.repeat(64) });
    await expect(unknown.fetchBalance()).rejects.toThrow(ccxt.AuthenticationError);
    const reads = ccxtOf(at, await api.key(keys[0]!.userId, { permission: 'read' }));
    reads.setMarkets(alice.markets);
    expect(await reads.fetchOpenOrders(BTC)).toHaveLength(2);
    // The client has had an answer before, so it reports this refusal as a rate limit.
    await expect(reads.createOrder(BTC, 'market', 'buy', 0.01)).rejects.toThrow(
      ccxt.DDoSProtection,
    );
  });
});
