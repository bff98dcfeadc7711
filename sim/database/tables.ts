import { readShapes, type TableShape } from './schema.ts';

/** A row, its values as the text that PostgreSQL would write. */
export type Row = Readonly<Record<string, string | null>>;

/** An error as the driver reports it: `code` is PostgreSQL's. */
export class SqlError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

export class Table {
  readonly shape: TableShape;
  /** By primary key, in the order in which they came; tables without one number their rows. */
  readonly rows = new Map<string, Row>();
  #added = 0;

  constructor(shape: TableShape) {
    this.shape = shape;
  }

  keyOf(row: Row): string {
    const { key } = this.shape;
    if (key.length === 0) {
      this.#added += 1;
      return `row ${this.#added}`;
    }
    return key.map((column) => row[column]).join(' ');
  }
}

/** The tables of one realm. Everything in here is durable: it outlives any engine. */
export class Tables {
  readonly #tables = new Map<string, Table>();

  constructor() {
    for (const shape of shapes) this.#tables.set(shape.name, new Table(shape));
    const engine = this.of('engine');
    engine.rows.set('t', {
      ...{ one: 't', epoch: '0', holder: '', backend: '0', renewed_at: '0' },
      ...{ last_seq: '0', last_at: '0', head: '', build: '', upgrade_seq: '0' },
    });
  }

  of(name: string): Table {
    const table = this.#tables.get(name);
    if (table === undefined) throw new SqlError('42P01', `the simulation has no table ${name}`);
    return table;
  }

  rows(name: string): Row[] {
    return [...this.of(name).rows.values()];
  }
}

const shapes = [...readShapes().values()];

/**
 * The changes of one statement. All parts of a statement see the tables as they were before it, so
 * they are gathered here, checked, and made together or not at all.
 */
export class Changes {
  readonly #puts: { table: Table; key: string; row: Row }[] = [];
  readonly #removals: { table: Table; key: string }[] = [];
  readonly #fresh = new Set<string>();

  insert(table: Table, row: Row): void {
    const key = table.keyOf(row);
    const name = `${table.shape.name} ${key}`;
    if (table.rows.has(key) || this.#fresh.has(name)) {
      throw new SqlError(UNIQUE_VIOLATION, `duplicate key in ${name}`);
    }
    this.#fresh.add(name);
    this.#put(table, key, row);
  }

  /** Changes a row that is there; a key that is not changes nothing, as in SQL. */
  update(table: Table, key: string, change: Row): void {
    const row = table.rows.get(key);
    if (row !== undefined) this.#put(table, key, { ...row, ...change });
  }

  delete(table: Table, key: string): void {
    if (table.rows.has(key)) this.#removals.push({ table, key });
  }

  apply(): void {
    for (const { table, key } of this.#removals) table.rows.delete(key);
    for (const { table, key, row } of this.#puts) table.rows.set(key, row);
  }

  #put(table: Table, key: string, row: Row): void {
    for (const { column, above } of table.shape.checks) {
      if (BigInt(row[column] as string) <= above) {
        throw new SqlError(CHECK_VIOLATION, `${table.shape.name} refuses ${column} ${row[column]}`);
      }
    }
    this.#puts.push({ table, key, row });
  }
}
