import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, Floor, fillsOf, idOf, statusOf } from './testing/floor.ts';

/** The last price is 100; asks of 1 wait for stops that fire. There are no fees. */
let floor: Floor;
let maker = 0;
let user = 0;
let seller = 0;
beforeEach(() => {
  floor = new Floor([{ symbol: 'ABCUSDT', base: 'ABC', makerFeePpm: 0, takerFeePpm: 0 }]);
  seller = floor.user('seller');
  maker = floor.user('maker');
  user = floor.user('user', { USDT: '1000', ABC: '10' });
  floor.limit(seller, 'sell', '1', '100');
  floor.limit(maker, 'buy', '1', '100');
  for (const price of ['110', '111', '112']) floor.limit(maker, 'sell', '1', price);
});

const stop = (more: object): Answer =>
  floor.place(user, 'buy', { type: 'stopMarket', quantity: '1', triggerPrice: '105', ...more });
const stopLimit = (more: object): Answer => stop({ type: 'stopLimit', limitPrice: '115', ...more });
const amend = (order: Answer, change: object) =>
  floor.send(user, 'amendOrder', { orderId: idOf(order), ...change });
/** Lets the last price rise to `price`. */
function trade(price: string): void {
  floor.limit(maker, 'buy', '0.1', price);
  floor.limit(seller, 'sell', '0.1', price);
  floor.audit();
}

describe('amending a stop that waits', () => {
  it('SPOT-442 changes trigger, limit and quantity, and holds what it then needs', () => {
    const order = stopLimit({ quantity: '2' });
    const before = floor.funds(user);
    const answer = amend(order, { triggerPrice: '106', limitPrice: '120', quantity: '3' });
    expect(answer).toMatchObject({ status: 0, lots: 30, limit: 12_000, fills: [] });
    expect((answer.order as unknown[])[7]).toBe(10_600);
    const [, held] = floor.funds(user).split('/');
    expect([before.split('/')[1], held]).toEqual(['230', '360']);
    trade('105.5');
    expect(floor.funds(user).split('/')[1]).toBe('360');
    trade('106');
    expect(floor.funds(user, 'ABC')).toBe('13/0');
    // A stop at market holds by its trigger and slippage; a stop by amount holds its amount.
    const atMarket = stop({ triggerPrice: '125', maxSlippagePpm: 10_000 });
    const { held: higher } = amend(atMarket, { triggerPrice: '130' });
    expect(higher).toBe(13_130_000_000);
    const byAmount = stop({ quantity: undefined, quoteAmount: '50', triggerPrice: '125' });
    expect(amend(byAmount, { triggerPrice: '130' })).toMatchObject({ held: 5_000_000_000 });
    const views = floor.facts('orderChanged').map(({ order: view }) => view.triggerPrice);
    expect(views.slice(-2)).toEqual(['130', '130']);
  });

  it('SPOT-442 goes on waiting for its direction, by the filters and the prices of the moment', () => {
    const rises = stop({});
    expect(statusOf(amend(rises, { triggerPrice: '100' }))).toBe('triggersAtOnce');
    expect(statusOf(amend(rises, { triggerPrice: '99' }))).toBe('triggersAtOnce');
    expect(statusOf(amend(rises, { triggerPrice: '105.001' }))).toBe('tickSize');
    expect(statusOf(amend(rises, { quantity: '10' }))).toBe('insufficientBalance');
    expect(statusOf(amend(rises, { triggerPrice: '105' }))).toBe('nothingToChange');
    const mark = { triggerSource: 'mark', triggerWhen: 'rises' };
    floor.price('103');
    const byMark = stop(mark);
    floor.now += 10_001;
    expect(statusOf(amend(byMark, { triggerPrice: '104' }))).toBe('noReferencePrice');
    expect(statusOf(amend(byMark, { quantity: '0.5' }))).toBe('pending');
    const limited = stopLimit({ quantity: '0.1' });
    floor.price('103');
    expect(statusOf(amend(limited, { limitPrice: '516' }))).toBe('percentPrice');
    expect(statusOf(amend(byMark, { triggerPrice: '103' }))).toBe('triggersAtOnce');
  });

  it('SPOT-443 only a smaller quantity alone keeps its priority', () => {
    const wide = { maxSlippagePpm: 100_000 };
    const [first, second, third] = [stop({ ...wide, quantity: '2' }), stop(wide), stop(wide)];
    expect(statusOf(amend(first, { quantity: '1' }))).toBe('pending');
    amend(second, { triggerPrice: '106' });
    amend(second, { triggerPrice: '105' });
    trade('105');
    const took = new Map(
      floor.facts('orderFilled').map(({ fill }) => [fill.orderId, fill.price] as const),
    );
    const prices = [first, third, second].map((order) => took.get(idOf(order)));
    expect(prices).toEqual(['110', '111', '112']);
  });

  it('SPOT-444 changes nothing that the order does not have', () => {
    const wrong = (field: string) => ({ refusal: 'invalidOrder', detail: { field } });
    expect(amend(stop({}), { limitPrice: '110' })).toEqual(wrong('limitPrice'));
    const byAmount = stop({ quantity: undefined, quoteAmount: '50' });
    expect(amend(byAmount, { quantity: '1' })).toEqual(wrong('quantity'));
    const rests = floor.limit(user, 'buy', '1', '90');
    expect(amend(rests, { triggerPrice: '80' })).toEqual(wrong('triggerPrice'));
    // A stop that has fired and rests is an order of the book like any other.
    const fired = stopLimit({ limitPrice: '107' });
    trade('105');
    expect(amend(fired, { triggerPrice: '107' })).toEqual(wrong('triggerPrice'));
    expect(fillsOf(amend(fired, { limitPrice: '112' })).length).toBeGreaterThan(0);
  });
});
