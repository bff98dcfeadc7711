import css from './tables.module.css';

const ROWS = ['a', 'b', 'c', 'd'];

/** The shape of a table whose rows are still on their way. */
export function TableSkeleton({ columns }: { columns: number }) {
  return (
    <div className={css.skeleton} aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} className={css.skeletonRow}>
          {Array.from({ length: columns }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <span key={i} className={css.skeletonCell} />
          ))}
        </div>
      ))}
    </div>
  );
}
