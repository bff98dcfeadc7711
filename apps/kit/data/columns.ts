import type { ReactNode } from 'react';
import { compareDecimals } from '../format/compare.ts';
import type { Sorting } from '../format/sorting.ts';
import type { CsvColumn } from './csv.ts';

/** What a column is called and how its cells look. */
export interface Head {
  readonly head: string;
  /** Figures stand at the end of their cells, under the end of their head. */
  readonly figure?: boolean;
  /** What can be done with a row: its head is for screen readers, and no choice hides it. */
  readonly actions?: boolean;
  /** The room that is kept for it, whatever its rows hold. */
  readonly width?: string;
  /** Its text may take more than one line. */
  readonly wraps?: boolean;
  /**
   * What it is on a phone, where a row is a card: its title, the value beside that, or a detail
   * below them, with the column's head above it. The first column is the title where none says so.
   */
  readonly card?: CardPart;
}

/** A column of a table: its head, what a row has there, and what can be done with it. */
export interface Column<Row> extends Head {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** What rows are sorted by: decimal text by its value, other text by its letters. */
  readonly sort?: (row: Row) => string | number;
  /** Raw text for the file; a column without it is not in the file. */
  readonly csv?: (row: Row) => string;
  /** Only in the file: on the screen it is a part of another column. */
  readonly fileOnly?: boolean;
  /** The reader may leave it out. */
  readonly optional?: boolean;
}

export type CardPart = 'title' | 'value' | 'detail';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const letters = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [String(a), String(b)];
  return DECIMAL.test(x) && DECIMAL.test(y) ? compareDecimals(x, y) : letters.compare(x, y);
}

/** The rows in the order of a column; rows that are equal there keep theirs. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting<string> | null,
): readonly Row[] {
  const by = columns.find(({ name }) => name === sorting?.column)?.sort;
  if (by === undefined || sorting === null) return rows;
  const sign = sorting.order === 'ascending' ? 1 : -1;
  return [...rows].sort((a, b) => sign * compare(by(a), by(b)));
}

/** What each column is in the card of a row. */
export function cardParts(columns: readonly Head[]): readonly (CardPart | 'actions')[] {
  const hasTitle = columns.some(({ card }) => card === 'title');
  return columns.map(({ card, actions = false }, i) => {
    if (actions) return 'actions';
    return card ?? (i === 0 && !hasTitle ? 'title' : 'detail');
  });
}

/** The columns of the file. */
export function csvColumns<Row>(columns: readonly Column<Row>[]): readonly CsvColumn<Row>[] {
  return columns.flatMap(({ head, csv }) => (csv === undefined ? [] : [{ head, text: csv }]));
}
