import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, Skeleton } from '../feedback/states.tsx';
import { type Column, sorted } from './columns.ts';
import css from './data-table.module.css';
import { SortHead } from './sort-head.tsx';
import table from './table.module.css';
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
  const { filters, file } = props;
  const shown = columns.filter(({ name }) => !state.hidden.includes(name));
  const ordered = rows && sorted(rows, columns, state.sorting);
  const pages = Math.max(1, Math.ceil((rows?.length ?? 0) / pageRows));
  const page = Math.min(state.page, pages);
  const visible = ordered?.slice((page - 1) * pageRows, page * pageRows);
  return (
    <div className={css.whole}>
      <TableTools filters={filters} columns={columns} rows={ordered} state={state} file={file} />
      {failed && rows === undefined ? (
        <Failure onRetry={onRetry ?? reload} />
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
  const { caption, columns, rows, keyOf, dense = false, isOver } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className={css.scroll} tabIndex={0} aria-label={caption}>
      <table
        className={`${table.table} ${dense ? table.dense : ''} ${css.table}`}
        aria-busy={rows === undefined}
        data-kit="table"
      >
        <caption className="seen-by-ear">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.name} column={column} state={props.state} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? SKELETON_ROWS.map((key) => (
                <tr key={key}>
                  {columns.map((column) => (
                    <td key={column.name} className={classOf(column)}>
                      <Skeleton width="60%" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => (
                <tr key={keyOf(row)} data-over={isOver?.(row) || undefined}>
                  {columns.map((column, i) => (
                    <Cell
                      key={column.name}
                      column={column}
                      row={row}
                      isFirst={i === 0}
                      onOpen={props.onOpen}
                    />
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}

function classOf<Row>({ figure, actions, wraps }: Column<Row>): string {
  const place = actions ? table.end : figure ? table.figure : '';
  return `${place} ${wraps ? css.wraps : ''}`;
}

function Head<Row>({ column, state }: { column: Column<Row>; state: TableState }) {
  const { name, head, sort, figure = false, actions = false, width } = column;
  if (sort !== undefined) {
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
  return (
    <th scope="col" className={classOf(column)} style={{ inlineSize: width }}>
      {actions ? <span className="seen-by-ear">{head}</span> : head}
    </th>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  isFirst: boolean;
  onOpen: ((row: Row) => void) | undefined;
}

function Cell<Row>({ column, row, isFirst, onOpen }: CellProps<Row>) {
  const { t } = useTranslation();
  const content = column.cell(row);
  if (!isFirst) return <td className={classOf(column)}>{content}</td>;
  return (
    <th scope="row" className={classOf(column)}>
      {onOpen === undefined ? (
        content
      ) : (
        <button type="button" className={css.open} onClick={() => onOpen(row)}>
          {content}
          <span className="seen-by-ear"> {t(($) => $.kit.open)}</span>
        </button>
      )}
    </th>
  );
}
