import { expect, it, vi } from 'vitest';
import { api } from '../lib/data/services.ts';
import { orderCalls } from './order-calls.ts';

it('UI-463 what a desk lists and cancels is limited to its product', async () => {
  const sent: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation(async (name: string, input: object) => {
    sent.push([name, input]);
    return { canceled: [7], orders: [], fills: [], next: null } as never;
  });
  const calls = orderCalls('perpetual');
  await calls.pastOrders({ market: 'BTCUSDT-PERP', limit: 50 });
  await calls.pastFills({ before: '9.1.1.0', limit: 50 });
  expect(await calls.cancelAll(undefined, 'a')).toEqual([7]);
  expect(await calls.cancelAll('BTCUSDT-PERP', 'b')).toEqual([7]);
  expect(sent).toEqual([
    ['getOrderHistory', { product: 'perpetual', market: 'BTCUSDT-PERP', limit: 50 }],
    ['getFills', { product: 'perpetual', before: '9.1.1.0', limit: 50 }],
    ['cancelAllOrders', { product: 'perpetual' }],
    ['cancelAllOrders', { market: 'BTCUSDT-PERP' }],
  ]);
});
