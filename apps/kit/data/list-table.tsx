import type { ReactNode } from 'react';
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
}

/** A live list that fills a panel: its rows are elements, which may have a state of their own. */
export function ListTable({ caption, columns, children, below }: ListTableProps) {
  return (
    <TableFrame
      dense
      fills
      caption={caption}
      columns={columns}
      busy={children === undefined}
      below={below}
    >
      {children ?? <Waiting columns={columns} />}
    </TableFrame>
  );
}

const ROWS = ['a', 'b', 'c', 'd'];

/** The columns stand where they will stand. */
function Waiting({ columns }: Pick<ListTableProps, 'columns'>) {
  const cells = columns.map(({ head, actions }) =>
    actions ? null : <span key={head} className={css.waiting} />,
  );
  return ROWS.map((row) => <TableRow waiting key={row} cells={cells} />);
}
