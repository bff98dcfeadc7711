import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import css from './side-nav.module.css';

export interface SideGroup {
  readonly title?: string;
  readonly links: readonly {
    readonly to: string;
    readonly text: string;
    readonly icon?: ReactNode;
  }[];
}

/** The navigation of an area: beside its pages, above them on a narrow screen. */
export function SideNav({ label, groups }: { label: string; groups: readonly SideGroup[] }) {
  return (
    <nav className={css.nav} aria-label={label}>
      {groups.map(({ title, links }) => (
        <div key={links[0]?.to} className={css.group}>
          {title === undefined ? null : <p className={css.title}>{title}</p>}
          <ul className={css.links}>
            {links.map(({ to, text, icon }) => (
              <li key={to}>
                <NavLink to={to} className={css.link ?? ''}>
                  {icon}
                  <span className={css.text}>{text}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
