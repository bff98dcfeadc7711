import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './text-button.module.css';

/** What a button does, said by words alone, where a box would weigh too much. */
export function TextButton({ children, onClick }: { children: ReactNode; onClick(): void }) {
  return (
    <button type="button" className={css.button} onClick={onClick}>
      {children}
    </button>
  );
}

/** A way to another page that stands by itself: a finger hits it as it hits a button. */
export function TextLink({ children, to }: { children: ReactNode; to: string }) {
  return (
    <Link to={to} className={css.link}>
      {children}
    </Link>
  );
}
