import type { ReactNode } from 'react';
import { IconChevronDown } from '../icons/chevron-down.ts';
import css from './fold.module.css';

interface FoldProps {
  title: ReactNode;
  /** What stands in it, as long as it is closed. */
  value?: ReactNode;
  /** It opens by itself where something in it has to be seen. */
  opened?: boolean;
  children: ReactNode;
}

/** What most people need not see, behind a line that names it. */
export function Fold({ title, value, opened = false, children }: FoldProps) {
  return (
    <details className={css.fold} open={opened}>
      <summary className={css.line}>
        <span className={css.title}>{title}</span>
        {value === undefined ? null : <span className={css.value}>{value}</span>}
        <IconChevronDown className={css.arrow} size={14} stroke={1.75} aria-hidden="true" />
      </summary>
      <div className={css.body}>{children}</div>
    </details>
  );
}
