import type { ReactNode } from 'react';
import css from './text-button.module.css';

/** What a button does, said by words alone, where a box would weigh too much. */
export function TextButton({ children, onClick }: { children: ReactNode; onClick(): void }) {
  return (
    <button type="button" className={css.button} onClick={onClick}>
      {children}
    </button>
  );
}
