import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import { ask, Sockets, sleep } from './streams.suite.ts';

/** The cost of readers that join and leave. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let sockets: Sockets;
beforeAll(async () => {
  api = await startTestApi();
  sockets = new Sockets(api.origin);
  await api.demo.quote({ BTCUSDT: '60000' });
});
afterEach(() => sockets.close());
afterAll(() => api.stop());

it('TAPI-163 figures are made once a second, however often their readers come and go', async () => {
  const window = vi.spyOn(api.pricing.feed.reader, 'window');
  const streams = ['btcusdt@ticker'];
  const reader = await sockets.at('/demo/ws');
  const began = performance.now();
  for (let i = 0; i < 2; i += 1) {
    await ask(reader, 'SUBSCRIBE', streams);
    await sleep(20);
    await ask(reader, 'UNSUBSCRIBE', streams);
  }
  await sockets.at('/demo/ws/btcusdt@ticker');
  await sleep(20);
  const seconds = Math.floor((performance.now() - began) / 1000);
  expect(window.mock.calls.length).toBeLessThanOrEqual(1 + seconds);
  // A stream without readers is soon dropped: the next prices make no figures.
  sockets.close();
  for (let price = 60_010, calls = 1; calls > 0; price += 10) {
    window.mockClear();
    await api.demo.quote({ BTCUSDT: String(price) });
    await sleep(1_100);
    calls = window.mock.calls.length;
  }
  window.mockRestore();
});

it('TAPI-163 a reader that only changes its form receives nothing new', async () => {
  const reader = await sockets.at('/demo/ws/btcusdt@depth5');
  const first = await reader.next((frame) => frame.lastUpdateId !== undefined);
  await ask(reader, 'SET_PROPERTY', ['combined', true]);
  await ask(reader, 'LIST_SUBSCRIPTIONS');
  const events = reader.received.filter((frame) => frame.lastUpdateId ?? frame.data);
  expect(events).toEqual([first]);
});

it('TAPI-163 a connection joins as many streams in ten seconds as it may have', async () => {
  // Time stands still, so that the ten seconds are not over before the names are.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const reader = await sockets.at('/demo/fstream/ws');
  const names = (from: number) => Array.from({ length: 512 }, (_, i) => `m${from + i}usdt@trade`);
  expect(await ask(reader, 'SUBSCRIBE', names(0))).toMatchObject({ result: null });
  expect(await ask(reader, 'UNSUBSCRIBE', names(0))).toMatchObject({ result: null });
  expect(await ask(reader, 'SUBSCRIBE', names(512))).toMatchObject({ result: null });
  const over = await ask(reader, 'SUBSCRIBE', ['btcusdt@trade']);
  expect(over.error).toMatchObject({ code: 2 });
  // A stream that it reads already does not count.
  expect(await ask(reader, 'SUBSCRIBE', names(512))).toMatchObject({ result: null });
});
