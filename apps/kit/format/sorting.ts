/** The column by which a list is sorted, and the direction. */
export interface Sorting<Column extends string> {
  readonly column: Column;
  readonly order: 'ascending' | 'descending';
}

/**
 * The sorting after a click on a column's head: first descending, because large values matter
 * most, then ascending, then unsorted.
 */
export function nextSorting<Column extends string>(
  column: Column,
  sorting: Sorting<Column> | null,
): Sorting<Column> | null {
  if (sorting?.column !== column) return { column, order: 'descending' };
  return sorting.order === 'descending' ? { column, order: 'ascending' } : null;
}
