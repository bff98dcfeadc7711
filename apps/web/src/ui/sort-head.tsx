import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './table.module.css';

export interface Sorting<Column extends string> {
  readonly column: Column;
  readonly order: 'ascending' | 'descending';
}

interface SortHeadProps<Column extends string> {
  column: Column;
  sorting: Sorting<Column> | null;
  onSort(next: Sorting<Column> | null): void;
  children: ReactNode;
  /** A column of figures: its head stands over their last digits. */
  figure?: boolean;
}

/** A column's head that sorts: down first (the large ones matter), then up, then as it was. */
export function SortHead<Column extends string>(props: SortHeadProps<Column>) {
  const { column, sorting, onSort, children, figure = false } = props;
  const order = sorting?.column === column ? sorting.order : null;
  const Arrow =
    order === null ? IconArrowsSort : order === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" className={figure ? css.figure : undefined} aria-sort={order ?? 'none'}>
      <button
        type="button"
        className={`${css.sort} ${order === null ? '' : css.sorted}`}
        onClick={() => onSort(next(column, order))}
      >
        {children}
        <Arrow className={css.arrow} stroke={1.75} aria-hidden="true" />
      </button>
    </th>
  );
}

function next<Column extends string>(
  column: Column,
  order: Sorting<Column>['order'] | null,
): Sorting<Column> | null {
  if (order === null) return { column, order: 'descending' };
  return order === 'descending' ? { column, order: 'ascending' } : null;
}
