import { createHash } from 'node:crypto';
import { actionText } from '@assay/modules/identity/rules';
import { expect, it, vi } from 'vitest';
import { CallError } from '../lib/api/errors.ts';
import { api } from '../lib/data/services.ts';
import { useStepUpQuestion } from '../lib/data/step-up.ts';
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

const order = { market: 'BTCUSDT', side: 'buy', type: 'limit', quantity: '1' } as const;

/** A server that wants a proof, and the person's answer to the question for it. */
function guarded(stepUp: string | null) {
  const sent: [string, object, string | undefined][] = [];
  vi.spyOn(api, 'call').mockImplementation(async (name: string, input: object, options = {}) => {
    sent.push([name, input, options.commandId]);
    if (name === 'askStepUp') {
      setTimeout(() => useStepUpQuestion.getState().waiting?.done(stepUp));
      return { challengeId: 'c' } as never;
    }
    if (!('stepUp' in input)) throw new CallError('refusal', 1, '', 'stepUpNeeded');
    return { order: {}, fills: [], receipt: { seq: 1, hash: '' } } as never;
  });
  return sent;
}

it('UI-1185 an order that has to be proved is sent again under its id once the person has confirmed exactly it', async () => {
  const sent = guarded('proof');
  const placed = await orderCalls('spot').place(order, 'order-000001');
  expect(placed).toMatchObject({ fills: [] });
  const text = actionText('placeOrder', { ...order, commandId: 'order-000001' });
  const digest = createHash('sha256').update(text).digest('hex');
  expect(sent).toEqual([
    ['placeOrder', order, 'order-000001'],
    ['askStepUp', { action: 'placeOrder', digest }, undefined],
    ['placeOrder', { ...order, stepUp: 'proof' }, 'order-000001'],
  ]);
});

it('UI-1185 what the person does not confirm is not sent', async () => {
  const sent = guarded(null);
  expect(await orderCalls('spot').place(order, 'a')).toBeNull();
  expect(await orderCalls('spot').amend(7, { quantity: '2' }, 'b')).toBeNull();
  expect(sent.filter(([, input]) => 'stepUp' in input)).toEqual([]);
});
