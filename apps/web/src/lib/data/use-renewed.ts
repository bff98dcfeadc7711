import { useEffect } from 'react';
import { queries, stream } from './services.ts';

/** Several changes in a burst lead to one new question. */
const SETTLE_MS = 600;

/** Asks again for what is kept under these names when the account changes. */
export function useRenewed(...keys: readonly string[]): void {
  const names = keys.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      for (const key of names.split(' ')) void queries.invalidateQueries({ queryKey: [key] });
    };
    const renew = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, SETTLE_MS);
    };
    const leave = stream.subscribe('account', { snapshot: renew, delta: renew });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [names]);
}
