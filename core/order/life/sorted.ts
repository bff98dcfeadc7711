/** Lists that are kept sorted. Up to so many items are put in one by one, more by sorting it. */
export const FEW = 16;

/** The first of a sorted list whose number is not below `since`. */
export function firstAt<T>(
  list: readonly T[],
  since: number,
  numberOf: (one: T) => number,
): T | undefined {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(list[middle]!) < since) low = middle + 1;
    else high = middle;
  }
  return list[low];
}

/** The index of an item, or that at which it is inserted: behind all that fire after it. */
export function position<T>(
  list: readonly T[],
  item: T,
  firesBefore: (a: T, b: T) => boolean,
): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (firesBefore(item, list[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
