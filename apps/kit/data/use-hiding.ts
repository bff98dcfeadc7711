import { type RefObject, useEffect } from 'react';

/** Of what scrolls sideways: at which ends something is out of view, as `data-hides`. */
export function useHiding(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const look = () => {
      // From right to left the offset is negative.
      const from = Math.abs(box.scrollLeft);
      const left = box.scrollWidth - box.clientWidth - from;
      const hidden = [...(from > 1 ? ['start'] : []), ...(left > 1 ? ['end'] : [])].join(' ');
      if (box.dataset.hides !== hidden) box.dataset.hides = hidden;
    };
    box.addEventListener('scroll', look, { passive: true });
    // It reports the sizes that it finds, too, when they are known without another layout.
    const sizes = new ResizeObserver(look);
    for (const each of [box, ...box.children]) sizes.observe(each);
    return () => {
      box.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [ref]);
}
