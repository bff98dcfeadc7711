/**
 * The operator's token, kept in this tab only. Its other half is a cookie that scripts cannot read.
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
