import { logIn, PASSWORD } from '../harness/account.ts';
import { stage } from '../harness/stage.ts';
import type { Visit } from '../harness/visit.ts';

/** What a visit in between complains of: nobody is logged in any more, and the server was away. */
export const AWAY = [/status of 401/, /ERR_CONNECTION_REFUSED/];

/**
 * Comes back to a path after days, at `now`: people log in again, and staff by a new link, for
 * which the server starts again.
 */
export async function comeBack(
  visit: Visit,
  { email, to, now }: { email: string; to: string; now: number },
): Promise<void> {
  const { page } = visit;
  await page.goto('about:blank');
  await stage.restartLater();
  await page.clock.setSystemTime(now);
  await visit.open(`/login?to=${encodeURIComponent(to)}`);
  await logIn(visit, email, PASSWORD);
  await visit.arrived(to.replace(/\?.*/, ''));
}
