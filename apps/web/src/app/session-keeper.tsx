import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../lib/api/errors.ts';
import { useFavourites } from '../lib/data/favourites.ts';
import { api, callEvents, queries, stream } from '../lib/data/services.ts';
import { useSession } from '../lib/data/session.ts';
import { STORAGE_KEYS } from '../lib/storage.ts';
import { useStreamStatus } from '../lib/stream/use-stream-status.ts';
import { askToLogIn, LogInAgain } from './log-in-again.tsx';

/**
 * Manages the session of this tab: loads the profile of a stored token, starts the stream with the
 * token, follows other tabs, and handles a session that the server has ended (UI-032, UI-033).
 */
export function SessionKeeper() {
  const token = useSession((session) => session.token);
  useProfile(token);
  useOtherTabs();
  const served = useRef(token);
  useEffect(() => {
    // Before the first session nothing was loaded for another one.
    if (served.current !== token) void queries.invalidateQueries();
    served.current = token;
    if (token !== null) useFavourites.getState().merge().catch(ignore);
    // In a task of its own: with what the first screen asks for, it holds up a slow phone.
    const timer = setTimeout(() => stream.start(token));
    return () => clearTimeout(timer);
  }, [token]);
  useEffect(() => {
    const retry = () => stream.retryNow();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  useCallEvents();
  return <LogInAgain />;
}

/** Loads the profile of a stored token; an answer other than a profile clears the token. */
function useProfile(token: string | null): void {
  const known = useSession((session) => session.profile !== null);
  // After a request without an answer, the reconnected stream triggers the next attempt.
  const reachable = useStreamStatus().state === 'open';
  const requested = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reachable only triggers a retry
  useEffect(() => {
    if (token === null || known || requested.current === token) return;
    requested.current = token;
    void loadProfile(token).then(() => {
      requested.current = null;
    });
  }, [token, known, reachable]);
}

async function loadProfile(token: string): Promise<void> {
  const { setProfile, leave } = useSession.getState();
  const current = () => useSession.getState().token === token;
  try {
    const profile = await api.call('getInfo', {}, { quiet: true });
    if (current()) setProfile(profile);
  } catch (error) {
    // Without an answer the token may still be valid, so it is kept for the next attempt.
    const answered = error instanceof CallError && error.kind !== 'network';
    if (answered && current() && !isAsked(error)) leave();
  }
}

/** Whoever was logged in here is asked to log in again, and leaving would take the page away. */
function isAsked({ kind }: CallError): boolean {
  const { known } = useSession.getState();
  return kind === 'session' && known !== null && !known.demoOnly;
}

function useOtherTabs(): void {
  useEffect(() => {
    const listener = (event: StorageEvent) => {
      if (event.key === STORAGE_KEYS.token) useSession.getState().follow(event.newValue);
    };
    window.addEventListener('storage', listener);
    return () => window.removeEventListener('storage', listener);
  }, []);
}

/** What the page does when an answer concerns all of it (UI-030 to UI-034). */
function useCallEvents(): void {
  const { t } = useTranslation();
  useEffect(() => {
    callEvents.succeeded = toastSuccess;
    callEvents.warned = (message) => toastWarning(message || t(($) => $.errors.request));
    callEvents.sessionEnded = askToLogIn;
    callEvents.loggedOut = (delayMs) => {
      setTimeout(() => {
        useSession.getState().leave();
        location.reload();
      }, delayMs);
    };
  }, [t]);
}

const ignore = () => undefined;
