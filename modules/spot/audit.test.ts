import type { MarketState } from '@assay/core/order/life/market-state';
import { Seat } from '@assay/core/order/life/seats';
import type { Order } from '@assay/core/order/life/view';
import { BUY } from '@assay/core/order/side';
import { describe, expect, it } from 'vitest';
import { Floor } from './testing/floor.ts';

interface Planted {
  readonly floor: Floor;
  readonly resting: Order;
  readonly stop: Order;
  readonly other: Order;
}

/** A floor with two resting orders and a stop of one user, in which nothing is wrong yet. */
function sound(): Planted {
  const floor = new Floor();
  const [alice, bob] = [floor.user('alice'), floor.user('bob')];
  floor.price('100');
  const ids = [
    floor.limit(alice, 'buy', '2', '99', { clientOrderId: 'one' }),
    floor.place(alice, 'buy', { type: 'stopMarket', quantity: '1', triggerPrice: '110' }),
    floor.limit(bob, 'sell', '3', '101'),
  ].map((outcome) => outcome.id as number);
  const [resting, stop, other] = ids.map((id) => floor.machines.orders.state.order(id));
  floor.audit();
  return { floor, resting, stop, other } as Planted;
}

/** Adjusts the ledger, so that only the order itself is wrong. */
function shiftHold({ floor, stop }: Planted, order: Order, units: number): void {
  const { ledger, orders } = floor.machines;
  const slot = orders.state.account(liveOf(floor, order), stop.trader, BUY);
  if (units > 0) ledger.ledger.hold(slot, BigInt(units));
  else ledger.ledger.release(slot, BigInt(-units));
  order.held += units;
}

function liveOf(floor: Floor, order: Order): MarketState {
  return floor.machines.orders.state.marketOf(order.ref);
}

const CORRUPTIONS: readonly (readonly [finding: string, plant: (at: Planted) => void])[] = [
  ['holds what its product asks, no more', (at) => shiftHold(at, at.resting, 1)],
  ['holds what its product asks, no more', (at) => shiftHold(at, at.resting, -1)],
  ['a stop holds what it can cost', (at) => shiftHold(at, at.stop, 1)],
  ['a stop holds what it can cost', (at) => shiftHold(at, at.stop, -1)],
  ['filled and remaining make the quantity', ({ resting }) => (resting.lots += 1)],
  ['filled and remaining make the quantity', ({ other }) => (other.filled += 1)],
  ['the book has its price', ({ resting }) => (resting.limit += 1)],
  ['the book has its price', ({ other }) => (other.side = 0)],
  ['a resting order is open', ({ resting }) => (resting.status = 4)],
  ['a resting order is open', ({ resting }) => (resting.status = 0)],
  ['a stop that waits is pending', ({ stop }) => (stop.status = 1)],
  ['a resting order knows its slot', ({ resting, other }) => (resting.slot = other.slot)],
  [
    'every open order rests or waits',
    ({ floor, stop }) => liveOf(floor, stop).stops.remove(stop.ref),
  ],
  [
    'every open order rests or waits',
    ({ floor, stop }) => floor.machines.orders.state.orders.delete(stop.ref),
  ],
  [
    'open orders are counted right',
    ({ floor, resting }) => liveOf(floor, resting).seats.add(resting.trader, Seat.open, 1),
  ],
  [
    'open orders are counted right',
    ({ floor, stop }) => liveOf(floor, stop).seats.add(stop.trader, Seat.stops, -1),
  ],
  ['open orders are counted right', ({ stop }) => (stop.next = 0)],
  ['the name that its sender gave', ({ floor }) => floor.machines.orders.state.byClientId.clear()],
  [
    'a name leads to an open order',
    ({ floor, other }) => floor.machines.orders.state.byClientId.set('1 x', other.ref),
  ],
];

describe('the audit of spot', () => {
  it.each(CORRUPTIONS)('SPOT-111 finds each planted corruption: %s (%#)', (finding, plant) => {
    const at = sound();
    plant(at);
    expect(() => at.floor.machines.orders.audit()).toThrow(finding);
  });
});
