import type { Dice } from '@assay/core/testing/dice';
import type { Client } from '@assay/platform/db/database';
import { notEvidence, notEvidenceColumns, SCHEMAS } from '../../apps/server/checks/evidence.ts';

/** A table that is evidence, as the catalogue has it. */
export interface EvidenceTable {
  /** With its schema, quoted where it must be. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const TABLES = `SELECT n.nspname AS schema, c.relname AS "table",
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
             ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND n.nspname ~ $1 GROUP BY 1, 2 ORDER BY 1, 2`;

/** Every table of the database but those with a written reason not to be evidence. */
export async function evidenceTables(client: Client): Promise<EvidenceTable[]> {
  type Row = { schema: string; table: string; columns: EvidenceTable['columns'] };
  const { rows } = await client.query<Row>(TABLES, [SCHEMAS]);
  return rows
    .filter(({ schema, table }) => notEvidence[`${schema}.${table}`] === undefined)
    .map(({ schema, table, columns }) => ({
      name: `${schema}."${table}"`,
      columns: columns.filter(({ name }) => notEvidenceColumns[`${table}.${name}`] === undefined),
    }));
}

/** What was edited: the table, and how. */
export interface Edit {
  readonly table: string;
  readonly what: string;
}

/**
 * Changes, removes or puts in one row, as somebody with every right of the database could: triggers
 * and references do not hold them back. Null when the table has no row, or refuses the edit by what
 * its columns can hold.
 */
export async function randomEdit(
  client: Client,
  table: EvidenceTable,
  dice: Dice,
): Promise<Edit | null> {
  await client.query('SAVEPOINT edit');
  try {
    return await editRow(client, table, dice);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === undefined) throw error;
    await client.query('ROLLBACK TO edit');
    return null;
  }
}

async function editRow(client: Client, table: EvidenceTable, dice: Dice): Promise<Edit | null> {
  const { name } = table;
  const counted = await client.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${name}`);
  const count = counted.rows[0]!.n;
  if (count === 0) return null;
  await client.query('SET LOCAL session_replication_role = replica');
  const found = await client.query<{ ctid: string }>(
    `SELECT ctid::text AS ctid FROM ${name} OFFSET ${dice.int(0, count - 1)} LIMIT 1`,
  );
  const row = `ctid = '${found.rows[0]!.ctid}'`;
  const kind = dice.pick(['change', 'change', 'change', 'remove', 'putIn'] as const);
  if (kind === 'remove') {
    await client.query(`DELETE FROM ${name} WHERE ${row}`);
    return { table: name, what: 'removed' };
  }
  const unique = await uniqueColumns(client, name);
  // A table of one row takes no other: that row is changed instead.
  if (kind === 'putIn' && !unique.has('one')) return putIn(client, table, row, unique);
  const column = dice.pick(table.columns.filter((one) => one.name !== 'one'));
  const value = unique.has(column.name) ? fresh(column) : otherValue(column, dice);
  await client.query(`UPDATE ${name} SET "${column.name}" = ${value} WHERE ${row}`);
  return { table: name, what: `${column.name} changed` };
}

async function uniqueColumns(client: Client, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ column: string }>(
    `SELECT DISTINCT a.attname AS column FROM pg_index i
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
     WHERE i.indrelid = '${table}'::regclass AND i.indisunique`,
  );
  return new Set(rows.map(({ column }) => column));
}

/** Puts in a copy of the row, under another key where the table asks for one. */
async function putIn(
  client: Client,
  { name, columns }: EvidenceTable,
  row: string,
  unique: ReadonlySet<string>,
): Promise<Edit> {
  const names = columns.map((one) => `"${one.name}"`).join(', ');
  const values = columns.map((one) => (unique.has(one.name) ? fresh(one) : `"${one.name}"`));
  await client.query(
    `INSERT INTO ${name} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${values.join(', ')} FROM ${name} WHERE ${row}`,
  );
  return { table: name, what: unique.size === 0 ? 'put in twice' : 'put in under another key' };
}

function fresh({ name, type }: { readonly name: string; readonly type: string }): string {
  if (type === 'text') return `"${name}" || 'X'`;
  if (type === 'smallint') return `"${name}" + 100`;
  if (type === 'bytea') return `sha256("${name}")`;
  return `"${name}" + 1000000`;
}

/** SQL of another value of the column's type. */
function otherValue(
  { name, type }: { readonly name: string; readonly type: string },
  dice: Dice,
): string {
  const column = `"${name}"`;
  if (type === 'boolean') return `NOT ${column}`;
  if (type === 'bytea') return `coalesce(${column}, '') || '\\x01'`;
  if (type === 'text') return dice.pick([`coalesce(${column}, '') || '1'`, `'other'`]);
  if (type === 'timestamp with time zone') return `${column} + interval '1 second'`;
  return `coalesce(${column}, 0) + ${dice.pick([1, 1, 7, -1])}`;
}
