import type { ReactNode } from 'react';
import { nextSorting, type Sorting } from '../format/sorting.ts';
import { IconArrowDown } from '../icons/arrow-down.ts';
import { IconArrowUp } from '../icons/arrow-up.ts';
import { IconArrowsSort } from '../icons/arrows-sort.ts';
import css from './table.module.css';

interface SortButtonProps<Column extends string> {
  column: Column;
  sorting: Sorting<Column> | null;
  onSort(next: Sorting<Column> | null): void;
  children: ReactNode;
  /** Not in a head, which would say by itself how its column is sorted. */
  alone?: boolean;
}

interface SortHeadProps<Column extends string> extends Omit<SortButtonProps<Column>, 'alone'> {
  /** A column of figures, whose head is aligned with their last digits. */
  figure?: boolean;
  /** The room that is kept for the column. */
  width?: string | undefined;
}

/** The name of a column: a press sorts by it, the next one the other way. */
export function SortButton<Column extends string>(props: SortButtonProps<Column>) {
  const { column, sorting, onSort, children, alone = false } = props;
  const order = orderOf(props);
  const Arrow =
    order === null ? IconArrowsSort : order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <button
      type="button"
      className={`${css.sort} ${order === null ? '' : css.sorted}`}
      aria-pressed={alone ? order !== null : undefined}
      onClick={() => onSort(nextSorting(column, sorting))}
    >
      {children}
      <Arrow className={css.arrow} stroke={1.75} aria-hidden="true" />
    </button>
  );
}

/** The head of a sortable column. */
export function SortHead<Column extends string>(props: SortHeadProps<Column>) {
  const { figure = false, width, ...button } = props;
  return (
    <th
      scope="col"
      className={figure ? css.figure : undefined}
      style={{ inlineSize: width }}
      aria-sort={orderOf(props) ?? 'none'}
    >
      <SortButton {...button} />
    </th>
  );
}

function orderOf<Column extends string>(of: {
  column: Column;
  sorting: Sorting<Column> | null;
}): Sorting<Column>['order'] | null {
  return of.sorting?.column === of.column ? of.sorting.order : null;
}
