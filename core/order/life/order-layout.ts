// Made from the declaration of open_order by `npx tsx tools/layouts.ts`.

/** Size of a record in each of the two arrays, and its binary logarithm. */
export enum Layout {
  size = 16,
  log = 4,
}

/** Positions in the numbers of a record. */
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

/** Positions in the ints of a record. */
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

/** Bits of the word of marks. */
export enum Mark {
  clientOrderId = 1,
  listName = 2,
  postOnly = 4,
  rises = 8,
  feeInBase = 16,
  follows = 32,
  stored = 64,
  changed = 128,
  rewritten = 256,
  paired = 512,
  fired = 1024,
  rare = 2048,
}

/** Numbers of the lists of texts. */
export enum Text {
  clientOrderId,
  listName,
}

/** Positions in the cold numbers of a record. */
export enum Cold {
  rejection,
  workingTime,
  triggerSource,
  terms,
  iceberg,
  shown,
  trailing,
  activation,
  since,
  trailingTime,
}
