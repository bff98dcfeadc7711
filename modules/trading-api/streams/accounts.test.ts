import { createDice } from '@assay/core/testing/dice';
import type { Committed } from '@assay/platform/engine/engine';
import { Reading } from '@assay/platform/http/reading';
import type { StreamReader } from '@assay/platform/streams/streams.suite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import type { ApiRealm } from '../realm.ts';
import { ask, askSigned, type Frame, Sockets, sleep } from './streams.suite.ts';
import { Accounts } from './user/accounts.ts';

/**
 * Events of accounts on raw sockets, compared with REST and the ledger. A longer run:
 * `EVENTS_SECONDS=300 EVENTS_SEED=5 npx vitest run modules/trading-api/streams/accounts.test.ts`
 */
const EVENTS_SECONDS = Number(process.env.EVENTS_SECONDS ?? '3');
vi.setConfig({ testTimeout: 120_000 + EVENTS_SECONDS * 3000, hookTimeout: 120_000 });

const MARKET = 'BTCUSDT';

let api: TestApi;
let sockets: Sockets;

beforeAll(async () => {
  api = await startTestApi({ house: {} });
  sockets = new Sockets(api.origin);
  await api.demo.quote({ [MARKET]: '60000' });
});
afterEach(() => sockets.close());
afterAll(() => api.stop());

/** A user with a key, and a socket that receives the events of their account. */
async function listener(funds = { USDT: '10000000', BTC: '100' }) {
  const user = await api.demo.newUser(funds);
  const key = await api.key(user);
  const reader = await sockets.at('/demo/ws-api/v3');
  const answer = await askSigned(api, reader, key, 'userDataStream.subscribe.signature');
  expect(answer).toMatchObject({ status: 200, result: { subscriptionId: 0 } });
  return { user, key, reader };
}

const eventsOf = (reader: StreamReader): Frame[] =>
  reader.received.filter((frame) => frame.event !== undefined).map((frame) => frame.event);
const reportsOf = (reader: StreamReader): Frame[] =>
  eventsOf(reader).filter((event) => event.e === 'executionReport');
const stepsOf = (reader: StreamReader) =>
  reportsOf(reader).map((one) => `${one.x} ${one.X} ${one.l} ${one.z}`);

const limit = (side: 'buy' | 'sell', quantity: string, limitPrice: string, more = {}) => ({
  ...{ market: MARKET, type: 'limit' as const, side, quantity, limitPrice },
  ...more,
});

/** Sends commands together, so that they are in one batch. */
function together(commands: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  return Promise.all(commands.map((send) => send()));
}

describe('steps of orders', () => {
  it('TAPI-220 TAPI-143 a list of two orders: the steps of each, and when the list is done', async () => {
    const alice = await listener();
    const bob = await listener();
    await api.demo.place(bob.user, limit('sell', '0.01', '60000'));
    await api.demo.place(alice.user, limit('buy', '0.01', '60000'));
    const before = alice.reader.received.length;
    const { value } = (await api.demo.send(alice.user, 'placeOco', {
      ...{ market: MARKET, side: 'sell', quantity: '0.5' },
      ...{ limitPrice: '61000', triggerPrice: '59000', stopLimitPrice: '58900' },
      ...{ limitClientOrderId: 'up', stopClientOrderId: 'down' },
    })) as unknown as { value: { limit: { id: number }; stop: { id: number } } };
    const { limit: up, stop: down } = value;
    await api.demo.place(bob.user, limit('buy', '0.1', '61000'));
    await api.demo.send(alice.user, 'cancelOrder', { orderId: up.id });
    const events = () =>
      alice.reader.received.slice(before).flatMap(({ event }) => {
        if (event?.e === 'listStatus') return [`${event.C} ${event.g === up.id} ${event.l}`];
        return event?.e === 'executionReport' && event.c !== ''
          ? [`${event.c} ${event.x} ${event.X}`]
          : [];
      });
    await vi.waitUntil(() => events().length >= 7, { timeout: 60_000 });
    expect(events()).toEqual([
      'up NEW NEW',
      'down NEW NEW',
      'up true EXEC_STARTED',
      'up TRADE PARTIALLY_FILLED',
      'down EXPIRED EXPIRED',
      'up CANCELED CANCELED',
      'up true ALL_DONE',
    ]);
    const listIds = reportsOf(alice.reader).map((one) => one.g);
    expect(listIds).toEqual([-1, -1, ...Array(5).fill(up.id)]);
    const lists = alice.reader.received.filter(({ event }) => event?.e === 'listStatus');
    expect(lists.at(-1)?.event).toMatchObject({
      ...{ s: MARKET, c: 'OCO', L: 'ALL_DONE', r: 'NONE' },
      O: [
        { s: MARKET, i: up.id, c: 'up' },
        { s: MARKET, i: down.id, c: 'down' },
      ],
    });
  });

  it('TAPI-220 an order that is placed, filled in part and cancelled in one batch', async () => {
    const alice = await listener();
    const bob = await listener();
    const { seq } = api.demo.engine.status;
    const { batches } = api.demo.engine.status;
    await together([
      () => api.demo.place(alice.user, limit('buy', '1', '60000', { clientOrderId: 'a-1' })),
      () => api.demo.place(bob.user, limit('sell', '0.25', '60000')),
      () => api.demo.place(bob.user, limit('sell', '0.5', '59990')),
      () => api.demo.send(alice.user, 'cancelOrder', { clientOrderId: 'a-1' }),
    ]);
    expect(api.demo.engine.status).toMatchObject({ seq: seq + 4, batches: batches + 1 });
    await alice.reader.next((frame) => frame.event?.e === 'outboundAccountPosition');
    await bob.reader.next((frame) => frame.event?.e === 'outboundAccountPosition');
    expect(stepsOf(alice.reader)).toEqual([
      'NEW NEW 0 0',
      'TRADE PARTIALLY_FILLED 0.25 0.25',
      'TRADE PARTIALLY_FILLED 0.5 0.75',
      'CANCELED CANCELED 0 0.75',
    ]);
    expect(stepsOf(bob.reader)).toEqual([
      'NEW NEW 0 0',
      'TRADE FILLED 0.25 0.25',
      'NEW NEW 0 0',
      'TRADE FILLED 0.5 0.5',
    ]);
    const [first, second, third, last] = reportsOf(alice.reader);
    expect(first).toMatchObject({
      ...{ s: MARKET, c: 'a-1', S: 'BUY', o: 'LIMIT', f: 'GTC', q: '1', p: '60000', C: '' },
      ...{ t: -1, N: null, n: '0', w: true, Z: '0', g: -1, V: 'EXPIRE_TAKER' },
    });
    expect(second).toMatchObject({ L: '60000', Y: '15000', Z: '15000', m: true, N: 'BTC' });
    expect(third).toMatchObject({ L: '60000', Y: '30000', Z: '45000', w: true });
    expect(third?.t).toBe((second?.t ?? 0) + 1);
    expect(last).toMatchObject({ C: 'a-1', w: false, Z: '45000', t: -1 });
    const trades = await api.signed(alice.key, 'GET', '/api/v3/myTrades', { symbol: MARKET });
    expect([second, third].map((one) => [one?.t, one?.n, one?.T])).toEqual(
      trades.body.map((row: Frame) => [row.id, row.commission, row.time]),
    );
  });

  it('TAPI-220 a stop that waits, fires and fills; an amended order; one that expires', async () => {
    const alice = await listener();
    const bob = await listener();
    await api.demo.place(bob.user, limit('sell', '0.01', '60000'));
    await api.demo.place(alice.user, limit('buy', '0.01', '60000'));
    await api.demo.place(bob.user, limit('sell', '2', '60100'));
    await alice.reader.next((frame) => frame.event?.e === 'outboundAccountPosition');
    alice.reader.received.length = 0;
    const stop = { triggerPrice: '60100', limitPrice: '60100', quantity: '0.5' };
    const type = 'stopLimit';
    await api.demo.place(alice.user, { market: MARKET, side: 'buy', type, ...stop });
    await api.demo.place(bob.user, limit('buy', '0.1', '60100', { selfTrade: 'none' }));
    await alice.reader.next((frame) => frame.event?.X === 'FILLED');
    expect(stepsOf(alice.reader)).toEqual(['NEW NEW 0 0', 'NEW NEW 0 0', 'TRADE FILLED 0.5 0.5']);
    const [waits, fires] = reportsOf(alice.reader);
    expect(waits).toMatchObject({ o: 'STOP_LOSS_LIMIT', P: '60100', w: false });
    expect(waits).not.toHaveProperty('W');
    expect(fires).toMatchObject({ w: true, i: waits?.i });
    await alice.reader.next((frame) => frame.event?.B?.length === 2);

    alice.reader.received.length = 0;
    const name = { clientOrderId: 'b-1' };
    await api.demo.place(alice.user, limit('buy', '1', '59000', name));
    await api.demo.send(alice.user, 'amendOrder', { ...name, quantity: '0.4' });
    const renamed = { ...name, limitPrice: '58000', newClientOrderId: 'b-2' };
    await api.demo.send(alice.user, 'amendOrder', renamed);
    await api.demo.send(alice.user, 'cancelOrder', { clientOrderId: 'b-2' });
    await api.demo.place(alice.user, limit('buy', '1', '59000', { timeInForce: 'ioc' }));
    await alice.reader.next((frame) => frame.event?.X === 'EXPIRED');
    expect(reportsOf(alice.reader).map(({ x, X, q, p, c, C }) => [x, X, q, p, c, C])).toEqual([
      ['NEW', 'NEW', '1', '59000', 'b-1', ''],
      ['REPLACED', 'NEW', '0.4', '59000', 'b-1', 'b-1'],
      ['REPLACED', 'NEW', '0.4', '58000', 'b-2', 'b-1'],
      ['CANCELED', 'CANCELED', '0.4', '58000', 'b-2', 'b-2'],
      ['NEW', 'NEW', '1', '59000', '', ''],
      ['EXPIRED', 'EXPIRED', '1', '59000', '', ''],
    ]);
  });

  it('TAPI-138 an order that is placed and renamed in one batch is reported by either name', async () => {
    const alice = await listener();
    const place = limit('buy', '1', '59000', { clientOrderId: 'c-1' });
    const renamed = { clientOrderId: 'c-1', quantity: '0.4', newClientOrderId: 'c-2' };
    await Promise.all([
      api.demo.place(alice.user, place),
      api.demo.send(alice.user, 'amendOrder', renamed),
      api.demo.send(alice.user, 'cancelOrder', { clientOrderId: 'c-2' }),
    ]);
    await alice.reader.next((frame) => frame.event?.X === 'CANCELED');
    expect(reportsOf(alice.reader).map(({ x, q, c, C }) => [x, q, c, C])).toEqual([
      ['NEW', '0.4', 'c-1', ''],
      ['REPLACED', '0.4', 'c-2', 'c-1'],
      ['CANCELED', '0.4', 'c-2', 'c-2'],
    ]);
  });

  it('TAPI-220 a refusal is no event, and other accounts receive nothing', async () => {
    const alice = await listener({ USDT: '100', BTC: '1' });
    const bob = await listener();
    const reply = await api.demo.place(alice.user, limit('buy', '1', '59000'));
    expect(reply.ok).toBe(false);
    await api.demo.place(bob.user, limit('buy', '0.01', '50000'));
    await bob.reader.next((frame) => frame.event?.X === 'NEW');
    expect(eventsOf(alice.reader)).toEqual([]);
  });

  it('TAPI-220 a batch that was durable before somebody listened is not reported', async () => {
    const user = await api.demo.newUser({ USDT: '100000', BTC: '1' });
    const batches: Committed[] = [];
    const forget = api.demo.engine.onCommit((batch) => batches.push(batch));
    await api.demo.place(user, limit('buy', '0.1', '50000'));
    forget();
    const { db, trading } = api;
    const realm = { realm: 'demo', db, orders: trading.orders.demo } as unknown as ApiRealm;
    const accounts = new Accounts(realm, new Reading(), () => api.clock.now());
    const received: Frame[] = [];
    const opening = accounts.open(user, '192.0.2.1', (event) => received.push(JSON.parse(event)));
    for (const batch of batches) accounts.commit(batch);
    const close = await opening;
    // The engine publishes a batch after the commit, so the snapshot may contain it already.
    for (const batch of batches) accounts.commit(batch);
    expect(received).toEqual([]);
    const again = api.demo.engine.onCommit((batch) => accounts.commit(batch));
    await api.demo.send(user, 'cancelAllOrders', {});
    again();
    expect(received.map((event) => event.x ?? event.e)).toEqual([
      'CANCELED',
      'outboundAccountPosition',
    ]);
    close();
  });

  it('TAPI-220 TAPI-221 under load: every order whole, every fill as the ledger has it', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => listener()));
    const dice = createDice(Number(process.env.EVENTS_SEED ?? '11'));
    const until = Date.now() + EVENTS_SECONDS * 1000;
    while (Date.now() < until) {
      const sends = people.flatMap(({ user }) => randomCommands(dice, user));
      await together(sends);
    }
    for (const { user } of people) await api.demo.send(user, 'cancelAllOrders', {});
    // An answer comes behind the events that were published before it.
    for (const { reader } of people) await ask(reader, 'ping');
    for (const { key, reader } of people) {
      const events = eventsOf(reader);
      await expectWhole(key, events);
      const account = (await api.signed(key, 'GET', '/api/v3/account')).body;
      const reported = new Map<string, Frame>();
      for (const { e, B } of events) {
        if (e === 'outboundAccountPosition') for (const one of B) reported.set(one.a, one);
      }
      for (const { asset, free, locked } of account.balances) {
        if (!reported.has(asset)) continue;
        expect(reported.get(asset)).toEqual({ a: asset, f: free, l: locked });
      }
      expect(reported.size).toBe(2);
      expect(events.filter((event) => event.e === 'balanceUpdate')).toEqual([]);
    }
  });
});

function randomCommands(dice: ReturnType<typeof createDice>, user: number) {
  const side = dice.pick(['buy', 'sell'] as const);
  const quantity = `0.0${dice.int(10, 99)}`;
  const price = String(60_000 + dice.int(-30, 30));
  const kind = dice.int(0, 9);
  const sends: (() => Promise<unknown>)[] = [];
  const place = (order: object) => sends.push(() => api.demo.place(user, order as never));
  const clientOrderId = `n${dice.int(0, 20)}`;
  if (kind < 5) place(limit(side, quantity, price, kind < 3 ? { clientOrderId } : {}));
  else if (kind === 5) place({ market: MARKET, side, type: 'market', quantity });
  else if (kind === 6) place(limit(side, quantity, price, { timeInForce: 'ioc' }));
  else if (kind === 7)
    place({ ...{ market: MARKET, side, type: 'stopMarket' }, quantity, triggerPrice: price });
  else if (kind === 8) sends.push(() => api.demo.send(user, 'cancelOrder', { clientOrderId }));
  else {
    const newClientOrderId = dice.int(0, 1) === 0 ? `n${dice.int(0, 20)}` : undefined;
    const body = { clientOrderId, quantity: '0.005', newClientOrderId };
    sends.push(() => api.demo.send(user, 'amendOrder', body));
  }
  return sends;
}

/** Expects every order of the account from its first step to its last, and each fill once. */
async function expectWhole(key: TestKey, events: readonly Frame[]): Promise<void> {
  const byOrder = new Map<number, Frame[]>();
  let command = 0;
  for (const report of events) {
    if (report.e !== 'executionReport') continue;
    expect(report.I).toBeGreaterThanOrEqual(command);
    command = report.I;
    byOrder.set(report.i, [...(byOrder.get(report.i) ?? []), report]);
  }
  const orders: Frame[] = [];
  for (let orderId = 0; ; orderId = (orders.at(-1)?.orderId ?? 0) + 1) {
    const params = { symbol: MARKET, orderId, limit: 1000 };
    const { body } = await api.signed(key, 'GET', '/api/v3/allOrders', params);
    orders.push(...body);
    if (body.length < 1000) break;
  }
  expect([...byOrder.keys()].sort((a, b) => a - b)).toEqual(orders.map((one) => one.orderId));
  for (const order of orders) {
    const reports = byOrder.get(order.orderId) ?? [];
    expect(reports[0]).toMatchObject({ x: 'NEW', X: 'NEW', z: '0' });
    let filled = 0;
    let name = reports[0]?.c;
    for (const { x, X, l, z, c, C } of reports) {
      expect(x === 'REPLACED' ? C : c).toBe(name);
      name = c;
      if (x === 'TRADE') filled += Math.round(Number(l) * 1e8);
      expect(Math.round(Number(z) * 1e8)).toBe(filled);
      expect(x === 'CANCELED').toBe(X === 'CANCELED');
    }
    expect(name).toBe(order.clientOrderId);
    const last = reports.at(-1);
    expect(last).toMatchObject({ X: order.status, z: order.executedQty, q: order.origQty });
    expect(last).toMatchObject({ Z: order.cummulativeQuoteQty, o: order.type, S: order.side });
  }
  const trades: Frame[] = [];
  for (let fromId = 1; ; fromId = (trades.at(-1)?.id ?? 0) + 1) {
    const params = { symbol: MARKET, fromId, limit: 1000 };
    const { body } = await api.signed(key, 'GET', '/api/v3/myTrades', params);
    trades.push(...body);
    if (body.length < 1000) break;
  }
  const reported = events.filter((event) => event.x === 'TRADE');
  expect(reported.map(({ t, i, L, l, n, N, m, T, Y }) => [t, i, L, l, n, N, m, T, Y])).toEqual(
    trades.map((row) => [
      ...[row.id, row.orderId, row.price, row.qty, row.commission, row.commissionAsset],
      ...[row.isMaker, row.time, row.quoteQty],
    ]),
  );
}

describe('balances', () => {
  it('TAPI-221 a change that did not come from trading is reported as such', async () => {
    const alice = await listener({ USDT: '1000', BTC: '1' });
    const grants = [
      { asset: 'USDT', amount: '5000' },
      { asset: 'BTC', amount: '1' },
    ];
    await api.demo.place(alice.user, limit('buy', '0.01', '50000'));
    await api.demo.must(alice.user, 'resetVirtualAccount', { userId: alice.user, grants });
    await vi.waitUntil(() => eventsOf(alice.reader).length >= 5, { timeout: 60_000 });
    const events = eventsOf(alice.reader);
    expect(events.map((event) => event.x ?? event.e)).toEqual([
      'NEW',
      'outboundAccountPosition',
      'CANCELED',
      'balanceUpdate',
      'outboundAccountPosition',
    ]);
    expect(events[3]).toMatchObject({ a: 'USDT', d: '4000' });
    expect(events[4]?.B).toContainEqual({ a: 'USDT', f: '5000', l: '0' });
  });
});

describe('ways to receive them', () => {
  const keyOnly = (key: TestKey, method: string, query = '') =>
    api.send(method, '/api/v3/userDataStream', query, { key });

  it('TAPI-222 a listen key is the same while it lives, and read at both paths', async () => {
    const user = await api.demo.newUser({ USDT: '10000', BTC: '1' });
    const key = await api.key(user);
    const { listenKey } = (await keyOnly(key, 'POST')).body;
    expect(listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
    expect((await keyOnly(key, 'POST')).body.listenKey).toBe(listenKey);
    expect(await keyOnly(key, 'PUT', `listenKey=${listenKey}`)).toMatchObject({ body: {} });
    const plain = await sockets.at(`/demo/ws/${listenKey}`);
    const named = await sockets.at(`/demo/stream?streams=btcusdt@depth/${listenKey}`);
    const later = await sockets.at('/demo/ws');
    await ask(later, 'SUBSCRIBE', [listenKey]);
    await api.demo.place(user, limit('buy', '0.01', '50000'));
    const report = await plain.next((frame) => frame.e === 'executionReport');
    const wrapped = await named.next((frame) => frame.data?.e === 'executionReport');
    expect(wrapped).toEqual({ stream: listenKey, data: report });
    expect(await later.next((frame) => frame.e === 'executionReport')).toEqual(report);

    const other = await api.key(await api.demo.newUser());
    const wrong = await keyOnly(other, 'DELETE', `listenKey=${listenKey}`);
    expect(wrong).toMatchObject({ status: 400, body: { code: -1125 } });
    expect((await keyOnly(key, 'DELETE', `listenKey=${listenKey}`)).status).toBe(200);
    expect(await plain.next((frame) => frame.e === 'listenKeyExpired')).toMatchObject({
      listenKey,
    });
    const gone = await sockets.at(`/demo/ws/${listenKey}`);
    expect(await gone.next((frame) => frame.e === 'listenKeyExpired')).toMatchObject({ listenKey });
    const last = await keyOnly(key, 'PUT', `listenKey=${listenKey}`);
    expect(last.body).toEqual({ code: -1125, msg: 'This listenKey does not exist.' });
  });

  /** Holds the next read of an account up for a while. */
  const slowRead = () => {
    const connect = api.db.app.pool.connect.bind(api.db.app.pool) as () => Promise<never>;
    vi.spyOn(api.db.app.pool, 'connect').mockImplementationOnce(() => sleep(200).then(connect));
  };
  it.each([
    ['in the path', (listenKey: string) => sockets.at(`/demo/ws/${listenKey}`)],
    ['in the query', (listenKey: string) => sockets.at(`/demo/stream?streams=${listenKey}`)],
    [
      'in a message',
      async (listenKey: string) => {
        const reader = await sockets.at('/demo/ws');
        const answered = ask(reader, 'SUBSCRIBE', ['btcusdt@depth5', listenKey]);
        // What is sent meanwhile is answered afterwards.
        reader.send({ method: 'LIST_SUBSCRIPTIONS', id: 'list' });
        expect(await answered).toMatchObject({ result: null });
        const { result } = await reader.next(({ id }) => id === 'list');
        expect(result).toEqual(['btcusdt@depth5', listenKey]);
        return reader;
      },
    ],
  ])('TAPI-301 an order placed once a listen key %s is answered is reported', async (_, open) => {
    const user = await api.demo.newUser({ USDT: '10000', BTC: '1' });
    const { listenKey } = (await keyOnly(await api.key(user), 'POST')).body;
    slowRead();
    const reader = await open(listenKey);
    await api.demo.place(user, limit('buy', '0.01', '50000'));
    await reader.next((frame) => (frame.data ?? frame).e === 'executionReport');
    // A stream that its last reader leaves while another waits for it goes on for that one.
    reader.socket.close();
    const second = await open(listenKey);
    await api.demo.place(user, limit('buy', '0.01', '50000'));
    await second.next((frame) => (frame.data ?? frame).e === 'executionReport');
  });

  it('TAPI-301 a socket is refused when the account cannot be read', async () => {
    const key = await api.key(await api.demo.newUser());
    const { listenKey } = (await keyOnly(key, 'POST')).body;
    const lost = new Error('no connection');
    vi.spyOn(api.db.app.pool, 'connect').mockImplementationOnce(
      () => Promise.reject(lost) as never,
    );
    await expect(sockets.at(`/demo/ws/${listenKey}`)).rejects.toThrow('503');
    const reader = await sockets.at(`/demo/ws/${listenKey}`);
    expect((await ask(reader, 'LIST_SUBSCRIPTIONS')).result).toEqual([listenKey]);
  });

  it('TAPI-222 a listen key ends an hour after it was last asked for', async () => {
    const key = await api.key(await api.demo.newUser());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { ListenKeys } = await import('./listen-keys.ts');
      const ended: string[] = [];
      const listenKeys = new ListenKeys((one) => ended.push(one));
      const owner = { ...key, allows: (ip: string) => ip === '::1' } as never;
      const listenKey = listenKeys.open(owner);
      vi.advanceTimersByTime(59 * 60_000);
      listenKeys.keepAlive(listenKey, owner);
      vi.advanceTimersByTime(59 * 60_000);
      expect(listenKeys.owner(listenKey, '::1')).toBe(key.userId);
      expect(listenKeys.owner(listenKey, '::2')).toBeUndefined();
      vi.advanceTimersByTime(60_000);
      expect(listenKeys.owner(listenKey, '::1')).toBeUndefined();
      expect(ended).toEqual([listenKey]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('TAPI-223 a key that is revoked ends what it opened', async () => {
    const { key, reader, user } = await listener();
    const { listenKey } = (await keyOnly(key, 'POST')).body;
    const plain = await sockets.at(`/demo/ws/${listenKey}`);
    await ask(plain, 'LIST_SUBSCRIPTIONS');
    await api.revoke(key);
    await reader.next((frame) => frame.event?.e === 'eventStreamTerminated');
    await plain.next((frame) => frame.e === 'listenKeyExpired');
    await api.demo.place(user, limit('buy', '0.01', '50000'));
    await sleep(200);
    expect(reportsOf(reader)).toEqual([]);
    expect(plain.received.filter((frame) => frame.e === 'executionReport')).toEqual([]);
    const answer = await askSigned(api, reader, key, 'userDataStream.subscribe.signature');
    expect(answer).toMatchObject({ status: 401, error: { code: -2015 } });
  });

  it('TAPI-421 a connection has one subscription of an account, and a new one once it has ended', async () => {
    const { key, reader, user } = await listener();
    const subscribe = (by: TestKey) =>
      askSigned(api, reader, by, 'userDataStream.subscribe.signature');
    const active = { code: -2035, msg: 'User Data Stream subscription already active.' };
    expect(await subscribe(key)).toMatchObject({ status: 400, error: active });
    expect(await subscribe(await api.key(user))).toMatchObject({ status: 400, error: active });
    expect((await ask(reader, 'session.subscriptions')).result).toHaveLength(1);
    const unsubscribe = (subscriptionId: number) =>
      ask(reader, 'userDataStream.unsubscribe', { subscriptionId });
    const inactive = { code: -2036, msg: 'User Data Stream subscription not active.' };
    expect(await unsubscribe(7)).toMatchObject({ status: 400, error: inactive });
    expect(await unsubscribe(0)).toMatchObject({ status: 200, result: {} });
    // Of several at once one is answered, and each account may have one.
    const second = await api.key(await api.demo.newUser({ USDT: '100' }));
    const answers = await Promise.all([key, key, second].map(subscribe));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    await api.demo.place(user, limit('buy', '0.01', '50000'));
    await reader.next((frame) => frame.event?.e === 'outboundAccountPosition');
    expect(reportsOf(reader)).toHaveLength(1);
  });
});
