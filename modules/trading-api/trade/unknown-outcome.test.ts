import type { OrderEntry } from '@assay/modules/orders';
import { OutcomeUnknown } from '@assay/platform/engine/status';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  signedText,
  startTestApi,
  type TestApi,
  type TestKey,
} from '../../../apps/server/testing/test-api.ts';

/** The outcome of one of the two commands of a request is unknown. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let api: TestApi;
let key: TestKey;
beforeAll(async () => {
  api = await startTestApi();
  await api.demo.quote({ BTCUSDT: '60000' });
  key = await api.key(await api.demo.newUser({ USDT: '100000' }));
});
afterAll(() => api.stop());

const ORDER = {
  ...{ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' },
  ...{ quantity: '0.01', price: '50000' },
};

it.each(['cancel', 'place'] as const)(
  'TAPI-156 the outcome of cancelReplace is unknown when that of its %s is',
  async (part) => {
    const { body: order } = await api.signed(key, 'POST', '/api/v3/order', ORDER);
    const entry: OrderEntry = api.trading.orders.demo.entry;
    const command = vi.spyOn(entry, part).mockRejectedValueOnce(new OutcomeUnknown('commit'));
    const sent = signedText(key, {
      ...{
        ...ORDER,
        newClientOrderId: `replaced-${part}`,
        cancelReplaceMode: 'STOP_ON_FAILURE',
        cancelOrderId: order.orderId,
      },
      timestamp: api.clock.now(),
    });
    const replace = () => api.send('POST', '/api/v3/order/cancelReplace', '', { key, body: sent });
    expect(await replace()).toMatchObject({ status: 504, body: { code: -1007 } });
    command.mockRestore();
    // Sent again, the same request gets the outcome, and has acted once.
    const again = { cancelResult: 'SUCCESS', newOrderResult: 'SUCCESS' };
    expect(await replace()).toMatchObject({ status: 200, body: again });
    const open = await api.signed(key, 'GET', '/api/v3/openOrders', { symbol: 'BTCUSDT' });
    expect(open.body).toHaveLength(1);
    await api.signed(key, 'DELETE', '/api/v3/openOrders', { symbol: 'BTCUSDT' });
  },
);
