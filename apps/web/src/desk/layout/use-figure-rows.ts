import { type RefObject, useEffect, useState } from 'react';
import { usePreferences } from '../../lib/data/preferences.ts';

/** How many rows of figures an element has room for: a fraction; 0 before it is measured. */
export function useFigureRows(element: RefObject<HTMLElement | null>, reservedPx = 0): number {
  const [height, setHeight] = useState(0);
  const [row, setRow] = useState(0);
  const density = usePreferences((preferences) => preferences.density);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(([entry]) => setHeight(entry?.contentRect.height ?? 0));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the density decides how high a row is
  useEffect(() => setRow(rowHeight()), [density]);
  return row === 0 ? 0 : Math.max(0, (height - reservedPx) / row);
}

/** The height in px that `--figure-row` gives to a row, in rem. */
function rowHeight(): number {
  const styles = getComputedStyle(document.documentElement);
  const rem = Number.parseFloat(styles.fontSize);
  return Number.parseFloat(styles.getPropertyValue('--figure-row')) * rem;
}
