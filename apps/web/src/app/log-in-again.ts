import { useSession } from '../lib/data/session.ts';

/** Forgets the session and reloads the app at the log-in (UI-033), which leads back here. */
export function logInAgain(): void {
  useSession.getState().leave();
  location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
}
