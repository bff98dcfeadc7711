import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/states.tsx';
import css from './stat-card.module.css';

interface StatCardProps {
  label: string;
  /** Undefined while loading: the card has its size already. */
  value: ReactNode | undefined;
  /** Below the figure: a change, a comparison. */
  note?: ReactNode;
  /** Beside the figures, such as a line of the last days. */
  chart?: ReactNode;
}

/** One figure with its name. */
export function StatCard({ label, value, note, chart }: StatCardProps) {
  return (
    <div className={css.card} data-kit="card">
      <dl className={css.words}>
        <dt className={css.label}>{label}</dt>
        <dd className={css.value}>
          {value === undefined ? <Skeleton width="7rem" height="1.125rem" /> : value}
        </dd>
        {note === undefined ? null : <dd className={css.note}>{note}</dd>}
      </dl>
      {chart}
    </div>
  );
}

/** Figures side by side; on a phone two in a line. */
export function StatCards({ children }: { children: ReactNode }) {
  return <div className={css.cards}>{children}</div>;
}
