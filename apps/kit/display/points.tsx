import type { ReactNode } from 'react';
import css from './points.module.css';

/** Sentences that stand beside each other, each an item (`li`) with its mark. */
export function Points({ children }: { children: ReactNode }) {
  return <ul className={css.points}>{children}</ul>;
}
