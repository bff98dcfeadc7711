import type { Realm } from '@assay/core/ledger/realm';
import { type Column, columnsOf, type RecordDeclaration } from '@assay/core/schema/record';
import type { QueryConfig } from 'pg';

/** A query with a name, by which the simulated database recognises it. */
export interface NamedQuery {
  /** Unique in a realm: `balance.insert`. */
  readonly name: string;
  readonly text: string;
}

/**
 * A statement of a declared table: its text, and a description of its effect for readers that do
 * not parse SQL.
 */
export interface Statement extends NamedQuery {
  readonly kind: 'insert' | 'upsert' | 'update' | 'delete' | 'load';
  readonly table: string;
  /**
   * Each column is a parameter, an array of its values; of a load they are the columns that it
   * reads.
   */
  readonly columns: readonly Column[];
  /** Names of the columns by which rows are found. */
  readonly key: readonly string[];
  /** Names of the columns that are set in a row that exists already. */
  readonly sets: readonly string[];
  /** Of a load: the column that orders the rows, by its own type. */
  readonly orderBy: string | null;
  /**
   * The SQL; of a writer the body of a data-modifying CTE that reads its rows from
   * `unnest($1::type[], $2::type[], …)`.
   */
  readonly text: string;
}

/** A query with the named queries that it consists of; the driver ignores these. */
export interface DescribedQuery extends QueryConfig {
  readonly parts?: readonly NamedQuery[];
}

/** The statements of one declared table. */
export class Statements {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly #key: readonly Column[];

  constructor(declaration: RecordDeclaration) {
    this.table = declaration.table;
    this.columns = columnsOf(declaration);
    this.#key = declaration.key.map(
      (field) => this.columns.find((column) => column.field === field)!,
    );
  }

  insert(): Statement {
    return this.#make('insert', 'insert', this.columns, [], this.#insertText());
  }

  /** Inserts rows; of rows that exist already it sets the columns `sets`. */
  upsert(sets: (column: Column) => boolean): Statement {
    const set = namesOf(this.#rest.filter(sets));
    const values = set.map((name) => `${name} = excluded.${name}`).join(', ');
    const action = set.length === 0 ? 'NOTHING' : `UPDATE SET ${values}`;
    const text = `${this.#insertText()}
      ON CONFLICT (${namesOf(this.#key).join(', ')}) DO ${action}`;
    return this.#make('upsert', 'upsert', this.columns, set, text);
  }

  /** Sets the changing columns of existing rows; `suffix` distinguishes updates of one table. */
  update(sets: (column: Column) => boolean, suffix = ''): Statement {
    const changing = this.#rest.filter(sets);
    const columns = [...this.#key, ...changing];
    const set = namesOf(changing);
    const text = `UPDATE ${this.table} SET ${set.map((name) => `${name} = r.${name}`).join(', ')}
      FROM ${unnest(columns)} WHERE ${this.#match()}`;
    return this.#make('update', `update${suffix}`, columns, set, text);
  }

  delete(): Statement {
    const [only, ...others] = this.#key;
    const text =
      only !== undefined && others.length === 0
        ? `DELETE FROM ${this.table} WHERE ${only.name} = ANY ($1::${only.type}[])`
        : `DELETE FROM ${this.table} USING ${unnest(this.#key)} WHERE ${this.#match()}`;
    return this.#make('delete', 'delete', this.#key, [], text);
  }

  /** Reads whole rows. Numbers come as text where the driver might round them. */
  load(orderField?: string): Statement {
    const order = this.columns.find(({ field }) => field === orderField)?.name ?? null;
    // Qualified with the table: an unqualified name would be the output column, which is sorted as
    // text.
    const tail = order === null ? '' : ` ORDER BY ${this.table}.${order}`;
    const text = `SELECT ${this.#exactList()} FROM ${this.table}${tail}`;
    return { ...this.#make('load', 'load', this.columns, [], text), orderBy: order };
  }

  /** The text that reads the rows of a realm by values of a field, $1, in the order of the keys. */
  selectBy(realm: Realm, field: string): string {
    const by = this.columns.find((column) => column.field === field)!.name;
    const order = namesOf(this.#key).map((name) => `${this.table}.${name}`);
    return `SELECT ${this.#exactList()} FROM ${realm}.${this.table}
      WHERE ${by} = ANY ($1) ORDER BY ${order.join(', ')}`;
  }

  get #rest(): Column[] {
    return this.columns.filter((column) => !this.#key.includes(column));
  }

  #exactList(): string {
    const list = this.columns.map(({ name, type }) => {
      const isExact = type === 'bigint' || type === 'numeric';
      return isExact ? `${name}::text` : name;
    });
    return list.join(', ');
  }

  #insertText(): string {
    const list = namesOf(this.columns).join(', ');
    return `INSERT INTO ${this.table} (${list}) SELECT * FROM ${unnest(this.columns)}`;
  }

  #match(): string {
    return namesOf(this.#key)
      .map((name) => `${this.table}.${name} = r.${name}`)
      .join(' AND ');
  }

  #make(
    kind: Statement['kind'],
    word: string,
    columns: readonly Column[],
    sets: readonly string[],
    text: string,
  ): Statement {
    const { table } = this;
    const key = namesOf(this.#key);
    return { name: `${table}.${word}`, kind, table, columns, key, sets, orderBy: null, text };
  }
}

function namesOf(columns: readonly Column[]): string[] {
  return columns.map(({ name }) => name);
}

function unnest(columns: readonly Column[]): string {
  const arrays = columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ');
  return `unnest(${arrays}) AS r (${namesOf(columns).join(', ')})`;
}
