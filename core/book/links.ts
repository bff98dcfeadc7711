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
