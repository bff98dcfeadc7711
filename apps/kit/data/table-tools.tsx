import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useBelow } from '../feedback/use-below.ts';
import { useFormat } from '../format/use-format.tsx';
import { IconChevronLeft } from '../icons/chevron-left.ts';
import { IconChevronRight } from '../icons/chevron-right.ts';
import { IconColumns3 } from '../icons/columns-3.ts';
import { IconDownload } from '../icons/download.ts';
import { Checkbox } from '../input/checkbox.tsx';
import { Select } from '../input/select.tsx';
import { type Column, csvColumns } from './columns.ts';
import { csvOf, saveFile } from './csv.ts';
import css from './data-table.module.css';
import { sortingOf, sortingText, type TableState } from './table-state.ts';

const Below = lazy(() => import('../feedback/below-body.tsx'));

interface TableToolsProps<Row> {
  filters: ReactNode;
  columns: readonly Column<Row>[];
  /** All rows, in the order of display; undefined while loading. */
  rows: readonly Row[] | undefined;
  state: TableState;
  file: string | undefined;
}

/** Above a table: its filters, which columns it shows, its rows as a file. */
export function TableTools<Row>({ filters, columns, rows, state, file }: TableToolsProps<Row>) {
  const { t } = useTranslation();
  // Without a row there is nothing to order, to choose or to save.
  const isEmpty = rows?.length === 0;
  const optional = columns.filter((column) => column.optional && !isEmpty);
  const sortable = columns.filter((column) => column.sort !== undefined && !isEmpty);
  const hasFile = file !== undefined && !isEmpty;
  const none = filters === undefined && !hasFile && optional.length === 0;
  if (none && sortable.length === 0) return null;
  const save = () => {
    const day = new Date().toISOString().slice(0, 10);
    saveFile(`${file}-${day}.csv`, csvOf(rows ?? [], csvColumns(columns)));
  };
  return (
    <div className={css.tools} data-cards-only={none || undefined}>
      {filters === undefined ? null : <div className={css.filters}>{filters}</div>}
      {sortable.length === 0 ? null : <Order columns={sortable} state={state} />}
      {optional.length === 0 ? null : <ColumnChooser columns={optional} state={state} />}
      {!hasFile ? null : (
        <button type="button" className={css.tool} disabled={!rows?.length} onClick={save}>
          <IconDownload size={15} stroke={1.5} aria-hidden="true" />
          {t(($) => $.kit.csv)}
        </button>
      )}
    </div>
  );
}

interface ToolProps<Row> {
  columns: readonly Column<Row>[];
  state: TableState;
}

const UNSORTED = '';

/** On a phone, where rows are cards without heads: what they are sorted by. */
function Order<Row>({ columns, state }: ToolProps<Row>) {
  const { t } = useTranslation();
  const options = columns.flatMap(({ name, head }) => [
    { value: name, text: t(($) => $.kit.rising, { head }) },
    { value: `-${name}`, text: t(($) => $.kit.falling, { head }) },
  ]);
  return (
    <div className={css.order}>
      <Select
        label={t(($) => $.kit.order)}
        options={[{ value: UNSORTED, text: t(($) => $.kit.unsorted) }, ...options]}
        value={state.sorting === null ? UNSORTED : sortingText(state.sorting)}
        onChange={(text) => state.setSorting(sortingOf(text))}
      />
    </div>
  );
}

function ColumnChooser<Row>({ columns, state }: ToolProps<Row>) {
  const { t } = useTranslation();
  const { hidden, setHidden } = state;
  const choices = useBelow();
  return (
    <span className={css.chooser}>
      <button {...choices.button} className={css.tool}>
        <IconColumns3 size={15} stroke={1.5} aria-hidden="true" />
        {t(($) => $.kit.columns)}
      </button>
      {choices.opened ? (
        <Suspense fallback={null}>
          <Below label={t(($) => $.kit.columns)} onClose={choices.close}>
            <div className={css.choices}>
              {columns.map(({ name, head }) => (
                <Checkbox
                  key={name}
                  checked={!hidden.includes(name)}
                  onChange={(on) =>
                    setHidden(on ? hidden.filter((one) => one !== name) : [...hidden, name])
                  }
                >
                  {head}
                </Checkbox>
              ))}
            </div>
          </Below>
        </Suspense>
      ) : null}
    </span>
  );
}

interface PagesProps {
  page: number;
  pages: number;
  /** How many rows there are. */
  total: number;
  onPage(page: number): void;
}

/** Below a table that has more rows than a page. */
export function Pages({ page, pages, total, onPage }: PagesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (pages < 2) return null;
  return (
    <nav className={css.pages} aria-label={t(($) => $.kit.pages)}>
      <span>{t(($) => $.kit.rows, { count: total, rows: format.integer(total) })}</span>
      <button
        type="button"
        className={css.tool}
        disabled={page === 1}
        aria-label={t(($) => $.kit.previous)}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} stroke={1.5} aria-hidden="true" />
      </button>
      <span>{t(($) => $.kit.pageOf, { page, pages })}</span>
      <button
        type="button"
        className={css.tool}
        disabled={page === pages}
        aria-label={t(($) => $.kit.next)}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} stroke={1.5} aria-hidden="true" />
      </button>
    </nav>
  );
}
