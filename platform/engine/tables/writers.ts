import { layoutOf, MARKS, rowLayoutOf } from '@assay/core/schema/layout';
import type { NumberRows } from '@assay/core/schema/number-rows';
import {
  type Column,
  columnsOf,
  type RecordDeclaration,
  type RowOf,
  type Value,
} from '@assay/core/schema/record';
import type { RecordRef, Records } from '@assay/core/schema/records';
import type { RowWriter } from '../machine.ts';
import { bitsAt, integerArray, integerRows, integersAt, integersOfRows } from './integer-array.ts';
import { type Statement, Statements } from './statement.ts';
import { textArray } from './text-array.ts';

/** Makes the array literal of one column of the rows in `source`. */
type Literal<S> = (source: S) => string;

/**
 * Writers of one declared table. Each collects the rows that it writes when the batch ends: `take`
 * is called once a batch, in the order of the machine's writers, and `taken` after the rows are
 * serialised.
 */
export class TableWriters<S> {
  readonly #statements: Statements;
  readonly #literals: ReadonlyMap<string, Literal<S>>;

  constructor(declaration: RecordDeclaration, literalOf: (column: Column) => Literal<S>) {
    this.#statements = new Statements(declaration);
    const { columns } = this.#statements;
    this.#literals = new Map(columns.map((column) => [column.field, literalOf(column)]));
  }

  /** Rows that are new. */
  insert(take: () => S, taken?: () => void): RowWriter {
    return this.#writer(this.#statements.insert(), take, taken);
  }

  /** Rows that are new, or are there and have changed. */
  upsert(take: () => S, sets: (column: Column) => boolean = ({ changes }) => changes): RowWriter {
    return this.#writer(this.#statements.upsert(sets), take);
  }

  /** Rows that are there, without what changes rarely. */
  update(take: () => S): RowWriter {
    const sets = ({ changes, rarely }: Column) => changes && !rarely;
    return this.#writer(this.#statements.update(sets), take);
  }

  /** Rows that are there, with what changes rarely. */
  updateAll(take: () => S): RowWriter {
    return this.#writer(
      this.#statements.update(({ changes }) => changes, 'All'),
      take,
    );
  }

  delete(take: () => S): RowWriter {
    return this.#writer(this.#statements.delete(), take);
  }

  #writer(statement: Statement, take: () => S, taken?: () => void): RowWriter {
    const literals = statement.columns.map(({ field }) => this.#literals.get(field)!);
    return {
      statement,
      drain() {
        const source = take();
        const arrays = literals.map((literal) => literal(source));
        taken?.();
        return arrays;
      },
    };
  }
}

/** How each column is read from an item: a field without a reader is a type error. */
export type Readers<D extends RecordDeclaration, T> = {
  readonly [N in keyof RowOf<D>]: (item: T) => Written<RowOf<D>[N]>;
};

/** Where a bigint is declared, a number is accepted too. */
type Written<V> = V extends bigint ? number | bigint : V;

/** Writers of rows that are read from items. */
export function itemWriters<D extends RecordDeclaration, T>(
  declaration: D,
  readers: Readers<D, T>,
): TableWriters<readonly T[]> {
  return new TableWriters(declaration, ({ field, kept, optional }) => {
    const read = readers[field as keyof RowOf<D>];
    if (kept === 'text' || optional)
      return (items) => textArray(items.map((item) => textOf(read(item))));
    return (items) => integerArray(items, read as (item: T) => number);
  });
}

/** Writers of rows that are objects of the declaration's own fields. */
export function objectWriters<D extends RecordDeclaration>(
  declaration: D,
): TableWriters<readonly RowOf<D>[]> {
  const read = columnsOf(declaration).map(({ field }) => [
    field,
    (row: RowOf<D>) => row[field as keyof RowOf<D>],
  ]);
  return itemWriters<D, RowOf<D>>(declaration, Object.fromEntries(read) as Readers<D, RowOf<D>>);
}

/** Writers of rows that are read by index, from 0 up to a count. */
export function countedWriters<D extends RecordDeclaration>(
  declaration: D,
  readers: Readers<D, number>,
): TableWriters<number> {
  return new TableWriters(declaration, ({ field, kept, optional }) => {
    const read = readers[field as keyof RowOf<D>];
    if (kept === 'text' || optional) {
      return (count) => textArray(Array.from({ length: count }, (_, row) => textOf(read(row))));
    }
    return (count) => integerRows(count, read as (row: number) => number);
  });
}

function textOf(value: Value): string | null {
  return value === null ? null : String(value);
}

/** Some records, by their offsets. */
export interface Selection {
  readonly records: Records;
  readonly refs: readonly RecordRef[];
}

/** Writers of records in typed arrays, read straight from the arrays without an object a row. */
export function recordWriters(declaration: RecordDeclaration): TableWriters<Selection> {
  const { number, int, mark, text, cold } = layoutOf(declaration);
  return new TableWriters(declaration, ({ field, kept }): Literal<Selection> => {
    if (kept === 'text') {
      const i = text.indexOf(field);
      return ({ records, refs }) => textArray(refs.map((ref) => records.text(ref, i)));
    }
    if (kept === 'boolean') {
      const bit = 1 << mark.indexOf(field);
      return ({ records, refs }) => bitsAt(records.ints, refs, MARKS, bit);
    }
    const inNumbers = number.indexOf(field);
    if (inNumbers >= 0) return ({ records, refs }) => integersAt(records.numbers, refs, inNumbers);
    const inInts = int.indexOf(field);
    if (inInts >= 0) return ({ records, refs }) => integersAt(records.ints, refs, inInts);
    const inColds = cold.indexOf(field);
    return ({ records, refs }) => integerArray(refs, (ref) => records.cold(ref, inColds));
  });
}

/** Writers of rows of numbers. */
export function rowWriters(declaration: RecordDeclaration): TableWriters<NumberRows> {
  const { size, fields } = rowLayoutOf(declaration);
  return new TableWriters(declaration, ({ field }) => {
    const offset = fields.indexOf(field);
    return ({ numbers, count }) => integersOfRows(numbers, count, size, offset);
  });
}
