import { useCallback, useState } from 'react';

/**
 * What was asked of a ticket last, a new object each time, and whether it is open where it is a
 * sheet: asking opens it.
 */
export function useSheet<Asked>() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState(false);
  const ask = useCallback((next: Asked) => {
    setAsked(next);
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);
  return { asked, opened, ask, close };
}
