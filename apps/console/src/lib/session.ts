/**
 * The operator's token: half of a session whose other half is a cookie that scripts cannot read.
 *
 * It is in the memory of this browser's tabs and nowhere else. A tab that opens asks the others for
 * it, and with the last one it is gone: `localStorage` would keep it on the disk, and after the
 * browser was closed. The cookie is the browser's in any case, so one browser has one session.
 */
const KEY = 'assay.operator';
/** How long a tab that opens waits for the others; an answer that comes later counts too. */
const ASK_MS = 200;
const LINK = /#[A-Za-z0-9_-]{43}$/;

type Said =
  | { readonly kind: 'asks' }
  /** Has just logged in, or answers who asked. */
  | { readonly kind: 'has'; readonly token: string; readonly isNew: boolean }
  | { readonly kind: 'left'; readonly token: string };

const listeners = new Set<() => void>();
const tabs = new BroadcastChannel(KEY);
const say = (said: Said) => tabs.postMessage(said);
const token = () => sessionStorage.getItem(KEY);

function write(next: string | null): void {
  if (next === token()) return;
  if (next === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, next);
  for (const listener of listeners) listener();
}

tabs.onmessage = ({ data }: MessageEvent<Said>) => {
  const own = token();
  if (data.kind === 'asks' && own !== null) say({ kind: 'has', token: own, isNew: false });
  // A one-time link in the address is for whoever opens it, and not for whoever is logged in.
  if (data.kind === 'has' && (data.isNew || (own === null && !LINK.test(location.hash)))) {
    write(data.token);
  }
  if (data.kind === 'left' && data.token === own) write(null);
};

export const session = {
  token,
  enter: (made: string): void => {
    write(made);
    say({ kind: 'has', token: made, isNew: true });
  },
  leave: (): void => {
    const own = token();
    if (own !== null) say({ kind: 'left', token: own });
    write(null);
  },
  /** Resolves once another tab of this browser has answered, or none does. */
  async ask(): Promise<void> {
    if (token() !== null || LINK.test(location.hash)) return;
    await new Promise<void>((resolve) => {
      const stop = session.listen(resolve);
      setTimeout(() => {
        stop();
        resolve();
      }, ASK_MS);
      say({ kind: 'asks' });
    });
  },
  /** For useSyncExternalStore. */
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
