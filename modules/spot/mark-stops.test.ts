import type { PlaceOrder } from '@assay/core/order/intent';
import { previewOrder } from '@assay/core/order/preview';
import { beforeEach, describe, expect, it } from 'vitest';
import { SPOT_COST } from './rules.ts';
import { Floor, idOf, statusOf } from './testing/floor.ts';

/** The last trade is at 100, the market has gone on to 110: index 111, bid 110, ask 112. */
let floor: Floor;
let maker = 0;
let user = 0;
beforeEach(() => {
  floor = new Floor();
  maker = floor.user('maker');
  user = floor.user('user');
  floor.limit(maker, 'sell', '1', '100');
  floor.limit(user, 'buy', '1', '100');
  floor.limit(maker, 'buy', '1', '110');
  floor.limit(maker, 'sell', '9', '112');
  floor.price('111');
});

const stop = (more: Partial<PlaceOrder>): Partial<PlaceOrder> => ({
  ...{ type: 'stopMarket', quantity: '1', triggerPrice: '105' },
  ...more,
});
const pending = () => floor.machines.orders.market('ABCUSDT')?.stops.count;

/** What the ticket learns before an order is sent. */
function preview(side: 'buy' | 'sell', more: Partial<PlaceOrder>) {
  const market = floor.machines.orders.market('ABCUSDT');
  if (market === undefined) throw new Error('no market');
  const order = floor.order(side, stop(more));
  const now = { prices: market, at: floor.now };
  const shown = previewOrder(market.rules, order, { count: 0, pairs: [] }, SPOT_COST, now);
  return shown.refusal ?? shown.wait;
}

describe('the price that fires a stop of spot', () => {
  it('SPOT-440 is the last price unless the order names the mark price; the index is not offered', () => {
    const byLast = floor.place(user, 'buy', stop({ triggerPrice: '113' }));
    const byMark = floor.place(user, 'buy', stop({ triggerPrice: '113', triggerSource: 'mark' }));
    expect([statusOf(byLast), statusOf(byMark)]).toEqual(['pending', 'pending']);
    const changed = floor.facts('orderChanged').map(({ order }) => order);
    const views = changed.filter(({ triggerPrice }) => triggerPrice !== '');
    expect(views.map(({ triggerSource }) => triggerSource)).toEqual([undefined, 'mark']);
    const refused = floor.place(user, 'buy', stop({ triggerSource: 'index' }));
    expect(statusOf(refused)).toBe('unsupportedTriggerSource');
    // The index alone does not lift the mark price above the best ask.
    floor.price('115');
    expect(pending()).toBe(2);
    floor.must(maker, 'cancelAllOrders', {});
    expect(pending()).toBe(1);
    expect(statusOf(floor.send(user, 'cancelOrder', { orderId: idOf(byMark) }))).toBe(
      'unknownOrder',
    );
    floor.audit();
  });

  it('SPOT-441 decides at placing whether a stop is beyond its trigger, and the preview says so', () => {
    const rises = { triggerWhen: 'rises' } as const;
    const mark = { triggerSource: 'mark' } as const;
    // The market passed 105 long ago; only the last trade did not.
    expect(preview('buy', rises)).toEqual({
      ...{ sourceTicks: 10_000, direction: 'rises', isBeyond: true },
    });
    expect(statusOf(floor.place(user, 'buy', stop(rises)))).toBe('pending');
    expect(preview('buy', { ...rises, ...mark })).toBe('triggersAtOnce');
    expect(statusOf(floor.place(user, 'buy', stop({ ...rises, ...mark })))).toBe('triggersAtOnce');
    expect(preview('buy', mark)).toEqual({
      ...{ sourceTicks: 11_100, direction: 'falls', isBeyond: false },
    });
    expect(preview('buy', { triggerPrice: '113' })).toMatchObject({ isBeyond: false });
    // An index that is too old is no price, neither for the engine nor for the preview.
    floor.now += 10_001;
    expect(preview('buy', mark)).toBe('noReferencePrice');
    expect(statusOf(floor.place(user, 'buy', stop(mark)))).toBe('noReferencePrice');
    expect(preview('buy', rises)).toMatchObject({ isBeyond: false });
  });
});
