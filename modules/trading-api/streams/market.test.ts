import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import { load } from '../testing/books.suite.ts';
import { ask, type Frame, Sockets, sleep } from './streams.suite.ts';

/** Market streams on raw sockets, compared with REST. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const MARKET = 'BTCUSDT';
/** Streams are sent at intervals of their own, the slowest each second. */
const PATIENCE = { timeout: 50_000, interval: 100 };

let api: TestApi;
let sockets: Sockets;
let users: number[] = [];
/** A trader without orders of its own that its trades could meet. */
let trader = 0;

beforeAll(async () => {
  api = await startTestApi();
  sockets = new Sockets(api.origin);
  users = await api.demo.newUsers(4, { USDT: '10000000', BTC: '100' });
  trader = await api.demo.newUser({ USDT: '10000000', BTC: '100' });
  await api.demo.quote({ [MARKET]: '60000' });
});
afterEach(() => sockets.close());
afterAll(() => api.stop());

const rest = async (path: string, query = '') => (await api.send('GET', path, query)).body;

async function deal(side: 'buy' | 'sell', quantity: string): Promise<void> {
  const order = { market: MARKET, side, type: 'market', quantity };
  const reply = await api.demo.place(trader, order as never);
  expect(reply.ok && Number(reply.value.filled)).toBeGreaterThan(0);
}

describe('where streams are read', () => {
  it('TAPI-200 every path leads to its socket, and streams in it are read at once', async () => {
    const plain = ['/ws', '/ws/0', '/ws/', '/stream/ws', '/stream/ws/3', '/ws/anything'];
    for (const path of plain) {
      const reader = await sockets.at(`/demo${path}`);
      expect(await ask(reader, 'LIST_SUBSCRIPTIONS')).toMatchObject({ result: [] });
    }
    const one = await sockets.at('/demo/ws/btcusdt@bookTicker');
    expect(await one.next((frame) => frame.u !== undefined)).toMatchObject({ s: MARKET });
    const several = await sockets.at('/demo/stream?streams=btcusdt@bookTicker/btcusdt@depth5/x@y');
    const best = await several.next((frame) => frame.stream === 'btcusdt@bookTicker');
    expect(best.data).toMatchObject({ s: MARKET });
    await several.next((frame) => frame.stream === 'btcusdt@depth5');
    expect((await ask(several, 'LIST_SUBSCRIPTIONS')).result).toEqual([
      'btcusdt@bookTicker',
      'btcusdt@depth5',
    ]);
    const none = await sockets.at('/demo/stream');
    expect(await ask(none, 'GET_PROPERTY', ['combined'])).toMatchObject({ result: true });
    const real = await sockets.at('/ws/btcusdt@bookTicker');
    expect(await real.next((frame) => frame.u !== undefined)).toMatchObject({ b: '0', a: '0' });
  });

  it('TAPI-422 a plus in the query stands for itself, and a slash may be encoded', async () => {
    for (const names of [
      'btcusdt@kline_1d@+08:00/btcusdt@trade',
      'btcusdt@kline_1d@%2B08:00%2Fbtcusdt@trade',
    ]) {
      const reader = await sockets.at(`/demo/stream?timeUnit=millisecond&streams=${names}`);
      expect((await ask(reader, 'LIST_SUBSCRIPTIONS')).result).toEqual([
        'btcusdt@kline_1d@+08:00',
        'btcusdt@trade',
      ]);
    }
  });

  it('TAPI-423 a unit of times that is not sent is refused, on sockets and by REST', async () => {
    for (const path of ['stream?streams=btcusdt@trade&', 'ws/btcusdt@trade?', 'ws-api/v3?']) {
      const refused = sockets.at(`/demo/${path}timeUnit=MICROSECOND`);
      await expect(refused).rejects.toThrow('400');
    }
    const time = (unit: string) =>
      fetch(`${api.origin}/demo/api/v3/time`, { headers: { 'X-MBX-TIME-UNIT': unit } });
    expect((await time('millisecond')).status).toBe(200);
    const micro = await time('MICROSECOND');
    expect([micro.status, await micro.json()]).toMatchObject([400, { code: -1100 }]);
  });

  it('TAPI-201 the answer comes before the first event, under the same id', async () => {
    const reader = await sockets.at('/demo/ws');
    for (const id of [1, 'a text', null]) {
      reader.received.length = 0;
      reader.send({ method: 'SUBSCRIBE', params: ['btcusdt@bookTicker'], id });
      await reader.next((frame) => frame.result === null);
      expect(reader.received[0]).toEqual({ result: null, id });
      reader.send({ method: 'UNSUBSCRIBE', params: ['btcusdt@bookTicker'], id: 9 });
      await reader.next((frame) => frame.id === 9);
      await sleep(900);
    }
    const wrapped = await sockets.at('/demo/ws');
    await ask(wrapped, 'SET_PROPERTY', ['combined', true]);
    await ask(wrapped, 'SUBSCRIBE', ['btcusdt@depth20@100ms']);
    await wrapped.next((frame) => frame.stream === 'btcusdt@depth20@100ms');
  });

  const WRONG: [string, unknown, number][] = [
    ['no JSON', '{', 3],
    ['a list', [], 2],
    ['no method', { id: 1 }, 2],
    ['an unknown method', { method: 'READ', id: 1 }, 2],
    ['an id that is a fraction', { method: 'LIST_SUBSCRIPTIONS', id: 1.5 }, 2],
    ['an id that is an object', { method: 'LIST_SUBSCRIPTIONS', id: {} }, 2],
    ['no names', { method: 'SUBSCRIBE', id: 1 }, 2],
    ['an empty list', { method: 'SUBSCRIBE', params: [], id: 1 }, 2],
    ['names that are numbers', { method: 'SUBSCRIBE', params: [1], id: 1 }, 2],
    ['no such market', { method: 'SUBSCRIBE', params: ['nousdt@trade'], id: 1 }, 2],
    ['no such stream', { method: 'SUBSCRIBE', params: ['btcusdt@kline_7m'], id: 1 }, 2],
    ['upper case', { method: 'SUBSCRIBE', params: ['BTCUSDT@trade'], id: 1 }, 2],
    ['one that is wrong among others', { method: 'SUBSCRIBE', params: ['btcusdt@trade', 'x'] }, 2],
    ['no such property', { method: 'GET_PROPERTY', params: ['split'], id: 1 }, 0],
    ['a property of another kind', { method: 'SET_PROPERTY', params: ['combined', 1], id: 1 }, 1],
  ];
  it.each(WRONG)('TAPI-201 says what is wrong: %s', async (_what, message, code) => {
    const reader = await sockets.at('/demo/ws');
    reader.send(message as object);
    const { error } = await reader.next((frame) => frame.error !== undefined);
    expect(error.code).toBe(code);
    expect(await ask(reader, 'LIST_SUBSCRIPTIONS')).toMatchObject({ result: [] });
  });

  it('TAPI-202 a closed market can be subscribed to', async () => {
    for (const path of ['/ws', '/stream', '/public/stream', '/market/ws/1', '/private/ws']) {
      const reader = await sockets.at(`/demo/fstream${path}`);
      const answer = await ask(reader, 'SUBSCRIBE', ['btcusdt@markPrice@1s']);
      expect(answer).toMatchObject({ result: null });
    }
    const closed = await sockets.at('/demo/ws-fapi/v1');
    const answer = await ask(closed, 'order.place', {});
    expect(answer).toMatchObject({ status: 400, error: { msg: 'Market is closed.' } });
  });
});

describe('what streams report', () => {
  it('TAPI-210 trades one by one and as aggregates, with the ids of REST', async () => {
    const reader = await sockets.at('/demo/stream?streams=btcusdt@trade/btcusdt@aggTrade');
    await ask(reader, 'LIST_SUBSCRIPTIONS');
    for (const side of ['buy', 'sell', 'buy'] as const) await deal(side, '0.5');
    const of = (name: string) =>
      reader.received.filter((frame) => frame.stream === name).map((frame) => frame.data);
    const last = (await rest('/api/v3/trades', `symbol=${MARKET}&limit=1`))[0];
    await reader.next((frame) => frame.data?.t === last.id);
    const trades = of('btcusdt@trade');
    const same = await rest('/api/v3/historicalTrades', `symbol=${MARKET}&fromId=${trades[0].t}`);
    expect(trades.map(({ t, p, q, T, m }: Frame) => [t, p, q, T, m])).toEqual(
      same.map((row: Frame) => [row.id, row.price, row.qty, row.time, row.isBuyerMaker]),
    );
    const aggregates = of('btcusdt@aggTrade');
    const rows = await rest('/api/v3/aggTrades', `symbol=${MARKET}&fromId=${aggregates[0].a}`);
    expect(aggregates.map(({ e: _e, E: _E, s: _s, ...row }: Frame) => row)).toEqual(rows);
  });

  it('TAPI-212 the best prices and levels are those of REST once nothing changes', async () => {
    const names = 'btcusdt@bookTicker/btcusdt@depth10@100ms/!bookTicker';
    const reader = await sockets.at(`/demo/stream?streams=${names}`);
    await load(api, users, 500);
    const last = (name: string) => reader.received.findLast((frame) => frame.stream === name)?.data;
    const { bids, asks } = await rest('/api/v3/depth', `symbol=${MARKET}&limit=10`);
    const best = { s: MARKET, b: bids[0][0], B: bids[0][1], a: asks[0][0], A: asks[0][1] };
    await vi.waitFor(() => {
      expect(last('btcusdt@depth10@100ms')).toMatchObject({ bids, asks });
      expect(last('btcusdt@bookTicker')).toMatchObject(best);
      expect(last('!bookTicker')).toMatchObject(best);
    }, PATIENCE);
  });

  it('TAPI-213 candles, tickers and averages agree with REST', async () => {
    // The minute has just begun, so that all of them fall in the same one.
    api.clock.set(Math.ceil(api.clock.now() / 60_000) * 60_000);
    const kinds = [
      'kline_1m',
      'kline_1d',
      'kline_1M',
      'miniTicker',
      'ticker',
      'ticker_1h',
      'avgPrice',
    ];
    const names = [...kinds.map((kind) => `btcusdt@${kind}`), '!miniTicker@arr', '!ticker_4h@arr'];
    const reader = await sockets.at(`/demo/stream?streams=${names.join('/')}`);
    await deal('buy', '0.25');
    // Candles longer than a day are read from the database once before they grow.
    await sleep(500);
    await deal('buy', '0.25');
    const last = (name: string) => reader.received.findLast((frame) => frame.stream === name)?.data;
    const compare = async () => {
      for (const interval of ['1m', '1d', '1M']) {
        const [row] = await rest('/api/v3/klines', `symbol=${MARKET}&interval=${interval}&limit=1`);
        const { k } = last(`btcusdt@kline_${interval}`);
        const reported = [k.t, k.o, k.h, k.l, k.c, k.v, k.T, k.q, k.n, k.V, k.Q, k.B];
        expect(reported).toEqual(row);
        expect(k.L - k.f + 1).toBe(k.n);
      }
      const day = await rest('/api/v3/ticker/24hr', `symbol=${MARKET}`);
      expect(last('btcusdt@ticker')).toMatchObject({
        e: '24hrTicker',
        ...{ p: day.priceChange, P: day.priceChangePercent, w: day.weightedAvgPrice },
        ...{ x: day.prevClosePrice, c: day.lastPrice, Q: day.lastQty, o: day.openPrice },
        ...{ h: day.highPrice, l: day.lowPrice, v: day.volume, q: day.quoteVolume },
        ...{ F: day.firstId, L: day.lastId, n: day.count, b: day.bidPrice, A: day.askQty },
      });
      const mini = { c: day.lastPrice, o: day.openPrice, h: day.highPrice, v: day.volume };
      expect(last('btcusdt@miniTicker')).toMatchObject({ e: '24hrMiniTicker', ...mini });
      const ofAll = last('!miniTicker@arr').find((one: Frame) => one.s === MARKET);
      expect(ofAll).toMatchObject(mini);
      expect(last('btcusdt@ticker_1h')).toMatchObject({ e: '1hTicker', v: day.volume });
      expect(last('!ticker_4h@arr')[0].e).toBe('4hTicker');
      const average = await rest('/api/v3/avgPrice', `symbol=${MARKET}`);
      expect(last('btcusdt@avgPrice')).toMatchObject({ i: '5m', w: average.price });
    };
    await vi.waitFor(compare, PATIENCE);
  });

  it('TAPI-213 a candle is reported once more when it is closed', async () => {
    // The minute has just begun, so that no other one ends beside the one that is left.
    api.clock.set(Math.ceil(api.clock.now() / 60_000) * 60_000);
    const reader = await sockets.at('/demo/ws/btcusdt@kline_1m');
    await deal('buy', '0.1');
    const growing = await reader.next((frame) => frame.k?.n > 0);
    api.clock.advance(60_000);
    await sleep(300);
    await deal('buy', '0.1');
    const closed = await reader.next((frame) => frame.k?.x === true);
    expect(closed.k).toMatchObject({ t: growing.k.t, T: growing.k.T, n: expect.any(Number) });
    const next = await reader.next((frame) => frame.k?.t > growing.k.t);
    expect(next.k).toMatchObject({ t: closed.k.T + 1, x: false });
    expect(reader.received.filter((frame) => frame.k?.x === true)).toHaveLength(1);
  });
});
