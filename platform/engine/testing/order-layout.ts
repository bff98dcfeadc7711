// Made from the declaration of sample_order by `npx tsx tools/layouts.ts`.

/** Size of a record in each of the two arrays, and its binary logarithm. */
export enum Layout {
  size = 8,
  log = 3,
}

/** Positions in the numbers of a record. */
export enum Num {
  id,
  limit,
  filled,
  userId,
  slippagePpm,
}

/** Positions in the ints of a record. */
export enum Int {
  marks,
  market,
  side,
  status,
  slot,
}

/** Bits of the word of marks. */
export enum Mark {
  clientOrderId = 1,
  postOnly = 2,
  rises = 4,
  stored = 8,
  changed = 16,
}

/** Numbers of the lists of texts. */
export enum Text {
  clientOrderId,
}

/** Positions in the cold numbers of a record. */
export enum Cold {
  workingTime,
}
