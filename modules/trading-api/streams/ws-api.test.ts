import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi, type TestKey } from '../../../apps/server/testing/test-api.ts';
import { ask, askSigned, type Frame, Sockets } from './streams.suite.ts';
import { readMessage, signedText } from './ws-api/message.ts';

/** The WebSocket API on raw sockets, compared with REST. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MARKET = 'BTCUSDT';
const PATH = '/demo/ws-api/v3';

let api: TestApi;
let sockets: Sockets;
let user = 0;
let key: TestKey;

beforeAll(async () => {
  api = await startTestApi();
  sockets = new Sockets(api.origin);
  user = await api.demo.newUser({ USDT: '100000', BTC: '10' });
  key = await api.key(user);
  await api.demo.quote({ [MARKET]: '60000' });
});
afterEach(() => sockets.close());
afterAll(() => api.stop());

const LIMIT = { symbol: MARKET, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' } as const;

describe('messages', () => {
  it('TAPI-230 the signature is over the parameters as they were written, sorted by name', () => {
    const text =
      '{"id":1,"params":{"z":"a,b\\"}","price":1.10,"n":null,"big":12345678901234567890,' +
      ' "ok" : true,"list":[ "A" , "B"],"signature":"x"},"method":"m"}';
    const { params, method } = readMessage(text);
    expect(method).toBe('m');
    expect(signedText(params)).toBe(
      'big=12345678901234567890&list=["A","B"]&ok=true&price=1.10&z=a,b"}',
    );
  });

  const WRONG: [string, string, number][] = [
    ['no JSON', '{', -1135],
    ['a list', '[]', -1135],
    ['a number', '1', -1135],
    ['no method', '{"id":1}', -1102],
    ['an unknown method', '{"id":1,"method":"order.take"}', -1020],
    ['the name of something else', '{"id":1,"method":"constructor"}', -1020],
    ['an id that is an object', '{"id":{},"method":"ping"}', -1100],
    ['parameters that are a list', '{"id":1,"method":"depth","params":["BTCUSDT"]}', -1100],
    ['a parameter twice', '{"id":1,"method":"depth","params":{"symbol":"A","symbol":"B"}}', -1101],
    ['parameters twice', '{"id":1,"method":"ping","params":{},"params":{}}', -1101],
    ['a list in a scalar', '{"id":1,"method":"depth","params":{"symbol":["BTCUSDT"]}}', -1100],
    ['an object in a scalar', '{"id":1,"method":"depth","params":{"symbol":{"a":1}}}', -1100],
    ['no such market', '{"id":1,"method":"depth","params":{"symbol":"NOUSDT"}}', -1121],
    ['one missing', '{"id":1,"method":"depth"}', -1102],
    ['one too many', '{"id":1,"method":"ping","params":{"a":1}}', -1104],
    ['no key', '{"id":1,"method":"account.status","params":{}}', -2014],
  ];
  it.each(WRONG)('TAPI-232 says what is wrong: %s', async (_what, text, code) => {
    const reader = await sockets.at(PATH);
    reader.send(text);
    const answer = await reader.next((frame) => frame.error !== undefined);
    expect(answer.error.code).toBe(code);
    expect(answer.status).toBe(code === -2014 ? 401 : 400);
    expect(await ask(reader, 'ping')).toMatchObject({ status: 200, result: {} });
  });

  it('TAPI-317 a cancel by message uses none of the weight', async () => {
    const reader = await sockets.at(PATH);
    const used = async () => {
      const { rateLimits } = await ask(reader, 'ping');
      return (rateLimits as { count: number }[])[0]!.count;
    };
    // A minute may start in between, which resets the count.
    await vi.waitUntil(async () => {
      const before = await used();
      const name = { symbol: MARKET, origClientOrderId: 'nothing' };
      const answer = await askSigned(api, reader, key, 'order.cancel', name);
      expect(answer.error.code).toBe(-2011);
      return (await used()) - before === 1;
    }, 60_000);
  });

  it('TAPI-232 wrong keys, times, signatures and rights are refused as REST refuses them', async () => {
    const reader = await sockets.at(PATH);
    const order = { ...LIMIT, quantity: '0.01', price: '50000' };
    const stranger = { ...key, name: 'A'.repeat(64) };
    const wrong = await askSigned(api, reader, stranger, 'order.place', order);
    expect(wrong).toMatchObject({ status: 401, error: { code: -2015 } });
    const forged = { ...key, secret: 'x'.repeat(64) };
    const unsigned = await askSigned(api, reader, forged, 'order.place', order);
    expect(unsigned).toMatchObject({ status: 400, error: { code: -1022 } });
    const late = await askSigned(
      { clock: { now: () => 1 } as never },
      reader,
      key,
      'order.place',
      order,
    );
    expect(late.error.code).toBe(-1021);
    const readOnly = await api.key(user, { permission: 'read' });
    const refused = await askSigned(api, reader, readOnly, 'order.place', order);
    expect(refused).toMatchObject({ status: 401, error: { code: -2015 } });
    const elsewhere = await sockets.at('/ws-api/v3');
    const realm = await askSigned(api, elsewhere, key, 'account.status');
    expect(realm).toMatchObject({ status: 401, error: { code: -2015 } });
    const open = await api.signed(key, 'GET', '/api/v3/openOrders');
    expect(open.body).toEqual([]);
  });
});

describe('methods', () => {
  it('TAPI-230 market data answers as REST does', async () => {
    const reader = await sockets.at(PATH);
    const same: [string, Record<string, string>, string][] = [
      ['exchangeInfo', { symbol: MARKET }, '/api/v3/exchangeInfo'],
      ['depth', { symbol: MARKET, limit: '5' }, '/api/v3/depth'],
      ['trades.recent', { symbol: MARKET }, '/api/v3/trades'],
      ['trades.aggregate', { symbol: MARKET }, '/api/v3/aggTrades'],
      ['klines', { symbol: MARKET, interval: '1h' }, '/api/v3/klines'],
      ['ticker.price', { symbol: MARKET }, '/api/v3/ticker/price'],
      ['ticker.book', { symbols: '["BTCUSDT"]' }, '/api/v3/ticker/bookTicker'],
    ];
    for (const [method, params, path] of same) {
      const answer = await ask(reader, method, params);
      const rest = await api.send('GET', path, new URLSearchParams(params).toString());
      const { serverTime: _1, ...result } = answer.result;
      const { serverTime: _2, ...body } = rest.body;
      expect(result, method).toEqual(body);
      expect(answer.rateLimits[0]).toMatchObject({ rateLimitType: 'REQUEST_WEIGHT' });
    }
    const listed = await ask(reader, 'ticker.book', { symbols: [MARKET] });
    expect(listed.result).toHaveLength(1);
    for (const method of ['ticker', 'ticker.24hr', 'ticker.tradingDay', 'avgPrice', 'uiKlines']) {
      const more = method === 'uiKlines' ? { interval: '1m' } : {};
      expect(await ask(reader, method, { symbol: MARKET, ...more })).toMatchObject({ status: 200 });
    }
    expect(await ask(reader, 'time')).toMatchObject({ result: { serverTime: expect.any(Number) } });
  });

  it('TAPI-230 the life of an order, as REST shows it', async () => {
    const reader = await sockets.at(PATH);
    const call = (method: string, params: Record<string, string | number> = {}) =>
      askSigned(api, reader, key, method, params);
    const tested = await call('order.test', { ...LIMIT, quantity: '0.01', price: '50000' });
    expect(tested).toMatchObject({ status: 200, result: {} });
    // Numbers keep their zeros, because the text that was sent is signed.
    const placed = await call('order.place', { ...LIMIT, quantity: 0.01, price: 50000 });
    expect(placed).toMatchObject({ status: 200, result: { symbol: MARKET, status: 'NEW' } });
    expect(placed.rateLimits.map((one: Frame) => one.rateLimitType)).toEqual([
      'REQUEST_WEIGHT',
      'ORDERS',
      'ORDERS',
    ]);
    const { orderId } = placed.result;
    const named = { symbol: MARKET, orderId };
    const rest = await api.signed(key, 'GET', '/api/v3/order', named);
    expect((await call('order.status', named)).result).toEqual(rest.body);
    expect((await call('openOrders.status', { symbol: MARKET })).result).toEqual([rest.body]);
    const amended = await call('order.amend.keepPriority', { ...named, newQty: '0.005' });
    expect(amended.status).toBe(200);
    const replace = { ...LIMIT, quantity: '0.01', price: '51000', cancelOrderId: orderId };
    const mode = { cancelReplaceMode: 'STOP_ON_FAILURE' };
    const replaced = await call('order.cancelReplace', { ...replace, ...mode });
    expect(replaced).toMatchObject({ status: 200, result: { cancelResult: 'SUCCESS' } });
    const again = await call('order.cancelReplace', { ...replace, ...mode });
    expect(again.status).toBeGreaterThanOrEqual(400);
    expect(again.error.data).toMatchObject({ cancelResult: 'FAILURE' });
    const { result } = await call('openOrders.cancelAll', { symbol: MARKET });
    expect(result).toHaveLength(1);
    const nothing = await call('openOrders.cancelAll', { symbol: MARKET });
    expect(nothing).toMatchObject({ status: 400, error: { code: -2011 } });
    const bought = await call('order.place', {
      symbol: MARKET,
      side: 'BUY',
      type: 'MARKET',
      quantity: '0.01',
    });
    expect(bought.result).toMatchObject({ status: 'FILLED', fills: [{ commissionAsset: 'BTC' }] });
    const account = await api.signed(key, 'GET', '/api/v3/account');
    expect((await call('account.status')).result.balances).toEqual(account.body.balances);
    expect((await call('myTrades', { symbol: MARKET })).result.length).toBeGreaterThan(0);
    expect((await call('allOrders', { symbol: MARKET })).result).toHaveLength(3);
    for (const method of ['account.rateLimits.orders', 'account.commission', 'allOrderLists']) {
      const params = method === 'account.commission' ? { symbol: MARKET } : {};
      expect(await call(method, params), method).toMatchObject({ status: 200 });
    }
    const failed = await call('order.cancel', named);
    expect(failed).toMatchObject({
      status: 400,
      error: { code: -2011, msg: 'Unknown order sent.' },
    });
  });

  it('TAPI-230 a message with a client order id that is sent again acts once', async () => {
    const reader = await sockets.at(PATH);
    const order = { ...LIMIT, quantity: '0.01', price: '40000', newClientOrderId: 'once' };
    const still = { clock: { now: (at = api.clock.now()) => at } } as unknown as TestApi;
    const at = still.clock.now();
    const frozen = { clock: { now: () => at } } as unknown as TestApi;
    const first = await askSigned(frozen, reader, key, 'order.place', order);
    const second = await askSigned(frozen, reader, key, 'order.place', order);
    expect(second.result).toEqual(first.result);
    const open = await api.signed(key, 'GET', '/api/v3/openOrders', { symbol: MARKET });
    expect(open.body).toHaveLength(1);
    await api.demo.send(user, 'cancelAllOrders', {});
  });

  it('TAPI-230 limits can be left out of answers', async () => {
    const quiet = await sockets.at(`${PATH}?returnRateLimits=false`);
    expect(await ask(quiet, 'ping')).not.toHaveProperty('rateLimits');
    expect(await ask(quiet, 'time', { returnRateLimits: true })).toHaveProperty('rateLimits');
    const usual = await sockets.at(PATH);
    expect(await ask(usual, 'time', { returnRateLimits: false })).not.toHaveProperty('rateLimits');
  });

  it('TAPI-222 a listen key can be opened here too', async () => {
    const reader = await sockets.at(PATH);
    const apiKey = key.name;
    const { listenKey } = (await ask(reader, 'userDataStream.start', { apiKey })).result;
    const ping = await ask(reader, 'userDataStream.ping', { apiKey, listenKey });
    expect(ping).toMatchObject({ status: 200, result: {} });
    const stop = await ask(reader, 'userDataStream.stop', { apiKey, listenKey });
    expect(stop).toMatchObject({ status: 200, result: {} });
  });
});

describe('sessions', () => {
  it('TAPI-231 an Ed25519 key opens one, and its requests need no signature', async () => {
    const own = await api.key(user, { kind: 'ed25519' });
    const reader = await sockets.at(PATH);
    const before = await ask(reader, 'session.status');
    expect(before.result).toMatchObject({ apiKey: null, connectedSince: expect.any(Number) });
    const early = await ask(reader, 'userDataStream.subscribe');
    expect(early).toMatchObject({ status: 401, error: { code: -2015 } });
    const on = await askSigned(api, reader, own, 'session.logon');
    expect(on).toMatchObject({ status: 200, result: { apiKey: own.name } });
    const subscribed = await ask(reader, 'userDataStream.subscribe');
    expect(subscribed).toMatchObject({ status: 200, result: { subscriptionId: 0 } });
    const timestamp = () => api.clock.now();
    const order = { ...LIMIT, quantity: '0.01', price: '40000' };
    const placed = await ask(reader, 'order.place', { ...order, timestamp: timestamp() });
    expect(placed).toMatchObject({ status: 200, result: { status: 'NEW' } });
    await reader.next((frame) => frame.event?.i === placed.result.orderId);
    const timeless = await ask(reader, 'order.place', order);
    expect(timeless.error.code).toBe(-1102);
    const other = await askSigned(api, reader, key, 'openOrders.cancelAll', { symbol: MARKET });
    expect(other.status).toBe(200);
    expect((await ask(reader, 'session.logout')).result).toMatchObject({ apiKey: null });
    const after = await ask(reader, 'order.place', { ...order, timestamp: timestamp() });
    expect(after).toMatchObject({ status: 401, error: { code: -2014 } });
    const hmac = await askSigned(api, reader, key, 'session.logon');
    expect(hmac).toMatchObject({ status: 400, error: { code: -4056 } });
  });

  it('TAPI-223 a session ends with its key', async () => {
    const own = await api.key(user, { kind: 'ed25519' });
    const reader = await sockets.at(PATH);
    await askSigned(api, reader, own, 'session.logon');
    await api.revoke(own);
    expect((await ask(reader, 'session.status')).result.apiKey).toBeNull();
    const timestamp = api.clock.now();
    expect(await ask(reader, 'account.status', { timestamp })).toMatchObject({ status: 401 });
  });

  it('TAPI-240 two hundred requests at once are all answered', async () => {
    const reader = await sockets.at(PATH);
    const answers = await Promise.all(Array.from({ length: 200 }, () => ask(reader, 'ping')));
    expect(answers.every((one) => one.status === 200)).toBe(true);
  });
});
