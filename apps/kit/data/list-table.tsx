import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/states.tsx';
import type { Head } from './columns.ts';
import css from './list-table.module.css';
import { TableFrame, TableRow } from './table-frame.tsx';

interface ListTableProps {
  caption: string;
  columns: readonly Head[];
  /** Its rows, each a `TableRow`; undefined while they are on their way. */
  children: ReactNode | undefined;
  /** What follows the table, in the part that scrolls. */
  below?: ReactNode;
  /** It fills a panel of the desk and scrolls in it. */
  fills?: boolean;
}

/** A list whose rows are elements with a state of their own: it is neither sorted nor cut. */
export function ListTable({ caption, columns, children, below, fills = false }: ListTableProps) {
  return (
    <TableFrame
      dense
      fills={fills}
      caption={caption}
      columns={columns}
      busy={children === undefined}
      below={below}
    >
      {children ?? <Waiting columns={columns} still={fills} />}
    </TableFrame>
  );
}

const ROWS = ['a', 'b', 'c', 'd'];

/** The columns stand where they will stand; those of the desk are still. */
function Waiting({ columns, still }: { columns: readonly Head[]; still: boolean }) {
  const cells = columns.map(({ head, actions }) => {
    if (actions) return null;
    return still ? (
      <span key={head} className={css.waiting} />
    ) : (
      <Skeleton key={head} width="60%" />
    );
  });
  return ROWS.map((row) => <TableRow waiting key={row} cells={cells} />);
}
