import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../apps/server/testing/test-api.ts';
import { askSigned, Sockets } from './streams.suite.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

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
  await askSigned(api, reader, key, 'userDataStream.subscribe.signature');
  return { user, key, reader };
}

const limit = (side: 'buy' | 'sell', quantity: string, limitPrice: string) => ({
  ...{ market: MARKET, type: 'limit' as const, side, quantity, limitPrice },
});

describe('events of orders', () => {
  it('TAPI-391 a stop that waits is amended, then fires: replaced while it does not work yet', async () => {
    const [alice, bob] = [await listener(), await listener()];
    await api.demo.place(bob.user, limit('sell', '0.3', '60000'));
    await api.demo.place(alice.user, limit('buy', '0.1', '60000'));
    const before = alice.reader.received.length;
    const stop = { ...limit('buy', '0.2', ''), type: 'stopMarket' as const, triggerPrice: '61000' };
    const { limitPrice: _, ...body } = stop;
    const placed = await api.demo.place(alice.user, body);
    const orderId = placed.ok ? placed.value.id : 0;
    await api.demo.must(alice.user, 'amendOrder', { orderId, triggerPrice: '60500' });
    await api.demo.place(bob.user, limit('sell', '0.1', '60500'));
    await api.demo.place(alice.user, limit('buy', '0.3', '60500'));
    const ofStop = () =>
      alice.reader.received
        .slice(before)
        .flatMap(({ event }) => (event?.i === orderId && event.o === 'STOP_LOSS' ? [event] : []));
    await vi.waitUntil(() => ofStop().length >= 3, { timeout: 60_000 });
    expect(
      ofStop()
        .map(({ x, P, w }) => [x, P, w])
        .slice(0, 3),
    ).toEqual([
      ['NEW', '61000', false],
      ['REPLACED', '60500', false],
      ['NEW', '60500', true],
    ]);
  });
});
