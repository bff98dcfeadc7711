import { columnsOf, type RecordDeclaration } from '@assay/core/schema/record';
import type { Client } from 'pg';
import type { RowReader } from '../engine/machine.ts';
import { readArray } from '../engine/tables/read-array.ts';
import { type Statement, Statements } from '../engine/tables/statement.ts';
import { type CheckedValue, checkedValue, type RowText, rowText } from './row-text.ts';

type Key = string;

/** Rows that one statement of a comparison reads. */
const PIECE = 5_000;

/** The most rows that a finding names. */
const NAMED = 3;

/**
 * What a table with a key must hold: a copy of its rows, made from what the writers of the deciding
 * machines would write, and compared with the table piece by piece.
 */
export class Mirror {
  readonly table: string;
  readonly #rows = new Map<Key, RowText>();
  readonly #load: Statement;
  readonly #keyNames: readonly string[];
  /** Where the values of the key are in a row. */
  readonly #keyAt: readonly number[];

  constructor(declaration: RecordDeclaration) {
    this.table = declaration.table;
    this.#load = new Statements(declaration).load();
    const columns = columnsOf(declaration);
    this.#keyAt = declaration.key.map((field) => columns.findIndex((one) => one.field === field));
    this.#keyNames = this.#keyAt.map((at) => columns[at]!.name);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** Every row, in no order. */
  rows(): Iterable<RowText> {
    return this.#rows.values();
  }

  /** Takes rows that are known to be right; replaces what was there. */
  fill(rows: Iterable<RowText>): void {
    this.#rows.clear();
    for (const row of rows) this.#rows.set(this.#keyOf(JSON.parse(row) as CheckedValue[]), row);
  }

  /** Fills the mirror with what the reader finds. */
  async load(reader: RowReader): Promise<void> {
    const rows: RowText[] = [];
    await reader.each<Record<string, unknown>>(this.#load, (row) => {
      rows.push(rowText(this.#load.columns, row));
    });
    this.fill(rows);
  }

  /** Does to the mirror what the statement does to the table. */
  apply(statement: Statement, arrays: readonly string[]): void {
    const values = arrays.map(readArray);
    const count = values[0]?.length ?? 0;
    for (let i = 0; i < count; i += 1) {
      const given = statement.columns.map((column, c) => checkedValue(column, values[c]![i]));
      this.#applyRow(statement, given);
    }
  }

  #applyRow({ kind, columns, sets }: Statement, given: readonly CheckedValue[]): void {
    const own = this.#load.columns;
    const valueIn = (name: string) => given[columns.findIndex((one) => one.name === name)] ?? null;
    const key = this.#keyNames.map(valueIn).join(' ');
    if (kind === 'delete') {
      this.#rows.delete(key);
      return;
    }
    const known = this.#rows.get(key);
    if (kind === 'insert' || known === undefined) {
      this.#rows.set(key, JSON.stringify(own.map(({ name }) => valueIn(name))));
      return;
    }
    const row = JSON.parse(known) as CheckedValue[];
    for (const name of sets) row[own.findIndex((one) => one.name === name)] = valueIn(name);
    this.#rows.set(key, JSON.stringify(row));
  }

  /**
   * Compares the next rows of the table after `after`, in the order of their keys. Returns what
   * differs and where to go on; null at the end of the table, where the number of rows is compared.
   */
  async compare(
    client: Client,
    after: readonly CheckedValue[] | null,
  ): Promise<{ findings: string[]; next: readonly CheckedValue[] | null }> {
    const key = this.#keyNames.map((name) => `${this.table}.${name}`).join(', ');
    const from = after === null ? '' : `WHERE (${key}) > (${after.map(literal).join(', ')})`;
    const { rows } = await client.query(
      `${this.#load.text} ${from} ORDER BY ${key} LIMIT ${PIECE}`,
    );
    const findings: string[] = [];
    let last: CheckedValue[] = [];
    for (const row of rows as Record<string, unknown>[]) {
      const text = rowText(this.#load.columns, row);
      last = JSON.parse(text) as CheckedValue[];
      const due = this.#rows.get(this.#keyOf(last));
      if (due !== text && findings.length < NAMED) findings.push(this.#difference(text, due));
    }
    if (rows.length === PIECE) return { findings, next: this.#keyAt.map((at) => last[at] ?? null) };
    if (findings.length === 0) findings.push(...(await this.#missing(client)));
    return { findings, next: null };
  }

  /** The rows that are not there: asked only when their number is another. */
  async #missing(client: Client): Promise<string[]> {
    const counted = await client.query(`SELECT count(*)::text AS n FROM ${this.table}`);
    if (Number(counted.rows[0].n) === this.#rows.size) return [];
    const names = this.#keyNames.map((name) => `${name}::text`).join(', ');
    const { rows } = await client.query({
      text: `SELECT ${names} FROM ${this.table}`,
      rowMode: 'array',
    });
    const there = new Set((rows as unknown as string[][]).map((key) => key.join(' ')));
    const missing = [...this.#rows.keys()].filter((key) => !there.has(key)).slice(0, NAMED);
    return missing.map((key) => `${this.table} has no row ${key}`);
  }

  #difference(text: RowText, due: RowText | undefined): string {
    const key = this.#keyOf(JSON.parse(text) as CheckedValue[]);
    if (due === undefined) return `${this.table} has a row ${key} that no command made`;
    const [found, right] = [JSON.parse(text), JSON.parse(due)] as CheckedValue[][];
    const differing = this.#load.columns
      .map(({ name }, i) => [name, found![i], right![i]] as const)
      .filter(([, is, must]) => is !== must)
      .map(([name, is, must]) => `${name} ${is}, due ${must}`);
    return `${this.table} ${key}: ${differing.join('; ')}`;
  }

  #keyOf(values: readonly CheckedValue[]): Key {
    return this.#keyAt.map((at) => values[at] ?? null).join(' ');
  }
}

/** A value of a key in SQL. */
function literal(value: CheckedValue): string {
  return `'${String(value).replaceAll("'", "''")}'`;
}
