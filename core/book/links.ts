import type { Side } from '../order/side.ts';

/** The first index of an order is slot << Log.stride. Enums, for the reason given in ladder.ts. */
export enum Log {
  stride = 2,
}

/** `levelAndSide` is level × 2 + side, `chain` the next slot in the order's chain of the index. */
export enum Link {
  next,
  previous,
  levelAndSide,
  chain,
}

/** What the checks and trials of a book read of its orders. */
export interface RestingOrders {
  readonly orderCount: number;
  find(id: number): number;
  id(slot: number): number;
  price(slot: number): number;
  lots(slot: number): number;
  left(slot: number): number;
  owner(slot: number): number;
  levelLots(side: Side, price: number): number;
}
