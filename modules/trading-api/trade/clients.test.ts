import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import {
  type Answer,
  type Client,
  type MakeClient,
  type Order,
  SYMBOL as symbol,
} from '../testing/client.suite.ts';
import { clients } from '../testing/clients.suite.ts';

/** The life of orders between two accounts with a client each, without house quotes. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ house: {} });
  await api.demo.quote({ [symbol]: '96000' });
});
afterAll(() => api.stop());
let users: number[] = [];
// The next client starts with an empty book, even when this one failed.
afterEach(() => Promise.all(users.map((user) => api.demo.send(user, 'cancelAllOrders', {}))));

const units = (text: string) => parseDecimal(text, SCALE) as bigint;
const decimal = (amount: bigint) => formatDecimal(amount, SCALE);
const ONE = 10n ** BigInt(SCALE);
/** The fee: a thousandth of what an order receives, rounded up to 10⁻⁸. */
const feeOf = (value: bigint) => (value + 999n) / 1000n;

/** A user with a client, and the balances that they must have by the test's own arithmetic. */
class Person {
  readonly user: number;
  readonly client: Client;
  readonly has: Record<string, bigint> = { USDT: units('100000'), BTC: units('2') };

  constructor(user: number, client: Client) {
    this.user = user;
    this.client = client;
  }

  /** Expects exact totals from the client, and the free and held amounts of our own call. */
  async expectBalances(): Promise<void> {
    const { balances } = await this.client.account();
    const { data } = await api.get(this.user, 'getAsset2');
    const ours = data.balances.map((one: Record<string, string>) => [
      one.asset,
      { asset: one.asset, free: one.available, locked: one.held },
    ]);
    const shown = balances.map((one: { asset: string }) => [one.asset, one]);
    expect(Object.fromEntries(shown)).toMatchObject(Object.fromEntries(ours));
    for (const [asset, amount] of Object.entries(this.has)) {
      const { free, locked } = Object.fromEntries(shown)[asset];
      expect(decimal(units(free) + units(locked)), asset).toBe(decimal(amount));
    }
  }

  pay(asset: string, amount: bigint): void {
    this.has[asset] = (this.has[asset] ?? 0n) - amount;
  }
}

/** An order of a user. Its fee is a thousandth of all that it receives, rounded up once. */
interface Traded {
  readonly by: Person;
  received: bigint;
}

const orderBy = (by: Person): Traded => ({ by, received: 0n });

function charge(order: Traded, amount: bigint): bigint {
  const before = feeOf(order.received);
  order.received += amount;
  return feeOf(order.received) - before;
}

/** Books a trade in both accounts; returns the fill that each of them must be shown. */
function deal(buy: Traded, sell: Traded, price: string, qty: string) {
  const value = (units(price) * units(qty)) / ONE;
  const fees = { buyer: charge(buy, units(qty)), seller: charge(sell, value) };
  buy.by.pay('USDT', value);
  buy.by.pay('BTC', fees.buyer - units(qty));
  sell.by.pay('USDT', fees.seller - value);
  sell.by.pay('BTC', units(qty));
  const fill = (fee: bigint, commissionAsset: string) => {
    return { price, qty, commission: decimal(fee), commissionAsset };
  };
  return { buyer: fill(fees.buyer, 'BTC'), seller: fill(fees.seller, 'USDT') };
}

async function meet(make: MakeClient): Promise<[alice: Person, bob: Person]> {
  users = await api.demo.newUsers(2, { USDT: '100000', BTC: '2' });
  const people = users.map(async (user) => {
    const key = await api.key(user);
    return new Person(user, make(`${api.origin}/demo`, key));
  });
  return (await Promise.all(people)) as [Person, Person];
}

const limit = (side: string, quantity: string, price: string, timeInForce = 'GTC'): Order => ({
  ...{ symbol, side, type: 'LIMIT', quantity, price, timeInForce },
});
/** A fill as lists show it. */
const row = ({ tradeId: _id, ...fill }: Answer) => fill;

describe.each(clients)('%s', (_name, make) => {
  it('TAPI-132 markets and their filters are read, and orders that satisfy them are accepted', async () => {
    const [{ client }] = await meet(make);
    const info = await client.info();
    const market = info.symbols.find((one: Answer) => one.symbol === symbol);
    const filter = (type: string) => market.filters.find((one: Answer) => one.filterType === type);
    const { tickSize } = filter('PRICE_FILTER');
    const { minQty, stepSize } = filter('LOT_SIZE');
    const { minNotional } = filter('NOTIONAL');
    expect(market.orderTypes).toEqual(
      expect.arrayContaining([
        ...['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT'],
        ...['TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
      ]),
    );
    // The smallest order one tick off a round price: just enough lots for the minimum notional.
    const price = units('90000') + units(tickSize);
    const lots = (units(minNotional) * ONE) / (price * units(stepSize)) + 1n;
    const quantity = lots * units(stepSize);
    expect(quantity).toBeGreaterThanOrEqual(units(minQty));
    const placed = await client.place(limit('BUY', decimal(quantity), decimal(price)));
    expect(placed).toMatchObject({ price: decimal(price), origQty: decimal(quantity) });
    const less = await client
      .place(limit('BUY', decimal(quantity - units(stepSize)), decimal(price)))
      .catch((error: Answer) => client.errorOf(error));
    expect(less).toMatchObject({ code: -1013, msg: 'Filter failure: NOTIONAL' });
    expect(await client.cancelAll()).toMatchObject([{ orderId: placed.orderId }]);
  });

  it('TAPI-132 TAPI-133 orders of every type, partial fills, fees and balances', async () => {
    const [alice, bob] = await meet(make);
    const sell = await alice.client.place(limit('SELL', '0.5', '96100.01'));
    expect(sell).toMatchObject({ status: 'NEW', executedQty: '0', fills: [] });
    const ioc = await bob.client.place(limit('BUY', '0.12345', '96200', 'IOC'));
    const asked = orderBy(alice);
    const { buyer: first } = deal(orderBy(bob), asked, '96100.01', '0.12345');
    expect(first).toMatchObject({ commission: '0.00012345', commissionAsset: 'BTC' });
    expect(ioc).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '11863.5462345' });
    expect(ioc.fills.map(row)).toEqual([first]);
    expect(await alice.client.show(sell.orderId)).toMatchObject({
      ...{ orderId: sell.orderId, clientOrderId: sell.clientOrderId },
      ...{ status: 'PARTIALLY_FILLED', executedQty: '0.12345' },
      cummulativeQuoteQty: '11863.5462345',
    });
    const more = await bob.client.place(limit('BUY', '0.07655', '96100.01', 'FOK'));
    const second = deal(orderBy(bob), asked, '96100.01', '0.07655');
    expect(second).toMatchObject({ buyer: { commission: '0.00007655' } });
    // The seller's first fee was rounded up, so this one is lower by the excess.
    expect(second).toMatchObject({ seller: { commission: '7.35645576' } });
    expect(more.fills.map(row)).toEqual([second.buyer]);
    const fok = await bob.client.place(limit('BUY', '0.4', '96200', 'FOK'));
    expect(fok).toMatchObject({ status: 'EXPIRED', executedQty: '0', fills: [] });
    for (const person of [alice, bob]) await person.expectBalances();

    const bid = { symbol, side: 'BUY', type: 'LIMIT_MAKER', quantity: '0.2', price: '95500' };
    const post = await alice.client.place(bid);
    const atMarket = { symbol, side: 'SELL', type: 'MARKET', quantity: '0.05' };
    const market = await bob.client.place(atMarket);
    expect(market).toMatchObject({ status: 'FILLED', type: 'MARKET', origQty: '0.05' });
    const offered = orderBy(alice);
    const sold = deal(offered, orderBy(bob), '95500', '0.05');
    expect(market.fills.map(row)).toEqual([sold.seller]);
    const spend = { symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: '500' };
    const spent = await bob.client.place(spend);
    // 500 buys 520 lots of 0.00001 at 96,100.01.
    const bought = deal(orderBy(bob), asked, '96100.01', '0.0052');
    expect(spent.fills.map(row)).toEqual([bought.buyer]);
    const before = await bob.client.open();
    expect(await bob.client.test(limit('SELL', '0.02', '97000'))).toEqual({});
    expect(await bob.client.open()).toEqual(before);

    const wait = { symbol, side: 'SELL', quantity: '0.02', timeInForce: 'GTC' };
    const { timeInForce: _forever, ...atOnce } = wait;
    const stops: Order[] = [
      { ...atOnce, type: 'STOP_LOSS', stopPrice: '95500' },
      { ...wait, type: 'STOP_LOSS_LIMIT', stopPrice: '94000', price: '93900' },
      { ...atOnce, type: 'TAKE_PROFIT', stopPrice: '98000' },
      { ...wait, type: 'TAKE_PROFIT_LIMIT', stopPrice: '98000', price: '97900' },
    ];
    const waiting: Answer[] = [];
    for (const stop of stops) waiting.push(await bob.client.place(stop));
    const open = await bob.client.open();
    expect(open).toMatchObject(
      stops.map(({ type, stopPrice }, i) => ({
        ...{ type, stopPrice, orderId: waiting[i].orderId, status: 'NEW', executedQty: '0' },
      })),
    );
    // A trade at 95,500 fires the first stop, at market.
    await bob.client.place(limit('SELL', '0.01', '95500', 'IOC'));
    deal(offered, orderBy(bob), '95500', '0.01');
    deal(offered, orderBy(bob), '95500', '0.02');
    const fired = await bob.client.show(waiting[0].orderId);
    expect(fired).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '1910' });
    for (const person of [alice, bob]) await person.expectBalances();

    expect(await bob.client.cancel(waiting[1].orderId)).toMatchObject({ status: 'CANCELED' });
    expect(await bob.client.cancelAll()).toMatchObject(
      waiting.slice(2).map(({ orderId }) => ({ orderId, status: 'CANCELED' })),
    );
    expect(await bob.client.open()).toEqual([]);
    const ended = await alice.client.cancelAll();
    expect(ended.map((one: Answer) => [one.orderId, one.status])).toEqual([
      [sell.orderId, 'CANCELED'],
      [post.orderId, 'CANCELED'],
    ]);
    for (const person of [alice, bob]) await person.expectBalances();
    await expectHistories(bob, [ioc, more, fok, market, spent, ...waiting]);
  });

  it('TAPI-134 orders are replaced and amended, lists of two placed and ended', async () => {
    const [alice, bob] = await meet(make);
    let { orderId } = await alice.client.place(limit('BUY', '0.1', '95000'));
    if (alice.client.replace !== undefined) {
      const replaced = await alice.client.replace(orderId, limit('BUY', '0.08', '95100'));
      expect(replaced).toMatchObject({ cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' });
      expect(replaced.cancelResponse).toMatchObject({ orderId, status: 'CANCELED' });
      orderId = replaced.newOrderResponse.orderId;
    }
    if (alice.client.amend !== undefined) {
      const amended = await alice.client.amend(orderId, '0.05');
      expect(amended.amendedOrder).toMatchObject({ orderId, qty: '0.05' });
      const { clientOrderId } = amended.amendedOrder;
      expect(await alice.client.show(orderId)).toMatchObject({ clientOrderId, origQty: '0.05' });
    }
    await alice.expectBalances();
    const prices = { price: '97000', stopPrice: '94000', stopLimitPrice: '93900' };
    const list = await bob.client.bracket({ quantity: '0.05', ...prices });
    expect(list).toMatchObject({ contingencyType: 'OCO', listOrderStatus: 'EXECUTING' });
    const reports = (list.orderReports as Answer[]).sort((x, y) => (x.type > y.type ? 1 : -1));
    expect(reports.map(({ type }) => type)).toEqual(['LIMIT_MAKER', 'STOP_LOSS_LIMIT']);
    await bob.expectBalances();
    await alice.client.place(limit('BUY', '0.02', '97000', 'IOC'));
    deal(orderBy(alice), orderBy(bob), '97000', '0.02');
    const [above, below] = reports.map((one) => bob.client.show(one.orderId));
    expect(await above).toMatchObject({ status: 'PARTIALLY_FILLED', executedQty: '0.02' });
    expect(await below).toMatchObject({ status: 'EXPIRED', stopPrice: '94000', price: '93900' });
    for (const { client } of [alice, bob]) await client.cancelAll();
    for (const person of [alice, bob]) await person.expectBalances();
  });

  it('TAPI-380 TAPI-133 the whole balance buys: by a limit order, and as the amount of one at market', async () => {
    const [alice, bob] = await meet(make);
    await alice.client.place(limit('SELL', '1', '100000'));
    const bought = await bob.client.place(limit('BUY', '1', '100000'));
    const { buyer } = deal(orderBy(bob), orderBy(alice), '100000', '1');
    expect(bought).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '100000' });
    expect(bought.fills.map(row)).toEqual([buyer]);
    expect(bob.has).toEqual({ USDT: 0n, BTC: units('2.999') });
    await bob.client.place(limit('SELL', '1', '99900'));
    const spend = { symbol, side: 'BUY', type: 'MARKET', quoteOrderQty: '99900' };
    const spent = await alice.client.place(spend);
    expect(spent).toMatchObject({ status: 'FILLED', cummulativeQuoteQty: '99900' });
    deal(orderBy(alice), orderBy(bob), '99900', '1');
    for (const person of [alice, bob]) await person.expectBalances();
  });
});

/** Expects all orders and fills of a user, at once and a page at a time. */
async function expectHistories({ client }: Person, placed: readonly Answer[]): Promise<void> {
  const ids = (list: Answer[]) => list.map(({ orderId }) => orderId);
  const all = await client.all();
  // The order that fired the stop is among them.
  expect(ids(all)).toEqual(expect.arrayContaining(ids([...placed])));
  expect(all).toHaveLength(placed.length + 1);
  const paged = [
    ...(await client.all({ limit: 4, orderId: all[0].orderId })),
    ...(await client.all({ limit: 100, orderId: all[4].orderId })),
  ];
  expect(paged).toEqual(all);
  const trades: Answer[] = await client.trades();
  const fills = placed.flatMap((one) => (one.fills as Answer[]) ?? []);
  const known = fills.map(({ tradeId, ...fill }) => ({ ...fill, id: tradeId, isMaker: false }));
  for (const fill of known) expect(trades).toContainEqual(expect.objectContaining(fill));
  expect(trades).toHaveLength(fills.length + 2);
  expect(await client.trades({ fromId: trades[1]?.id, limit: 2 })).toEqual(trades.slice(1, 3));
}
