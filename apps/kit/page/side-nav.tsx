import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import css from './side-nav.module.css';

export interface SideGroup {
  readonly title?: string;
  readonly links: readonly {
    readonly to: string;
    readonly text: string;
    readonly icon?: ReactNode;
    /** The pages below it, on which it is the current one. */
    readonly below?: readonly string[];
  }[];
}

/** The navigation of an area: beside its pages, above them on a narrow screen. */
export function SideNav({ label, groups }: { label: string; groups: readonly SideGroup[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current link
  useEffect(() => bringToMiddle(nav.current), [pathname]);
  return (
    <nav ref={nav} className={css.nav} aria-label={label}>
      {groups.map(({ title, links }) => (
        <div key={links[0]?.to} className={css.group}>
          {title === undefined ? null : <p className={css.title}>{title}</p>}
          <ul className={css.links}>
            {links.map(({ to, text, icon, below = [] }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={css.link ?? ''}
                  aria-current={[to, ...below].includes(pathname) ? 'page' : undefined}
                >
                  {icon}
                  <span className={css.text}>{text}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Where the links are one line that scrolls, the current one is in view. */
function bringToMiddle(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current="page"]')?.getBoundingClientRect();
  if (!nav || !current) return;
  const own = nav.getBoundingClientRect();
  nav.scrollLeft += current.left + current.width / 2 - (own.left + own.width / 2);
}
