import { useEffect, useRef } from 'react';

export interface Queued {
  readonly claimedBy: string | null;
  readonly claimedByMe: boolean;
}

/** In a queue the key N opens the first that nobody else works on. */
export function useNext<T extends Queued>(rows: readonly T[] | undefined, open: (row: T) => void) {
  const next = rows?.find(({ claimedBy, claimedByMe }) => claimedBy === null || claimedByMe);
  useKeys(next === undefined ? {} : { n: () => open(next) });
}

/** Keys that do something while nothing is typed and no dialog is open. */
export function useKeys(keys: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (target?.closest('input, select, textarea, [role="dialog"]')) return;
      const run = latest.current[event.key];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
