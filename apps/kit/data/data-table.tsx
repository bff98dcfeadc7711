import type { ReactNode } from 'react';
import { Failure, Skeleton } from '../feedback/states.tsx';
import { type Column, sorted } from './columns.ts';
import css from './data-table.module.css';
import { SortHead } from './sort-head.tsx';
import { HeadCell, TableFrame, TableRow } from './table-frame.tsx';
import type { TableState } from './table-state.ts';
import { Pages, TableTools } from './table-tools.tsx';

/** Rows of a page, where the table does not say another number. */
const PAGE_ROWS = 25;
const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e'];

interface DataTableProps<Row> {
  /** The name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf(row: Row): string;
  state: TableState;
  /** Instead of the rows when there are none. */
  empty: ReactNode;
  /** When the rows could not be loaded. */
  failed?: boolean;
  onRetry?(): void;
  /** Filters, before the table's own tools. */
  filters?: ReactNode;
  /** The name of the file; without it there is none. */
  file?: string;
  pageRows?: number;
  /** Opens a row; then its first cell is a button. */
  onOpen?(row: Row): void;
  /** Rows that are over, which are less prominent. */
  isOver?(row: Row): boolean;
  /** Lines closer together. */
  dense?: boolean;
}

/** A table of records: its columns are declared, and what is chosen of it is in the address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, state, empty, failed = false, onRetry, pageRows = PAGE_ROWS } = props;
  const { filters, file, dense = false } = props;
  const shown = columns.filter(
    ({ name, fileOnly = false }) => !fileOnly && !state.hidden.includes(name),
  );
  const ordered = rows && sorted(rows, columns, state.sorting);
  const pages = Math.max(1, Math.ceil((rows?.length ?? 0) / pageRows));
  const page = Math.min(state.page, pages);
  const visible = ordered?.slice((page - 1) * pageRows, page * pageRows);
  return (
    <div className={css.whole} data-dense={dense || undefined}>
      <TableTools filters={filters} columns={columns} rows={ordered} state={state} file={file} />
      {failed && rows === undefined ? (
        <Failure onRetry={onRetry ?? reload} byHand={onRetry === undefined} />
      ) : rows?.length === 0 ? (
        empty
      ) : (
        <Body {...props} columns={shown} rows={visible} />
      )}
      <Pages page={page} pages={pages} total={rows?.length ?? 0} onPage={state.setPage} />
    </div>
  );
}

const reload = () => location.reload();

function Body<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, dense = false, isOver, onOpen } = props;
  const waiting = columns.map(({ name }) => <Skeleton key={name} width="60%" />);
  return (
    <TableFrame
      caption={caption}
      columns={columns}
      dense={dense}
      busy={rows === undefined}
      heads={columns.map((column) => (
        <ColumnHead key={column.name} column={column} state={props.state} />
      ))}
    >
      {rows === undefined
        ? SKELETON_ROWS.map((key) => <TableRow waiting key={key} cells={waiting} />)
        : rows.map((row) => (
            <TableRow
              key={keyOf(row)}
              over={isOver?.(row) ?? false}
              onOpen={onOpen && (() => onOpen(row))}
              cells={columns.map(({ cell }) => cell(row))}
            />
          ))}
    </TableFrame>
  );
}

function ColumnHead<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const { name, head, sort, figure = false, width } = column;
  if (sort === undefined) return <HeadCell {...column} />;
  return (
    <SortHead
      column={name}
      sorting={state.sorting}
      onSort={state.setSorting}
      figure={figure}
      width={width}
    >
      {head}
    </SortHead>
  );
}
