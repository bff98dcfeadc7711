/**
 * Whether results follow the choices of customers. Each settled window in which more stake was on
 * one side is one throw of a coin: that side was right or wrong. Options of one window share a
 * result, so that they count once. If results do not know the choices, the difference has the
 * deviation √n, and four of them come by chance once in 16,000 windows' worth of looking.
 */
export interface Crowd {
  readonly crowdRight: number;
  readonly crowdWrong: number;
}

const SIGMAS = 4n;

/** Thousandths of a standard deviation, towards zero; above 0 the crowd was right more often. */
export function crowdMilliSigma({ crowdRight, crowdWrong }: Crowd): number {
  const count = crowdRight + crowdWrong;
  if (count === 0) return 0;
  return Math.trunc(((crowdRight - crowdWrong) * 1_000) / Math.sqrt(count));
}

/** Four sigma or more, computed in integers. */
export function isAlarming({ crowdRight, crowdWrong }: Crowd): boolean {
  const [right, wrong] = [BigInt(crowdRight), BigInt(crowdWrong)];
  const count = right + wrong;
  return count > 0n && (right - wrong) * (right - wrong) >= SIGMAS * SIGMAS * count;
}

/** The days that raise an alarm, for staff. */
export function alarmsOf(days: readonly (Crowd & { market: string; day: number })[]) {
  return days
    .filter(isAlarming)
    .map((one) => ({ market: one.market, day: one.day, milliSigma: crowdMilliSigma(one) }));
}
