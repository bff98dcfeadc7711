import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../lib/api/errors.ts';
import { useFavourites } from '../lib/data/favourites.ts';
import { api, callEvents, queries, stream } from '../lib/data/services.ts';
import { useSession } from '../lib/data/session.ts';
import { STORAGE_KEYS } from '../lib/storage.ts';
import { useStreamStatus } from '../lib/stream/use-stream-status.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toastSuccess, toastWarning } from '../ui/toasts.ts';
import { logInAgain } from './log-in-again.ts';
import css from './session-keeper.module.css';

/**
 * Manages the session of this tab: loads the profile of a stored token, starts the stream with the
 * token, follows other tabs, and handles a session that the server has ended (UI-032, UI-033).
 */
export function SessionKeeper() {
  const token = useSession((session) => session.token);
  useProfile(token);
  useOtherTabs();
  useEffect(() => {
    stream.start(token);
    queries.invalidateQueries();
    if (token !== null) useFavourites.getState().merge().catch(ignore);
  }, [token]);
  useEffect(() => {
    const retry = () => stream.retryNow();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, []);
  return <SessionEnded />;
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
    if (answered && current()) leave();
  }
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

function SessionEnded() {
  const { t } = useTranslation();
  const [ended, setEnded] = useState<{ message: string; title: string } | null>(null);
  useEffect(() => {
    callEvents.succeeded = toastSuccess;
    callEvents.warned = (message) => toastWarning(message || t(($) => $.errors.request));
    callEvents.sessionEnded = (message, title) => setEnded({ message, title });
    callEvents.loggedOut = (delayMs) => {
      setTimeout(() => {
        useSession.getState().leave();
        location.reload();
      }, delayMs);
    };
  }, [t]);
  return (
    <Dialog
      opened={ended !== null}
      onClose={() => setEnded(null)}
      title={ended?.title || t(($) => $.shell.session.endedTitle)}
    >
      <p>{ended?.message}</p>
      <div className={css.buttons}>
        <Button variant="default" onClick={() => setEnded(null)}>
          {t(($) => $.shell.session.back)}
        </Button>
        <Button onClick={logInAgain}>{t(($) => $.shell.session.relogin)}</Button>
      </div>
    </Dialog>
  );
}

const ignore = () => undefined;
