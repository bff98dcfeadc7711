import { type ReactNode, useId } from 'react';
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
  const id = useId();
  return (
    <ul className={css.ways}>
      {ways.map(({ to, title, text, foot }, i) => (
        <li key={to}>
          <Link
            to={to}
            className={css.way}
            aria-labelledby={`${id}${i}`}
            aria-describedby={`${id}${i}text`}
          >
            <span className={css.words}>
              <strong id={`${id}${i}`}>{title}</strong>
              <span id={`${id}${i}text`}>{text}</span>
              {foot}
            </span>
            <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
