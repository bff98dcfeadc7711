/** An order takes four numbers in each of two arrays, so that it lies in one cache line of each. */
export const STRIDE = 4;
/** The first index of an order is slot << Log.stride. Enums, for the reason given in ladder.ts. */
export enum Log {
  stride = 2,
}
export enum Field {
  id,
  price,
  lots,
  owner,
}
/** `levelAndSide` is level × 2 + side, `chain` the next slot in the order's chain of the index. */
export enum Link {
  next,
  previous,
  levelAndSide,
  chain,
}
