import { type SyntheticEvent, useRef, useState } from 'react';

/** Whether what a button opens below itself is open; the focus returns to the button. */
export function useBelow() {
  const [opened, setOpened] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  // What closes it by a press outside would let a press on its button open it again.
  const keep = (event: SyntheticEvent) => {
    if (opened) event.stopPropagation();
  };
  return {
    opened,
    close: () => {
      setOpened(false);
      ref.current?.focus();
    },
    button: {
      ref,
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': opened,
      onMouseDown: keep,
      onTouchStart: keep,
      onClick: () => setOpened(!opened),
    } as const,
  };
}
