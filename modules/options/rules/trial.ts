/**
 * What of the payment of an option is its person's, in units of 1e-8. If trial funds have paid for
 * it, the stake goes back to where it came from, first of all; what is paid beyond it is the
 * person's own. What is paid back because nothing was decided is not theirs (decision 0121).
 */
export function ownPart(
  { voucherId, stake }: { readonly voucherId: number | null; readonly stake: number },
  paid: number,
  isPaidBack: boolean,
): number {
  if (voucherId === null) return paid;
  return isPaidBack ? 0 : Math.max(0, paid - stake);
}
