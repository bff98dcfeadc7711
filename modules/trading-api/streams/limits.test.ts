import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import { FollowedBook } from '../testing/books.suite.ts';
import { ask, askSigned, Sockets, sleep } from './streams.suite.ts';

/** Many, slow and talkative readers, and what a restart does to readers. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MARKET = 'BTCUSDT';

let api: TestApi;
let sockets: Sockets;
afterEach(async () => {
  sockets.close();
  await api.stop();
});

async function start(factor?: number): Promise<void> {
  api = await startTestApi(factor === undefined ? {} : { factor });
  sockets = new Sockets(api.origin);
  await api.demo.quote({ [MARKET]: '60000' });
}

describe('limits', () => {
  it('TAPI-399 who shows a listen key connects whatever others of the network have opened', async () => {
    await start(0.1);
    const key = await api.key(await api.demo.newUser());
    const { listenKey } = (await api.signed(key, 'POST', '/api/v3/userDataStream')).body;
    for (let i = 0; i < 10; i += 1) {
      (await sockets.at(i % 2 === 0 ? '/demo/ws' : '/ws-api/v3')).socket.terminate();
    }
    for (const path of ['/demo/stream', '/ws-api/v3', `/demo/ws/${'x'.repeat(64)}`]) {
      await expect(sockets.at(path)).rejects.toThrow('429');
    }
    await sockets.at(`/demo/ws/${listenKey}`);
    await sockets.at(`/demo/stream?streams=btcusdt@trade/${listenKey}`);
  });

  it('TAPI-411 a network reads a bounded number of streams on all its connections', async () => {
    // 62 of an address.
    await start(0.03);
    const names = (count: number, from = 0) =>
      Array.from({ length: count }, (_, i) => `m${from + i}usdt@depth`);
    const kinds =
      'trade aggTrade depth depth5 depth10 depth20 bookTicker ticker miniTicker avgPrice';
    const candles = '1m 3m 5m 15m 30m'.split(' ').map((interval) => `kline_${interval}`);
    const open = [...kinds.split(' '), ...candles].map((kind) => `btcusdt@${kind}`);
    const path = (count: number) => `/demo/stream?streams=${open.slice(0, count).join('/')}`;
    const one = await sockets.at(path(15));
    const two = await sockets.at('/demo/fstream/ws');
    expect(await ask(two, 'SUBSCRIBE', names(41))).toMatchObject({ result: null });
    await expect(sockets.at(path(7))).rejects.toThrow('429');
    const over = await ask(two, 'SUBSCRIBE', names(7, 41));
    expect(over.error).toEqual({
      code: 2,
      msg: 'Invalid request: too many streams on all connections of the network',
    });
    // What is read already counts once.
    expect(await ask(two, 'SUBSCRIBE', names(47))).toMatchObject({ result: null });
    one.socket.terminate();
    // A connection may send five messages a second. It is tried until the server has seen the end.
    await sleep(1_000);
    await vi.waitUntil(async () => (await ask(two, 'SUBSCRIBE', names(15, 47))).result === null, {
      timeout: 60_000,
      interval: 500,
    });
    await ask(two, 'UNSUBSCRIBE', names(2));
    expect((await ask(two, 'SUBSCRIBE', names(3, 62))).error).toMatchObject({ code: 2 });
  });

  it('TAPI-240 1,024 streams on a connection; messages beyond five a second end it', async () => {
    await start();
    const closed = await sockets.at('/demo/fstream/ws');
    const names = (count: number, from = 0) =>
      Array.from({ length: count }, (_, i) => `m${from + i}usdt@depth`);
    expect(await ask(closed, 'SUBSCRIBE', names(1_024))).toMatchObject({ result: null });
    const over = await ask(closed, 'SUBSCRIBE', names(1, 1_024));
    expect(over.error).toMatchObject({ code: 2 });
    const talks = await sockets.at('/demo/ws/btcusdt@trade');
    for (let i = 0; i < 12; i += 1) talks.send({ method: 'LIST_SUBSCRIPTIONS', id: i });
    expect(await talks.closed).toBe(4004);
  });

  it('TAPI-240 requests of the WebSocket API weigh as those of REST do, and 418 closes the socket', async () => {
    await start(0.01);
    const reader = await sockets.at('/demo/ws-api/v3');
    // A minute has just begun, so that the count is not reset before it is used up.
    api.clock.set(Math.ceil(api.clock.now() / 60_000) * 60_000);
    for (let i = 0; i < 12; i += 1) {
      expect(await ask(reader, 'depth', { symbol: MARKET })).toMatchObject({ status: 200 });
    }
    const { error } = await ask(reader, 'depth', { symbol: MARKET });
    expect(error).toMatchObject({ code: -1003, data: { retryAfter: expect.any(Number) } });
    for (let i = 0; i < 200; i += 1) reader.send({ method: 'ping', id: 'more' });
    expect(await reader.closed).toBe(4004);
    expect(reader.received.at(-1)).toMatchObject({ status: 418, error: { code: -1003 } });
    expect((await api.send('GET', '/api/v3/ping', '')).status).toBe(418);
  });

  it('TAPI-240 2,000 readers of one book: each receives every event, memory stays bounded', async () => {
    await start();
    const before = process.memoryUsage().rss;
    const readers: Awaited<ReturnType<Sockets['at']>>[] = [];
    for (let i = 0; i < 2_000; i += 100) {
      const some = Array.from({ length: 100 }, () => sockets.at('/demo/ws/btcusdt@depth@100ms'));
      readers.push(...(await Promise.all(some)));
    }
    await ask(readers[0]!, 'LIST_SUBSCRIPTIONS');
    for (let i = 0; i < 15; i += 1) {
      await api.demo.quote({ [MARKET]: String(60_000 + i * 10) });
      await sleep(100);
    }
    const last = (await api.send('GET', '/api/v3/depth', `symbol=${MARKET}&limit=5000`)).body;
    const late = () => readers.filter((one) => one.received.at(-1)?.u !== last.lastUpdateId);
    await vi.waitUntil(() => late().length === 0, { timeout: 60_000, interval: 100 });
    for (const { received } of readers) {
      const events = received.filter((frame) => frame.e === 'depthUpdate');
      for (const [i, event] of events.entries()) {
        if (i > 0) expect(event.U).toBe(events[i - 1]!.u + 1);
      }
      expect(events.at(-1)?.u).toBe(last.lastUpdateId);
    }
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    // Both ends of all sockets and every event as an object are in this process.
    expect(grown).toBeLessThan(1_000);
  });

  it('TAPI-241 readers that read nothing are closed; the others have the whole chain', async () => {
    await start();
    const slow = await Promise.all(
      Array.from({ length: 20 }, () => sockets.at('/demo/stream?streams=btcusdt@depth20@100ms')),
    );
    const names = Array.from({ length: 40 }, (_, i) =>
      i % 2 === 0 ? 'btcusdt@depth@100ms' : '!ticker@arr',
    );
    const good = await sockets.at('/demo/ws/btcusdt@depth@100ms');
    await ask(good, 'LIST_SUBSCRIPTIONS');
    const first = (await api.send('GET', '/api/v3/depth', `symbol=${MARKET}&limit=5000`)).body;
    for (const reader of slow) {
      await ask(reader, 'SUBSCRIBE', [...new Set(names)]);
      reader.socket.pause();
    }
    for (let i = 0; i < 20; i += 1) {
      await api.demo.quote({ [MARKET]: String(60_000 + (i % 7) * 40) });
      await sleep(50);
    }
    const now = (await api.send('GET', '/api/v3/depth', `symbol=${MARKET}&limit=5000`)).body;
    await good.next((frame) => frame.u === now.lastUpdateId);
    const events = good.received.filter((frame) => frame.e === 'depthUpdate');
    const book = new FollowedBook(first, events);
    expect(book.gaps).toBe(0);
    expect(book.levels()).toEqual({ bids: now.bids, asks: now.asks });
  });
});

describe('restarts', () => {
  it('TAPI-243 readers are closed when the server stops', async () => {
    await start();
    const readers = await Promise.all(
      ['/demo/ws/btcusdt@trade', '/stream', '/demo/ws-api/v3'].map((path) => sockets.at(path)),
    );
    await api.stop();
    expect(await Promise.all(readers.map(({ closed }) => closed))).toEqual([1001, 1001, 1001]);
    await start();
  });

  it('TAPI-243 after the engine has reloaded, readers are closed so that they reconnect', async () => {
    await start();
    const user = await api.demo.newUser();
    const key = await api.key(user);
    const reads = await sockets.at('/demo/ws/btcusdt@depth@100ms');
    const idle = await sockets.at('/demo/ws');
    const listener = await sockets.at('/demo/ws-api/v3');
    const asks = await sockets.at('/demo/ws-api/v3');
    const other = await sockets.at('/ws/btcusdt@depth@100ms');
    await askSigned(api, listener, key, 'userDataStream.subscribe.signature');
    await api.db.pool.query('SELECT pg_terminate_backend(backend) FROM demo.engine');
    const place = () =>
      api.demo
        .place(user, {
          market: MARKET,
          side: 'buy',
          type: 'limit',
          quantity: '0.01',
          limitPrice: '50000',
        })
        .catch(() => ({ ok: false }));
    await vi.waitUntil(async () => (await place()).ok, { timeout: 60_000, interval: 200 });
    expect(await reads.closed).toBe(1012);
    expect(await listener.closed).toBe(1012);
    for (const open of [idle, other]) await ask(open, 'LIST_SUBSCRIPTIONS');
    await ask(asks, 'ping');
    const again = await sockets.at('/demo/ws-api/v3');
    await askSigned(api, again, key, 'userDataStream.subscribe.signature');
    expect((await place()).ok).toBe(true);
    await again.next((frame) => frame.event?.X === 'NEW');
  });
});
