import { useSearchParams } from 'react-router';
import type { Sorting } from '../format/sorting.ts';

/** What of a table is kept in the address, so that a link and "back" lead to what was seen. */
export interface TableState {
  readonly sorting: Sorting<string> | null;
  /** From 1. */
  readonly page: number;
  /** The names of the columns that are not shown. */
  readonly hidden: readonly string[];
  /** The value of a filter; empty when it is not set. */
  filter(name: string): string;
  setSorting(sorting: Sorting<string> | null): void;
  setPage(page: number): void;
  setHidden(hidden: readonly string[]): void;
  setFilter(name: string, value: string): void;
}

/** `key` leads the names in the address when a page has more than one table. */
export function useTableState(key = ''): TableState {
  const [params, setParams] = useSearchParams();
  const named = (name: string) => (key === '' ? name : `${key}.${name}`);
  const read = (name: string) => params.get(named(name)) ?? '';
  const write = (values: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value === '') before.delete(named(name));
          else before.set(named(name), value);
        }
        return before;
      },
      { replace: true },
    );
  return {
    sorting: sortingOf(read('sort')),
    page: Math.max(1, Number.parseInt(read('page'), 10) || 1),
    hidden: read('hide').split(',').filter(Boolean),
    filter: read,
    setSorting: (sorting) =>
      write({ sort: sorting === null ? '' : sortingText(sorting), page: '' }),
    setPage: (page) => write({ page: page === 1 ? '' : String(page) }),
    setHidden: (hidden) => write({ hide: hidden.join(',') }),
    setFilter: (name, value) => write({ [name]: value, page: '' }),
  };
}

/** "-price" is descending; an empty text is the order of the rows as they came. */
export function sortingOf(text: string): Sorting<string> | null {
  if (text === '') return null;
  const descending = text.startsWith('-');
  return {
    column: descending ? text.slice(1) : text,
    order: descending ? 'descending' : 'ascending',
  };
}

export function sortingText({ column, order }: Sorting<string>): string {
  return order === 'descending' ? `-${column}` : column;
}
