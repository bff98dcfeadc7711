import { assert } from '@assay/core/num/integer';
import {
  type ChangesOf,
  columnsOf,
  type KeyOf,
  type RecordDeclaration,
  type RowOf,
  rowLineWriter,
  type Value,
} from '@assay/core/schema/record';
import type { RowReader, RowWriter } from '../machine.ts';
import { loadRows } from './load.ts';
import { objectWriters } from './writers.ts';

type MapKey = number | string;
type AnyRow = Readonly<Record<string, Value>>;

/**
 * Small state: the rows of a declared table as objects, by their key, and which of them the batch
 * changed. A row is one object from its insert on; only the table changes it, so that no change is
 * missed.
 */
export class ObjectTable<D extends RecordDeclaration> {
  /** In the order in which they must run. */
  readonly writers: readonly RowWriter[];
  readonly declaration: D;

  readonly #rows = new Map<MapKey, RowOf<D>>();
  /** Rows that are new, changed or deleted since the last batch, by key. */
  readonly #changed = new Map<MapKey, RowOf<D>>();
  /** All rows in the order of their keys, while nobody inserts or deletes. */
  #sorted: RowOf<D>[] | null = null;
  #gone: RowOf<D>[] = [];

  constructor(declaration: D) {
    assert(declaration.key.length > 0, `${declaration.table} has a key`);
    this.declaration = declaration;
    this.writers = this.#makeWriters();
    this.#line = rowLineWriter(declaration);
  }

  readonly #line: (row: RowOf<D>) => string;

  get size(): number {
    return this.#rows.size;
  }

  get(...key: KeyOf<D>): RowOf<D> | undefined {
    return this.#rows.get(mapKey(key as readonly Value[]));
  }

  has(...key: KeyOf<D>): boolean {
    return this.#rows.has(mapKey(key as readonly Value[]));
  }

  /** All rows in the order of their keys: numbers by size, texts by their code units. */
  rows(): readonly RowOf<D>[] {
    this.#sorted ??= [...this.#rows.values()].sort((a, b) => this.#compare(a, b));
    return this.#sorted;
  }

  /** Adds a row whose key is new; returns the object that is kept. */
  insert(row: RowOf<D>): RowOf<D> {
    const key = this.#keyOf(row);
    assert(!this.#rows.has(key), `${this.declaration.table} has a row ${key} already`);
    const kept = { ...row };
    this.#keep(key, kept);
    this.#changed.set(key, kept);
    return kept;
  }

  /** Changes values of a row; the object stays the same. */
  change(row: RowOf<D>, changes: ChangesOf<D>): void {
    const key = this.#keyOf(row);
    const isKept = this.#rows.get(key) === row;
    assert(isKept, `${this.declaration.table} keeps the row ${key} that is changed`);
    Object.assign(row, changes);
    this.#changed.set(key, row);
  }

  delete(row: RowOf<D>): void {
    const { table, removable } = this.declaration;
    assert(removable === true, `rows of ${table} are never deleted`);
    const key = this.#keyOf(row);
    assert(this.#rows.delete(key), `${table} has the row ${key} that is deleted`);
    this.#sorted = null;
    this.#changed.set(key, row);
  }

  async load(reader: RowReader): Promise<void> {
    await loadRows(reader, this.declaration, (row) => this.#keep(this.#keyOf(row), row));
  }

  /** The table's part of the state hash: a line for each row, in the order of the keys. */
  digest(write: (line: string) => void): void {
    for (const row of this.rows()) write(`${this.declaration.table} ${this.#line(row)}`);
  }

  /** Every row is under its own key and has the values that its columns can take. */
  audit(): void {
    const { table } = this.declaration;
    const columns = columnsOf(this.declaration);
    for (const [key, row] of this.#rows) {
      assert(this.#keyOf(row) === key, `${table} has the row ${this.#keyOf(row)} as ${key}`);
      for (const { field, kept, optional, values } of columns) {
        const value = (row as AnyRow)[field]!;
        const isRight =
          value === null ? optional : KINDS[kept](value) && (values?.includes(`${value}`) ?? true);
        assert(isRight, `${table} has a row ${key} with ${field} ${value}`);
      }
    }
  }

  /**
   * New and changed rows share one statement: few rows of a small table change, and each statement
   * has a cost.
   */
  #makeWriters(): RowWriter[] {
    const { removable } = this.declaration;
    const columns = columnsOf(this.declaration);
    const make = objectWriters(this.declaration);
    const take = () => this.#takeChanged();
    // A deleted key may be inserted again with any values, while its old row is still stored.
    if (removable) return [make.upsert(take, () => true), make.delete(() => this.#gone)];
    return [columns.some(({ changes }) => changes) ? make.upsert(take) : make.insert(take)];
  }

  /** The changes since the last batch will not be written. */
  forget(): void {
    this.#changed.clear();
  }

  #takeChanged(): RowOf<D>[] {
    const there: RowOf<D>[] = [];
    this.#gone = [];
    for (const [key, row] of this.#changed) {
      (this.#rows.has(key) ? there : this.#gone).push(row);
    }
    this.#changed.clear();
    return there;
  }

  #keep(key: MapKey, row: RowOf<D>): void {
    this.#rows.set(key, row);
    this.#sorted = null;
  }

  #keyOf(row: RowOf<D>): MapKey {
    return mapKey(this.declaration.key.map((field) => (row as AnyRow)[field]!));
  }

  #compare(a: RowOf<D>, b: RowOf<D>): number {
    for (const field of this.declaration.key) {
      const [x, y] = [(a as AnyRow)[field]!, (b as AnyRow)[field]!];
      if (x !== y) return x < y ? -1 : 1;
    }
    return 0;
  }
}

const KINDS = {
  number: (value: Value) => Number.isSafeInteger(value),
  bigint: (value: Value) => typeof value === 'bigint',
  boolean: (value: Value) => typeof value === 'boolean',
  text: (value: Value) => typeof value === 'string',
} as const;

/** A key of several values is the text of them all. */
function mapKey(key: readonly Value[]): MapKey {
  const [first] = key;
  const isOne = key.length === 1 && (typeof first === 'number' || typeof first === 'string');
  return isOne
    ? first
    : key
        .map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)))
        .join();
}
