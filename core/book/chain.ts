const TWO_POW_MINUS_16 = 1 / 65_536;

/**
 * Which chain an id is in: the low bits of its two halves, laid over each other. Ids are given in
 * sequence, one by one or 2^16 by 2^16 (the number of the command above, a count below): of either
 * kind neighbours get chains side by side, and nobody outside can make them collide.
 */
export function chainOf(id: number, heads: Int32Array): number {
  return (id ^ (id * TWO_POW_MINUS_16)) & (heads.length - 1);
}
