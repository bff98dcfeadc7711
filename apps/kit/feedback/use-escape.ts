import { useEffect, useEffectEvent } from 'react';

/** What is open and closed by Escape, the uppermost last. */
const open: object[] = [];

/** What takes Escape for itself, such as an open list of choices in a dialog. */
const TAKES = 'data-mantine-stop-propagation';

/** Escape closes what was opened last, and only that. */
export function useEscape(opened: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!opened) return;
    const self = {};
    open.push(self);
    const keyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== self) return;
      if (event.target instanceof Element && event.target.getAttribute(TAKES) === 'true') return;
      // Once it is closed, another one is the uppermost for the listeners that follow.
      event.stopImmediatePropagation();
      close();
    };
    addEventListener('keydown', keyDown, { capture: true });
    return () => {
      removeEventListener('keydown', keyDown, { capture: true });
      open.splice(open.indexOf(self), 1);
    };
  }, [opened]);
}
