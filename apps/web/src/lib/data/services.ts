import { callMode, streamUrl } from '@assay/modules/content/rules';
import { QueryClient } from '@tanstack/react-query';
import { type Api, type CallEvents, createApi } from '../api/client.ts';
import { uploadByRequest } from '../api/upload.ts';
import { appSettings } from '../app-settings.ts';
import { type SocketLike, StreamClient } from '../stream/client.ts';
import { forgetWithSession } from './forget.ts';
import { usePreferences } from './preferences.ts';
import { useSession } from './session.ts';

/**
 * The app's connections to its server: one API client, one stream, one cache. The shell fills in
 * `callEvents` when it starts, because only the shell can show a toast or a dialog.
 */
export const callEvents: CallEvents = {
  succeeded: () => undefined,
  warned: () => undefined,
  sessionEnded: () => undefined,
  loggedOut: () => undefined,
};

export const api: Api = createApi({
  commandId: () => newCommandId(),
  now: () => Date.now(),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  fetch: (url, init) => fetch(url, init),
  upload: uploadByRequest,
  place: {
    origin: appSettings.apiUrl,
    ...callMode(appSettings),
    timeoutMs: appSettings.callTimeoutMs,
  },
  token: () => useSession.getState().token,
  language: () => usePreferences.getState().language,
  requestToken: () => randomText(12),
  events: {
    succeeded: (message) => callEvents.succeeded(message),
    warned: (message) => callEvents.warned(message),
    sessionEnded: (message, title) => callEvents.sessionEnded(message, title),
    loggedOut: (delayMs) => callEvents.loggedOut(delayMs),
  },
});

/** How long after the end of a session the next one may follow. */
const SESSION_CHANGE_MS = 2000;

export const stream = new StreamClient({
  open: () => new WebSocket(streamUrl(appSettings, location.origin)) as unknown as SocketLike,
  now: () => Date.now(),
  random: () => Math.random(),
  sessionEnded() {
    // Leaving a realm ends its session shortly before the answer to the call arrives.
    const { token } = useSession.getState();
    setTimeout(() => {
      if (useSession.getState().token === token) useSession.getState().forgetProfile();
    }, SESSION_CHANGE_MS);
  },
  later(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});

/** Reads are retried once; after that the stream and the next visit make up for a failed read. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: 1, staleTime: 30_000, refetchOnWindowFocus: false } },
});

forgetWithSession(queries);

/** A permanent id for one command; a retry of the command must carry the same id. */
export function newCommandId(): string {
  return crypto.randomUUID();
}

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}
