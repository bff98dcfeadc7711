/** By which column a list is sorted, and which way. */
export interface Sorting<Column extends string> {
  readonly column: Column;
  readonly order: 'ascending' | 'descending';
}

/** A column's head is pressed: down first (the large ones matter), then up, then as it was. */
export function nextSorting<Column extends string>(
  column: Column,
  sorting: Sorting<Column> | null,
): Sorting<Column> | null {
  if (sorting?.column !== column) return { column, order: 'descending' };
  return sorting.order === 'descending' ? { column, order: 'ascending' } : null;
}
