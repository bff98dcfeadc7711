import type { PlaceOrder } from '@assay/core/order/intent';
import type { PlaceOco } from '@assay/core/order/oco';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../lib/api/errors.ts';
import { isOco, type Placed, type Sending } from '../orders.ts';
import { OrderSender } from './submit.ts';

const order: PlaceOrder = {
  market: 'BTCUSDT',
  side: 'buy',
  type: 'limit',
  quantity: '1',
  limitPrice: '1',
};
const placed = { fills: [] } as unknown as Placed;

function sender(answers: (Placed | CallError | null)[]) {
  const sent: { order: Sending; id: string }[] = [];
  let ids = 0;
  const made = new OrderSender(
    async (given, id) => {
      sent.push({ order: given, id });
      await Promise.resolve();
      const answer = answers.shift();
      if (answer === undefined || answer instanceof CallError) throw answer;
      return answer;
    },
    () => `id-${++ids}`,
  );
  return { made, sent };
}

const failure = (kind: 'network' | 'refusal' | 'server') => new CallError(kind, 0, '');

describe('sending an order', () => {
  it('UI-1185 an order without an answer keeps its id when the repeat is not confirmed', async () => {
    const unproved = new CallError('refusal', 1, '', 'stepUpWrong');
    const { made, sent } = sender([failure('network'), unproved, null, placed]);
    await expect(made.send(order)).rejects.toThrow();
    await expect(made.send(order)).rejects.toThrow();
    expect(await made.send(order)).toBeNull();
    expect(await made.send(order)).toBe(placed);
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-1', 'id-1', 'id-1']);
  });

  it('UI-438 two presses send one order', async () => {
    const { made, sent } = sender([placed, placed]);
    const [first, second] = await Promise.all([made.send(order), made.send(order)]);
    expect(first).toBe(placed);
    expect(second).toBeNull();
    expect(sent.length).toBe(1);
  });

  it('UI-438 every order has an id of its own', async () => {
    const { made, sent } = sender([placed, placed]);
    await made.send(order);
    await made.send(order);
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
  });

  it('UI-438 the same order after no answer carries the same id, another one does not', async () => {
    const { made, sent } = sender([failure('network'), failure('server'), placed, placed]);
    await expect(made.send(order)).rejects.toThrow();
    await expect(made.send(order)).rejects.toThrow();
    await made.send(order);
    await made.send(order);
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-1', 'id-1', 'id-2']);
    const other = sender([failure('network'), placed]);
    await expect(other.made.send(order)).rejects.toThrow();
    await other.made.send({ ...order, quantity: '2' });
    expect(other.sent.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
  });

  it('UI-438 UI-453 an OCO goes by the same rules as an order', async () => {
    const oco: PlaceOco = {
      market: 'BTCUSDT',
      side: 'buy',
      quantity: '1',
      limitPrice: '1',
      triggerPrice: '3',
    };
    expect([isOco(order), isOco(oco)]).toEqual([false, true]);
    const { made, sent } = sender([failure('network'), placed, placed]);
    await expect(made.send(oco)).rejects.toThrow();
    const [first, second] = await Promise.all([made.send(oco), made.send(oco)]);
    expect([first, second]).toEqual([placed, null]);
    await made.send({ ...oco, triggerPrice: '4' });
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-1', 'id-2']);
  });

  it('UI-438 a refusal is an answer: the next try is a new command', async () => {
    const { made, sent } = sender([failure('refusal'), placed]);
    await expect(made.send(order)).rejects.toThrow();
    await made.send(order);
    expect(sent.map(({ id }) => id)).toEqual(['id-1', 'id-2']);
  });
});
