import type { ReactNode } from 'react';
import css from './view-bar.module.css';

/** The line above a chart. `leading`: the choice of views, which stays where it is. */
export function ViewBar({ leading, children }: { leading: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.bar}>
      {leading === null ? null : <div className={css.leading}>{leading}</div>}
      {children}
    </div>
  );
}
