import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconChevronRight } from '../icons/chevron-right.ts';
import css from './ways.module.css';

interface Way {
  readonly to: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Below both, such as a time. */
  readonly foot?: ReactNode;
}

/** Ways to other pages, each a row with what is there; the whole row is its link. */
export function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <ul className={css.ways}>
      {ways.map(({ to, title, text, foot }) => (
        <li key={to}>
          <Link to={to} className={css.way}>
            <span className={css.words}>
              <strong>{title}</strong>
              <span>{text}</span>
              {foot}
            </span>
            <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
