/** What keeps a person from withdrawing; `expiresAt`: null where its end is not known. */
interface Limit {
  readonly kind: string;
  readonly expiresAt: number | null;
}

/**
 * What stands in the way, once each: every change of what secures an account holds withdrawals, and
 * of these the one counts that ends last.
 */
export function longestOf<One extends Limit>(limits: readonly One[]): readonly One[] {
  const longest = new Map<string, One>();
  for (const limit of limits) {
    const other = longest.get(limit.kind);
    if (other === undefined || endOf(other) < endOf(limit)) longest.set(limit.kind, limit);
  }
  return [...longest.values()];
}

const endOf = ({ expiresAt }: Limit) => expiresAt ?? Number.POSITIVE_INFINITY;
