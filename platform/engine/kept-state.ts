import { assert } from '@assay/core/num/integer';
import type { Client } from 'pg';
import { withDeadline } from '../db/deadline.ts';
import type { RowReader } from './machine.ts';
import { LOAD_DEADLINE_MS, rowReader } from './store.ts';
import type { NamedQuery } from './tables/statement.ts';

/**
 * The state of a realm at its last upgrade: what each query of the loading machines found then, as
 * a table with the query's name. The tables are in a schema beside the realm's own.
 */

/** Reads for machines that load, and remembers their queries: these are what `keepState` keeps. */
export class LoadReader implements RowReader {
  readonly queries: NamedQuery[] = [];
  readonly #reader: RowReader;

  constructor(reader: RowReader) {
    this.#reader = reader;
  }

  rows<T>(query: string | NamedQuery, values: readonly unknown[] = []): Promise<T[]> {
    assert(values.length === 0, 'machines load without parameters');
    this.#note(query);
    return this.#reader.rows(query);
  }

  each<T>(query: string | NamedQuery, visit: (row: T) => void, piece?: number): Promise<void> {
    this.#note(query);
    return this.#reader.each(query, visit, piece);
  }

  #note(query: string | NamedQuery): void {
    assert(typeof query !== 'string', 'machines load by queries that have a name');
    this.queries.push(query);
  }
}

/**
 * Replaces the state that the upgrade before kept. The rows never leave the database. The caller's
 * transaction holds the realm, so that what the queries find is what the machines have loaded.
 */
export async function keepState(client: Client, queries: readonly NamedQuery[]): Promise<void> {
  const schema = await schemaOf(client);
  const tables = queries.map(
    ({ name, text }) => `CREATE TABLE ${schema}."${name}" AS
      SELECT row_number() OVER () AS load_order, loaded.* FROM (${text}) AS loaded;`,
  );
  const text = `DROP SCHEMA IF EXISTS ${schema} CASCADE;
    CREATE SCHEMA ${schema}; ${tables.join('\n')}`;
  await withDeadline(client.query(text), LOAD_DEADLINE_MS);
}

/** Answers each query of a machine that loads with what it found at the last upgrade. */
export async function keptStateReader(
  client: Client,
  reader: RowReader = rowReader(client),
): Promise<RowReader> {
  const schema = await schemaOf(client);
  const kept = (query: string | NamedQuery): string => {
    assert(typeof query !== 'string', 'machines load by queries that have a name');
    return `SELECT * FROM ${schema}."${query.name}" ORDER BY load_order`;
  };
  return {
    rows: (query) => reader.rows(kept(query)),
    each: (query, visit, piece) => reader.each(kept(query), visit, piece),
  };
}

async function schemaOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(
    `SELECT quote_ident(current_schema() || '_upgrade') AS schema`,
  );
  return rows[0]!.schema;
}
