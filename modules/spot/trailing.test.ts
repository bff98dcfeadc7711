import type { PlaceOrder } from '@assay/core/order/intent';
import { trailingTrigger } from '@assay/core/order/trailing';
import { calls } from '@assay/modules/orders/schema';
import { describe, expect, it } from 'vitest';
import { type Answer, Floor, idOf, statusOf } from './testing/floor.ts';

const NO_FEES = { symbol: 'ABCUSDT', base: 'ABC', makerFeePpm: 0, takerFeePpm: 0 };

/** A market whose last price a test sets, and a user with stops. */
class Tape {
  readonly floor = new Floor([NO_FEES]);
  readonly user = this.floor.user('user', { USDT: '1000000', ABC: '10000' });
  readonly #buyer = this.floor.user('buyer', { USDT: '10000000', ABC: '1000' });
  readonly #seller = this.floor.user('seller', { USDT: '1000', ABC: '100000' });

  constructor(first: string) {
    this.trade(first);
  }

  /** Trades at a price, with nobody else in the way. */
  trade(price: string): void {
    this.floor.must(this.#buyer, 'cancelAllOrders', {});
    this.floor.must(this.#seller, 'cancelAllOrders', {});
    this.floor.limit(this.#seller, 'sell', '0.1', price);
    this.floor.limit(this.#buyer, 'buy', '0.1', price);
    this.floor.audit();
  }

  stop(side: 'buy' | 'sell', more: Partial<PlaceOrder>): Answer {
    const limited = { type: 'stopLimit', limitPrice: side === 'buy' ? '200' : '50' } as const;
    return this.floor.place(this.user, side, { ...limited, quantity: '1', ...more });
  }

  waits(order: Answer): boolean {
    const state = this.floor.machines.orders.state.order(idOf(order));
    return state?.status === 0;
  }

  /** Which of the prices, one after the other, fires the stop. */
  firedBy(order: Answer, ...prices: string[]): string | undefined {
    return prices.find((price) => {
      this.trade(price);
      return !this.waits(order);
    });
  }
}

describe('a trailing stop', () => {
  it('SPOT-460 fires when the price has come back from its best by the whole distance', () => {
    const tape = new Tape('100');
    const sell = tape.stop('sell', { trailingDelta: 500 });
    expect(tape.firedBy(sell, '96', '110', '104.51', '108', '104.5')).toBe('104.5');
    const buy = new Tape('100');
    const order = buy.stop('buy', { trailingDelta: 500 });
    expect(buy.firedBy(order, '104.99', '80', '83.99', '84')).toBe('84');
    // A trade in the middle of a sweep counts as well as the last one.
    expect([trailingTrigger(1, 10_001, 10), trailingTrigger(0, 10_001, 10)]).toEqual([
      9_990, 10_012,
    ]);
  });

  it('SPOT-461 with an activation price follows from there on only', () => {
    const tape = new Tape('100');
    const loss = tape.stop('sell', { trailingDelta: 1_000, triggerPrice: '90' });
    expect(tape.firedBy(loss, '120', '95', '89', '99', '89.11', '89.1')).toBe('89.1');
    const profit = new Tape('100');
    const order = profit.stop('sell', { trailingDelta: 1_000, triggerPrice: '110' });
    expect(profit.firedBy(order, '90', '105', '111', '130', '117.01', '117')).toBe('117');
    const { floor } = profit;
    const views = floor.facts('orderChanged').map(({ order: view }) => view);
    const own = views.filter(({ id }) => id === idOf(order));
    expect(own.at(-1)).toMatchObject({
      ...{ trailingDelta: 1_000, activationPrice: '110', triggerPrice: '117' },
    });
    expect(statusOf(profit.stop('sell', { trailingDelta: 100, triggerPrice: '117' }))).toBe(
      'triggersAtOnce',
    );
  });

  it('SPOT-462 holds what it needs at its first trigger, at which it is placed, and takes no worse', () => {
    const tape = new Tape('100');
    const { floor, user } = tape;
    const market = { type: 'stopMarket', limitPrice: undefined } as const;
    const buy = { ...market, maxSlippagePpm: 10_000, trailingDelta: 500 };
    expect(tape.stop('buy', buy)).toMatchObject({ held: 10_605_000_000, trigger: 10_500 });
    const later = tape.stop('buy', { ...buy, triggerPrice: '110' });
    expect(later).toMatchObject({ held: 11_665_000_000, trigger: 11_000 });
    // The price leaps over the activation price: the trigger would be 136.5, the order takes none.
    tape.trade('130');
    const asks = floor.user('asks');
    floor.limit(asks, 'sell', '5', '140');
    tape.trade('136.5');
    expect(tape.waits(later)).toBe(false);
    expect(floor.funds(user).split('/')[1]).toBe('0');
    expect(floor.funds(user, 'ABC').split('/')[0]).toBe('10000');
  });

  it('SPOT-463 is refused out of bounds, by another source, without a trade, and on other orders', () => {
    const tape = new Tape('100');
    const refusal = (more: object) => statusOf(tape.stop('sell', more));
    for (const trailingDelta of [9, 2_001]) {
      expect(tape.stop('sell', { trailingDelta })).toEqual({
        refusal: 'trailingDelta',
        detail: { min: '10', max: '2000' },
      });
    }
    expect(refusal({ trailingDelta: 100, triggerSource: 'mark' })).toBe('invalidOrder');
    expect(refusal({ trailingDelta: 1.5 })).toBe('invalidOrder');
    const limit = { type: 'limit', limitPrice: '100', trailingDelta: 100 } as const;
    expect(refusal(limit)).toBe('invalidOrder');
    const none = new Floor([NO_FEES]);
    const user = none.user('user');
    none.price('100');
    const stop = { type: 'stopMarket', quantity: '1', trailingDelta: 100 } as const;
    expect(statusOf(none.place(user, 'sell', stop))).toBe('noReferencePrice');
    const order = tape.stop('sell', { trailingDelta: 100 });
    const amend = (change: object) =>
      tape.floor.send(tape.user, 'amendOrder', { orderId: idOf(order), ...change });
    expect(statusOf(amend({ triggerPrice: '90' }))).toBe('invalidOrder');
    // Another quantity or limit price leaves alone what it follows.
    tape.trade('110');
    expect(statusOf(amend({ quantity: '2', limitPrice: '60' }))).toBe('pending');
    expect(tape.firedBy(order, '108.91', '108.9')).toBe('108.9');
  });

  it('SPOT-463 no order of a list trails', () => {
    const { floor, user } = new Tape('100');
    const working = { side: 'buy', type: 'limit', quantity: '1', limitPrice: '95' };
    const stop = { side: 'sell', type: 'stopMarket', quantity: '1', triggerWhen: 'falls' };
    const first = { ...stop, type: 'limit', limitPrice: '110', triggerWhen: undefined };
    const trailing = { trailingDelta: 100 };
    const market = 'ABCUSDT';
    for (const list of [
      { working, pending: [{ ...stop, ...trailing }] },
      { working, pending: [{ ...stop, ...trailing, triggerPrice: '90' }] },
      {
        working,
        pending: [
          { ...first, postOnly: true },
          { ...stop, ...trailing },
        ],
      },
      { working: { ...working, ...trailing }, pending: [{ ...stop, triggerPrice: '90' }] },
    ]) {
      expect(floor.send(user, 'placeOto', { market, ...list })).toEqual({
        ...{ refusal: 'invalidOrder', detail: { field: 'trailingDelta' } },
      });
    }
    const oco = { market, side: 'sell', quantity: '1', limitPrice: '110', triggerPrice: '90' };
    expect(calls.placeOco.input.safeParse(oco).success).toBe(true);
    expect(calls.placeOco.input.safeParse({ ...oco, ...trailing }).success).toBe(false);
  });

  it('SPOT-464 however many follow, a price changes one row, and those that are left share it', () => {
    const tape = new Tape('100');
    const { floor } = tape;
    const users = Array.from({ length: 40 }, () => floor.user('one', { ABC: '100' }));
    for (const [n, price] of ['100', '99', '98', '97'].entries()) {
      tape.trade(price);
      for (const user of users.slice(n * 10, n * 10 + 10)) {
        for (let i = 0; i < 5; i += 1) {
          const stop = { type: 'stopMarket', quantity: '1', trailingDelta: 2_000 - i } as const;
          expect(statusOf(floor.place(user, 'sell', stop))).toBe('pending');
        }
      }
    }
    tape.trade('98.5');
    // Earlier stops remember higher prices; those of 98.5 and below are one group from here on.
    expect(floor.machines.orders.trailRows().map(({ ticks }) => ticks)).toEqual([
      ...[10_000, 9_900, 9_850],
    ]);
    floor.allFacts();
    const { orders } = floor.machines;
    const trail = orders.market('ABCUSDT')?.stops.trail(1);
    expect(trail?.waiting).toBe(200);
    for (const price of ['99.5', '120', '121', '122']) tape.trade(price);
    const changed = floor.facts('orderChanged').filter(({ order }) => order.type === 'stopMarket');
    expect(changed).toEqual([]);
    expect(orders.trailRows()).toMatchObject([{ side: 1, ticks: 12_200 }]);
    tape.trade('97.6');
    expect(orders.trailRows()).toMatchObject([]);
  });
});
