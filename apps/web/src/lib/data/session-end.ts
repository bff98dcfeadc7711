/** Long enough to finish what one is doing. */
const TELL_BEFORE_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/** Minutes until a session ends, begun ones whole; null while there is nothing to tell. */
export function minutesLeft(endsAt: number | null, now: number): number | null {
  if (endsAt === null || now >= endsAt || now < endsAt - TELL_BEFORE_MS) return null;
  return Math.ceil((endsAt - now) / MINUTE_MS);
}
