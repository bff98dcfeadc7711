import { type ReactNode, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Dialog } from '../feedback/dialog.tsx';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { IconMenu2 } from '../icons/menu-2.ts';
import { IconButton } from '../input/icon-button.tsx';
import css from './nav-menu.module.css';

interface NavMenuProps {
  /** What the menu has: the name of the button, of the sheet and of the links in it. */
  label: string;
  links: readonly NavMenuLink[];
  /** Below the links. */
  children?: ReactNode;
}

export interface NavMenuLink {
  readonly to: string;
  readonly text: string;
  /** A page of the server, which is no screen of the app. */
  readonly leaves?: boolean;
}

/** On a narrow screen: a button, and behind it the ways that the header has no room for. */
export function NavMenu({ label, links, children }: NavMenuProps) {
  const { key } = useLocation();
  const [opened, setOpened] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setOpened(false), [key]);
  return (
    <>
      <IconButton label={label} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <IconMenu2 size={20} stroke={1.5} aria-hidden="true" />
      </IconButton>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={label}>
        <nav aria-label={label}>
          {links.map(({ to, text, leaves = false }) => (
            <NavLink key={to} to={to} className={css.link ?? ''} reloadDocument={leaves}>
              {text}
              <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
            </NavLink>
          ))}
        </nav>
        {children}
      </Dialog>
    </>
  );
}
