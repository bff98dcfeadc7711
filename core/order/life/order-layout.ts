// Made from the declaration of open_order by `npx tsx tools/layouts.ts`.

/** Size of a record in each of the two arrays, and its binary logarithm. */
export enum Layout {
  size = 16,
  log = 4,
}

/** Places of a record in the numbers. */
export enum Num {
  id,
  createdAt,
  limit,
  lots,
  filled,
  filledQuote,
  fee,
  held,
  userId,
  amount,
  trigger,
  slippagePpm,
  priority,
  updatedAt,
  seq,
  oco,
}

/** Places of a record in the ints. */
export enum Int {
  marks,
  side,
  type,
  timeInForce,
  selfTrade,
  makerPpm,
  takerPpm,
  feeFraction,
  status,
  market,
  trader,
  slot,
  next,
  previous,
  chain,
  other,
}

/** Bits of the marks of a record. */
export enum Mark {
  clientOrderId = 1,
  postOnly = 2,
  rises = 4,
  stored = 8,
  changed = 16,
  paired = 32,
  fired = 64,
  rare = 128,
}

/** Lists of texts. */
export enum Text {
  clientOrderId,
}

/** Places of a record in the cold numbers. */
export enum Cold {
  workingTime,
  triggerSource,
  terms,
}
