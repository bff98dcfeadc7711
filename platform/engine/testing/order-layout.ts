// Made from the declaration of sample_order by `npx tsx tools/layouts.ts`.

/** Size of a record in each of the two arrays, and its binary logarithm. */
export enum Layout {
  size = 8,
  log = 3,
}

/** Places of a record in the numbers. */
export enum Num {
  id,
  limit,
  filled,
  userId,
  slippagePpm,
}

/** Places of a record in the ints. */
export enum Int {
  marks,
  market,
  side,
  status,
  slot,
}

/** Bits of the marks of a record. */
export enum Mark {
  clientOrderId = 1,
  postOnly = 2,
  rises = 4,
  stored = 8,
  changed = 16,
}

/** Lists of texts. */
export enum Text {
  clientOrderId,
}

/** Places of a record in the cold numbers. */
export enum Cold {
  workingTime,
}
