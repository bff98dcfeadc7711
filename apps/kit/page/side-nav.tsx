import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import css from './side-nav.module.css';
import { useCurrentInView } from './use-current-in-view.ts';

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
  const nav = useCurrentInView();
  const { pathname } = useLocation();
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
