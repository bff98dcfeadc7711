import type { PlaceOrder } from '@assay/core/order/intent';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { type Follower, Followers, load } from '../testing/books.suite.ts';
import { ccxtFollower } from '../testing/ccxt.suite.ts';
import {
  type Answer,
  type Client,
  type Order,
  type StreamKind,
  SYMBOL as symbol,
} from '../testing/client.suite.ts';
import { clients } from '../testing/clients.suite.ts';
import { type Frame, sleep } from './streams.suite.ts';

/** Sockets of clients side by side, so that all of them receive the same events. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let api: TestApi;
let alice: { user: number; key: TestKey };
let bob = 0;
let all: [name: string, client: Client][] = [];

beforeAll(async () => {
  api = await startTestApi({ house: {} });
  await api.demo.quote({ [symbol]: '60000' });
});
afterAll(() => api.stop());

/** One client of each kind, each with its own key of the same account. */
async function startClients(): Promise<void> {
  const users = await api.demo.newUsers(2, { USDT: '100000', BTC: '2' });
  const [user = 0] = users;
  bob = users[1] ?? 0;
  alice = { user, key: await api.key(user) };
  all = clients.map(([name, make]) => [name, make(`${api.origin}/demo`, alice.key)]);
}
afterEach(() => Promise.all(all.map(([, client]) => client.end())));

const theirs = (side: 'buy' | 'sell', quantity: string, limitPrice: string): PlaceOrder => ({
  ...{ market: symbol, type: 'limit', side, quantity, limitPrice, timeInForce: 'ioc' },
});
const order = (side: string, quantity: string, price: string, more: object = {}): Order => ({
  ...{ symbol, side, type: 'LIMIT', timeInForce: 'GTC', quantity, price, ...more },
});

describe('clients', () => {
  it('TAPI-251 read trades, candles, tickers and changes of the book', async () => {
    await startClients();
    const missing = new Set<string>();
    for (const [name, { streams }] of all) {
      for (const kind of Object.keys(streams) as StreamKind[]) {
        missing.add(`${name} ${kind}`);
        const type = kind === 'depth' ? 'depthUpdate' : kind;
        await streams[kind]((event) => {
          if ((event.e ?? event.eventType) === type) missing.delete(`${name} ${kind}`);
        });
      }
    }
    for (let i = 0; missing.size > 0 && i < 200; i += 1) {
      await api.demo.place(alice.user, { ...theirs('buy', '0.001', '60000'), timeInForce: 'gtc' });
      await api.demo.place(bob, theirs('sell', '0.001', '60000'));
      await sleep(50);
    }
    expect([...missing]).toEqual([]);
  });

  it('TAPI-251 place and cancel orders by messages', async () => {
    await startClients();
    for (const [name, client] of all) {
      const orders = await client.byMessages?.();
      if (orders === undefined) continue;
      const placed = await orders.place(order('BUY', '0.01', '50000'));
      expect(placed, name).toMatchObject({ status: 'NEW', price: '50000' });
      const { balances } = await orders.account();
      expect(balances).toContainEqual({ asset: 'USDT', free: '99500', locked: '500' });
      const canceled = await orders.cancel(placed.orderId);
      expect(canceled, name).toMatchObject({ orderId: placed.orderId, status: 'CANCELED' });
    }
  });
});

/** The events of an account by client and by the way in which it listens. */
let listeners: { name: string; received: Frame[] }[] = [];

async function listen(those: readonly [name: string, Pick<Client, 'events'>][]): Promise<void> {
  listeners = [];
  for (const [name, { events }] of those) {
    for (const [way, listen] of Object.entries(events)) {
      const received: Frame[] = [];
      listeners.push({ name: `${name} ${way}`, received });
      await listen((event) => received.push(event));
    }
  }
  await untilAllHear();
}

const reports = (received: Frame[]) => received.filter(({ e }) => e === 'executionReport');

/** Waits until every listener has received the end of an order. */
async function allHeard(orderId: number): Promise<void> {
  const deaf = () =>
    listeners.filter(
      ({ received }) => !reports(received).some(({ i, X }) => i === orderId && X === 'CANCELED'),
    );
  await vi
    .waitUntil(() => deaf().length === 0, { timeout: 60_000, interval: 20 })
    .catch(() => expect(deaf().map(({ name }) => name)).toEqual([]));
}

/** The free amounts by asset that were received last. */
function lastBalances(received: readonly Frame[]): Record<string, string> {
  const last: Record<string, string> = {};
  for (const { e, B } of received) {
    if (e === 'outboundAccountPosition') for (const { a, f } of B) last[a] = f;
  }
  return last;
}

/**
 * The steps of a few orders: order, execution type, status, quantity of the step and in all, quote
 * amount of the step and in all, and commission: a thousandth of what the order received. Together
 * they earn 6,229.998 USDT for 0.1 BTC, before 18.03 USDT and 0.0002 BTC of commission.
 */
const STEPS = [
  'a NEW NEW 0 0 0 0 0',
  'a TRADE PARTIALLY_FILLED 0.12345 0.12345 7283.5512345 7283.5512345 0.00012345',
  'a TRADE PARTIALLY_FILLED 0.07655 0.2 4516.4507655 11800.002 0.00007655',
  'a CANCELED CANCELED 0 0.2 0 11800.002 0',
  'b NEW NEW 0 0 0 0 0',
  'b TRADE FILLED 0.3 0.3 18030 18030 18.03',
  'c NEW NEW 0 0 0 0 0',
  'c EXPIRED EXPIRED 0 0 0 0 0',
  'd NEW NEW 0 0 0 0 0',
  'd CANCELED CANCELED 0 0 0 0 0',
];
/** Steps that are their order's only one in a batch. */
const ALONE = STEPS.filter((step) => /TRADE|CANCELED/.test(step));

/** Places these orders, each by another client; returns the names of the orders by their ids. */
async function placeOrders(): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  const client = () => all[names.size % all.length]![1];
  const place = async (name: string, params: Order): Promise<number> => {
    const { orderId } = await client().place(params);
    names.set(orderId, name);
    return orderId;
  };
  const first = await place('a', order('BUY', '0.5', '59000.01'));
  await api.demo.place(bob, theirs('sell', '0.12345', '59000'));
  await api.demo.place(bob, theirs('sell', '0.07655', '59000'));
  await client().cancel(first);
  await place('b', order('SELL', '0.3', '60100'));
  await api.demo.place(bob, theirs('buy', '0.3', '60100'));
  await place('c', order('BUY', '0.1', '59000', { timeInForce: 'IOC' }));
  const waits = { type: 'STOP_LOSS_LIMIT', stopPrice: '58000' };
  const stop = await place('d', order('SELL', '0.1', '57900', waits));
  await client().cancel(stop);
  await allHeard(stop);
  return names;
}

/** Expects that every listener received each step once, in order, and the balances afterwards. */
async function expectSteps(names: ReadonlyMap<number, string>, left: object): Promise<void> {
  const { balances } = await all[0]![1].account();
  const free = balances.map((one: Answer) => [one.asset, one.free]);
  expect(Object.fromEntries(free)).toMatchObject(left);
  for (const { name, received } of listeners) {
    const steps = reports(received).filter(({ i }) => names.has(i));
    const reported = steps.map(({ i, x, X, l, z, Y, Z, n }) =>
      [names.get(i), x, X, l, z, Y, Z, n].join(' '),
    );
    expect(reported, name).toEqual(name.startsWith('ccxt') ? ALONE : STEPS);
    const ever = reports(received).map(({ i, x, X, z, I }) => [i, x, X, z, I].join(' '));
    expect(new Set(ever).size, name).toBe(ever.length);
    const trades = steps.filter(({ x }) => x === 'TRADE');
    expect(trades.every(({ m, t }) => m === true && t > 0)).toBe(true);
    expect(trades.every(({ N, S }) => N === (S === 'BUY' ? 'BTC' : 'USDT'))).toBe(true);
    // The balances are sent after the orders.
    await expect.poll(() => lastBalances(received), { message: name }).toEqual(left);
  }
}

/** Places orders until every listener has received the report of one of them. */
async function untilAllHear(): Promise<void> {
  const marks = listeners.map(({ received }) => received.length);
  const away = () => listeners.filter(({ received }, i) => received.length <= (marks[i] ?? 0));
  for (let i = 0; i < 200; i += 1) {
    const reply = await api.demo
      .place(alice.user, { ...theirs('buy', '0.01', '50000'), timeInForce: 'gtc' })
      .catch(() => ({ ok: false }) as const);
    await sleep(200);
    if (!reply.ok) continue;
    const orderId = Number(reply.value.id);
    await api.demo.send(alice.user, 'cancelOrder', { orderId });
    if (away().length > 0) continue;
    return allHeard(orderId);
  }
  expect(away().map(({ name }) => name)).toEqual([]);
}

describe('an account and a book', () => {
  it('TAPI-253 TAPI-254 every event once and in order; again after the sockets were cut', async () => {
    await startClients();
    const ccxt = ccxtFollower(`${api.origin}/demo`, alice.key);
    await listen([['ccxt', ccxt], ...all]);
    const book: [string, Follower][] = [['ccxt', ccxt], ...all];
    const followers = new Followers(api, book);
    await followers.follow();
    await expectSteps(await placeOrders(), { USDT: '106211.968', BTC: '1.8998' });
    const { seq } = api.demo.engine.status;

    await api.db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
    await untilAllHear();
    const snapshot = await followers.snapshot(seq);
    await expectSteps(await placeOrders(), { USDT: '112423.936', BTC: '1.7996' });
    await load(api, await api.demo.newUsers(4, { USDT: '1000000', BTC: '10' }), 1_000);
    await followers.expectInStep([snapshot], true);
    await followers.end();
  });
});
