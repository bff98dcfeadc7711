const TWO_POW_MINUS_16 = 1 / 65_536;

/**
 * The chain of an id: the low bits of its two halves, combined by exclusive or. Ids are assigned in
 * sequence, in steps of 1 or of 2^16 (the command's number above, a count below): with both kinds
 * consecutive ids get adjacent chains, and clients cannot make them collide.
 */
export function chainOf(id: number, heads: Int32Array): number {
  return (id ^ (id * TWO_POW_MINUS_16)) & (heads.length - 1);
}
