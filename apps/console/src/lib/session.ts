/**
 * The operator's token: for this tab only and gone with it. Its other half is a cookie that no
 * script can read.
 */
const KEY = 'assay.operator';
const listeners = new Set<() => void>();

function write(token: string | null): void {
  if (token === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
  for (const listener of listeners) listener();
}

export const session = {
  token: (): string | null => sessionStorage.getItem(KEY),
  enter: (token: string): void => write(token),
  leave: (): void => write(null),
  /** For useSyncExternalStore. */
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
