import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** In a navigation that is longer than its place and scrolls, the current link is in view. */
export function useCurrentInView(): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => bringToMiddle(nav.current), [pathname]);
  return nav;
}

function bringToMiddle(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!nav || !current) return;
  const own = nav.getBoundingClientRect();
  nav.scrollLeft += current.left + current.width / 2 - (own.left + own.width / 2);
  nav.scrollTop += current.top + current.height / 2 - (own.top + own.height / 2);
}
