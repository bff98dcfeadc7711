import { type Head, ListTable } from './list-table.tsx';
import css from './tables.module.css';

const ROWS = ['a', 'b', 'c', 'd'];

interface TableSkeletonProps {
  caption: string;
  heads: readonly Head[];
  actions?: boolean;
}

/** A table whose rows are still on their way: its columns stand where they will stand. */
export function TableSkeleton({ caption, heads, actions = false }: TableSkeletonProps) {
  return (
    <ListTable caption={caption} heads={heads} actions={actions}>
      {ROWS.map((row) => (
        <tr key={row} data-waiting="">
          {heads.map(([text]) => (
            <td key={text}>
              <span className={css.skeletonCell} />
            </td>
          ))}
          {actions ? <td /> : null}
        </tr>
      ))}
    </ListTable>
  );
}
