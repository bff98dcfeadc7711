import type { ReactNode } from 'react';
import { nextSorting, type Sorting } from '../format/sorting.ts';
import { IconArrowDown } from '../icons/arrow-down.ts';
import { IconArrowUp } from '../icons/arrow-up.ts';
import { IconArrowsSort } from '../icons/arrows-sort.ts';
import css from './table.module.css';

interface SortHeadProps<Column extends string> {
  column: Column;
  sorting: Sorting<Column> | null;
  onSort(next: Sorting<Column> | null): void;
  children: ReactNode;
  /** A column of figures, whose head is aligned with their last digits. */
  figure?: boolean;
  /** The room that is kept for the column. */
  width?: string | undefined;
}

/** The head of a sortable column. */
export function SortHead<Column extends string>(props: SortHeadProps<Column>) {
  const { column, sorting, onSort, children, figure = false, width } = props;
  const order = sorting?.column === column ? sorting.order : null;
  const Arrow =
    order === null ? IconArrowsSort : order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th
      scope="col"
      className={figure ? css.figure : undefined}
      style={{ inlineSize: width }}
      aria-sort={order ?? 'none'}
    >
      <button
        type="button"
        className={`${css.sort} ${order === null ? '' : css.sorted}`}
        onClick={() => onSort(nextSorting(column, sorting))}
      >
        {children}
        <Arrow className={css.arrow} stroke={1.75} aria-hidden="true" />
      </button>
    </th>
  );
}
