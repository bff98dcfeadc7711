import { useSyncExternalStore } from 'react';

/** A phone, also held across: the same query as in the style sheets. */
export const PHONE = '(max-width: 767.98px), (max-height: 499.98px) and (pointer: coarse)';

/** The same, followed. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone);
}

/** Whether the screen is a phone's now. */
export function isPhone(): boolean {
  return matchMedia(PHONE).matches;
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
