import { Budget } from '@assay/platform/http/budget';
import { Reading } from '@assay/platform/http/reading';
import { Turns } from '@assay/platform/http/turns';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import { ask, askSigned, Sockets } from './streams.suite.ts';

/** What reading and joining cost, by whichever way. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Enough for all that the tests do before one of them uses it up. */
const NETWORK_BYTES = 200_000;
const ACCOUNT_BYTES = 5_000;

let api: TestApi;
let sockets: Sockets;
beforeAll(async () => {
  const account = new Budget({ max: ACCOUNT_BYTES, perSecond: 1 });
  const network = new Budget({ max: NETWORK_BYTES, perSecond: 1 });
  api = await startTestApi({ reading: new Reading({ account, network }) });
  sockets = new Sockets(api.origin);
  await api.demo.quote({ BTCUSDT: '60000' });
});
afterEach(() => sockets.close());
afterAll(() => api.stop());

it('TAPI-400 what reads nothing is never behind reads, and too many of these are refused', async () => {
  const held: (() => void)[] = [];
  const run = vi
    .spyOn(Turns.prototype, 'run')
    .mockImplementation(
      (work) => new Promise((resolve) => held.push(() => resolve(work() as never))),
    );
  const key = await api.key(await api.demo.newUser());
  const reader = await sockets.at('/demo/ws-api/v3');
  const query = { symbol: 'BTCUSDT', interval: '1m', limit: 1 };
  for (let i = 0; i < 90; i += 1) reader.send({ id: `k${i}`, method: 'klines', params: query });
  expect(await ask(reader, 'ping')).toMatchObject({ status: 200 });
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.001' };
  expect(await askSigned(api, reader, key, 'order.place', order)).toMatchObject({ status: 200 });
  expect((await api.send('GET', '/api/v3/time', '')).status).toBe(200);
  // By whatever way they come, they wait in one line of the network.
  const others = await Promise.all([1, 2].map(() => sockets.at('/demo/ws-api/v3')));
  for (const other of others) {
    for (let i = 0; i < 90; i += 1) other.send({ id: `k${i}`, method: 'klines', params: query });
  }
  const refused = await others[1]!.next((frame) => frame.status === 429);
  expect(refused).toMatchObject({
    error: { code: -1003, data: { retryAfter: expect.any(Number) } },
  });
  const rest = await api.send('GET', '/api/v3/klines', 'symbol=BTCUSDT&interval=1m');
  expect([rest.status, Number(rest.headers['retry-after'])]).toEqual([429, 1]);
  run.mockRestore();
  for (const go of held) go();
  expect(await reader.next((frame) => frame.id === 'k89')).toMatchObject({ status: 200 });
});

it('TAPI-352 the events of an account begin once, however often their readers come and go', async () => {
  const key = await api.key(await api.demo.newUser(), { kind: 'ed25519' });
  const come = async () => {
    const reader = await sockets.at('/demo/ws-api/v3');
    const subscribed = await askSigned(api, reader, key, 'userDataStream.subscribe.signature');
    expect(subscribed).toMatchObject({ status: 200 });
    await ask(reader, 'userDataStream.unsubscribe');
    sockets.close();
  };
  await come();
  const reads = vi.spyOn(api.db.app.pool, 'connect');
  for (let i = 0; i < 3; i += 1) await come();
  expect(reads).not.toHaveBeenCalled();
  reads.mockRestore();
  // Whoever joins again misses nothing: the account was followed meanwhile.
  const reader = await sockets.at('/demo/ws-api/v3');
  await askSigned(api, reader, key, 'userDataStream.subscribe.signature');
  const order = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '0.1' } as const;
  await api.demo.place(key.userId, { ...order, limitPrice: '50000' });
  const { event } = await reader.next((frame) => frame.event?.e === 'executionReport');
  expect(event).toMatchObject({ x: 'NEW', X: 'NEW' });
});

it('TAPI-350 bytes of the WebSocket API and of REST are one budget of a user; orders go on', async () => {
  const key = await api.key(await api.demo.newUser());
  const reader = await sockets.at('/demo/ws-api/v3');
  const read = () => askSigned(api, reader, key, 'account.status');
  let left = 50;
  while ((await read()).status === 200) left -= 1;
  expect(left).toBeGreaterThan(0);
  expect(await read()).toMatchObject({
    status: 429,
    error: { code: -1003, data: { retryAfter: expect.any(Number) } },
  });
  const { status, body, headers } = await api.signed(key, 'GET', '/api/v3/account');
  expect({ status, body }).toMatchObject({ status: 429, body: { code: -1003 } });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.001' };
  expect((await api.signed(key, 'POST', '/api/v3/order', order)).status).toBe(200);
  expect(await askSigned(api, reader, key, 'order.place', order)).toMatchObject({ status: 200 });
  // Another user of the network still reads.
  const other = await api.key(await api.demo.newUser());
  expect((await api.signed(other, 'GET', '/api/v3/account')).status).toBe(200);
});

it('TAPI-353 the open lists of all markets weigh as their open orders do', async () => {
  const key = await api.key(await api.demo.newUser());
  const used = async (path: string) =>
    Number((await api.signed(key, 'GET', path)).headers['x-mbx-used-weight']);
  // A minute may start between two requests, which resets the count.
  await vi.waitUntil(async () => {
    const [before, lists, orders] = [
      await used('/api/v3/account'),
      await used('/api/v3/openOrderList'),
      await used('/api/v3/openOrders'),
    ];
    return lists - before === 80 && orders - lists === 80;
  }, 60_000);
});

it('TAPI-351 joining streams uses up the bytes of the network, whether they are left or not', async () => {
  const intervals = ['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '8h', '12h', '1d'];
  const candles = ['btcusdt', 'ethusdt'].flatMap((market) =>
    intervals.map((interval) => `${market}@kline_${interval}`),
  );
  const names = [...candles, 'btcusdt@depth20', 'btcusdt@trade', '!ticker@arr'];
  let refused: Awaited<ReturnType<typeof ask>> | undefined;
  const reader = await sockets.at('/demo/stream');
  for (let i = 0; refused === undefined && i < 200; i += 1) {
    const answer = await ask(reader, 'SUBSCRIBE', names);
    if (answer.error !== undefined) refused = answer;
    else await ask(reader, 'UNSUBSCRIBE', names);
    // Two messages a round; with more than five a second the socket would be closed.
    await new Promise((resolve) => setTimeout(resolve, 650));
  }
  expect(refused?.error).toMatchObject({ code: 2 });
  expect(refused?.error.msg).toContain('try again in');
  await expect(sockets.at('/demo/stream?streams=btcusdt@trade')).rejects.toThrow('429');
});
