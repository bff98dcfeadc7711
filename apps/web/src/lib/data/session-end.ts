/** Long enough to finish the work at hand. */
const WARN_BEFORE_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/** Minutes until a session ends, rounded up; null while it is too early for a warning. */
export function minutesLeft(endsAt: number | null, now: number): number | null {
  if (endsAt === null || now >= endsAt || now < endsAt - WARN_BEFORE_MS) return null;
  return Math.ceil((endsAt - now) / MINUTE_MS);
}
