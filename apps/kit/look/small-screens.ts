import { useSyncExternalStore } from 'react';

/** A phone, also held across: the same query as in the style sheets. */
const PHONE = '(max-width: 767.98px), (max-height: 499.98px) and (pointer: coarse)';
/** No room for the panels of the desk side by side. */
const NARROW = '(max-width: 1023.98px)';

/** Whether the screen is a phone's now. Outside of a browser there is none. */
export function isPhone(): boolean {
  return typeof matchMedia === 'function' && matchMedia(PHONE).matches;
}

/** The same, followed. */
export function useIsPhone(): boolean {
  return useMatches(PHONE);
}

/** Whether the screen is at most a tablet's. */
export function useIsNarrow(): boolean {
  return useMatches(NARROW);
}

function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
