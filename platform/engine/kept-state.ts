import { assert } from '@assay/core/num/integer';
import type { Client } from 'pg';
import { withDeadline } from '../db/deadline.ts';
import { readAll } from '../db/rights.ts';
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

/** What the upgrade `seq` keeps, and who may read it. */
export interface Keep {
  readonly seq: number;
  /** The role of the application, which checks the log with it and cannot change it. */
  readonly reader: string;
  readonly queries: readonly NamedQuery[];
}

/**
 * Keeps the state of a realm in a schema with the number of the upgrade. The rows never leave the
 * database. The caller's transaction, on another connection, holds the realm, so that what the
 * queries find is what the machines have loaded. Until that transaction is committed, what the
 * upgrade before has kept counts.
 */
export async function keepState(owner: Client, { seq, reader, queries }: Keep): Promise<void> {
  const { rows } = await owner.query<{ schema: string }>(
    `SELECT quote_ident(current_schema() || '_upgrade_' || $1) AS schema`,
    [String(seq)],
  );
  const { schema } = rows[0]!;
  const role = owner.escapeIdentifier(reader);
  const text = [
    `DROP SCHEMA IF EXISTS ${schema} CASCADE`,
    `CREATE SCHEMA ${schema}`,
    ...queries.map(
      ({ name, text: query }) => `CREATE TABLE ${schema}."${name}" AS
        SELECT row_number() OVER () AS load_order, loaded.* FROM (${query}) AS loaded`,
    ),
    readAll(schema, role),
  ].join(';\n');
  await withDeadline(owner.query(`BEGIN; ${text}; COMMIT`), LOAD_DEADLINE_MS);
}

/** Drops what earlier upgrades have kept, once the last one is committed. */
export async function dropOlder(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ schema: string }>(
    `SELECT quote_ident(nspname) AS schema FROM pg_namespace, engine
     WHERE nspname LIKE current_schema() || '\\_upgrade%'
       AND nspname <> current_schema() || '_upgrade_' || upgrade_seq`,
  );
  for (const { schema } of rows) await owner.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}

/** Answers each query of a machine that loads with what it found at the last upgrade. */
export async function keptStateReader(
  client: Client,
  reader: RowReader = rowReader(client),
): Promise<RowReader> {
  const schema = await keptSchema(client);
  const kept = (query: string | NamedQuery): string => {
    assert(typeof query !== 'string', 'machines load by queries that have a name');
    return `SELECT * FROM ${schema}."${query.name}" ORDER BY load_order`;
  };
  return {
    rows: (query) => reader.rows(kept(query)),
    each: (query, visit, piece) => reader.each(kept(query), visit, piece),
  };
}

/** The schema with the state that was kept at the last upgrade. */
export async function keptSchema(client: Client): Promise<string> {
  // One that was kept before they had numbers counts when no other one does.
  const { rows } = await client.query<{ schema: string }>(
    `SELECT quote_ident(coalesce(max(nspname::text), current_schema() || '_upgrade')) AS schema
     FROM engine LEFT JOIN pg_namespace
       ON nspname = current_schema() || '_upgrade_' || upgrade_seq`,
  );
  return rows[0]!.schema;
}

/** The role that a connection acts as. */
export async function roleOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
  return rows[0]!.role;
}
