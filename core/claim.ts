/** Who of staff works on a case, and until when; null when nobody has claimed it. */
export interface Claimed {
  readonly claimedBy: number | null;
  readonly claimedUntil: number | null;
}

/** Who works on a case now, as staff `me` sees it: a claim ends by itself. */
export function claimOf(
  { claimedBy, claimedUntil }: Claimed,
  me: number,
  now: number,
): { claimedBy: string | null; claimedByMe: boolean } {
  const isClaimed = claimedBy !== null && claimedUntil !== null && claimedUntil > now;
  const by = isClaimed ? `staff:${claimedBy}` : null;
  return { claimedBy: by, claimedByMe: isClaimed && claimedBy === me };
}
