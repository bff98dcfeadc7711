import { useSession } from '../lib/data/session.ts';

/**
 * Forgets the session and loads the app anew, as UI-033 says, at the form, which leads back
 * to this screen.
 */
export function logInAgain(): void {
  useSession.getState().leave();
  location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search)}`);
}
