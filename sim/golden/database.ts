import type { Client, Database } from '@assay/platform/db/database';
import { checksum, type MigrationSet, migrate } from '@assay/platform/db/migrate';

/**
 * A database as lines of JSON, so that it can be restored without tools of PostgreSQL:
 *
 * - `["table", "demo.balance", 12]` means that the next 12 lines are rows of that table, each an
 * object by column as PostgreSQL writes it. Rows stay text: their numbers may not fit a double.
 * - `["sequence", "public.person_id", "1007"]` gives the last value of a sequence.
 *
 * Tables come in the order of their names, rows as they were inserted. `public.migration` is one of
 * the tables: it lists the migrations that had made the others.
 */
type Header = readonly ['table', string, number] | readonly ['sequence', string, string];

interface Table {
  readonly name: string;
  readonly rows: readonly string[];
}

interface Dump {
  readonly tables: readonly Table[];
  readonly sequences: readonly (readonly [name: string, last: string])[];
}

const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname IN ('public', 'real', 'demo') ORDER BY 1`;
const SEQUENCES = `
  SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS last
  FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY 1`;
const MIGRATIONS = 'public.migration';
const ROWS_AT_ONCE = 2_000;

/** Everything that the database has, in one snapshot. */
export async function dumpDatabase(db: Pick<Database, 'connect'>): Promise<string> {
  const client = await db.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const lines: string[] = [];
    const head = (...header: Header) => lines.push(JSON.stringify(header));
    for (const name of await namesOf(client, TABLES)) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT row_to_json(t)::text AS row FROM ${name} t ORDER BY ctid`,
      );
      head('table', name, rows.length);
      for (const { row } of rows) lines.push(row);
    }
    const { rows } = await client.query<{ name: string; last: string }>(SEQUENCES);
    for (const { name, last } of rows) head('sequence', name, last);
    return lines.join('\n');
  } finally {
    await client.end();
  }
}

async function namesOf(client: Client, sql: string): Promise<string[]> {
  return (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name);
}

/**
 * Makes an empty database what the dumped one was: the tables by the very migrations that had made
 * them, found among `sets`, then the rows. Whatever is newer is left to the caller's `migrate`.
 */
export async function restoreDatabase(
  db: Pick<Database, 'connect' | 'connectOwner' | 'pool'>,
  text: string,
  sets: readonly MigrationSet[],
): Promise<void> {
  const { tables, sequences } = readDump(text);
  const applied = tables.find(({ name }) => name === MIGRATIONS)?.rows ?? [];
  await migrate(db, appliedSets(applied, sets));
  const client = await db.connect();
  try {
    // Rows come table by table: neither references nor triggers can be asked meanwhile.
    await client.query('SET session_replication_role = replica');
    for (const table of tables) await fill(client, table);
    for (const [name, last] of sequences) {
      await client.query('SELECT setval($1, $2::bigint)', [name, last]);
    }
  } finally {
    await client.end();
  }
}

function readDump(text: string): Dump {
  const tables: Table[] = [];
  const sequences: [string, string][] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const header = JSON.parse(lines[at] as string) as Header;
    if (header[0] === 'sequence') {
      sequences.push([header[1], header[2]]);
      continue;
    }
    const [, name, count] = header;
    tables.push({ name, rows: lines.slice(at + 1, at + 1 + count) });
    at += count;
  }
  return { tables, sequences };
}

interface AppliedFile {
  readonly target: string;
  readonly set_name: string;
  readonly file_name: string;
  readonly checksum: string;
}

/**
 * The sets as they were when these rows were written. A file is found by its name and checksum in
 * whatever set has it today: a set may have moved to another module since.
 */
function appliedSets(rows: readonly string[], sets: readonly MigrationSet[]): MigrationSet[] {
  const files = sets.flatMap((set) => set.files);
  const found = new Map<string, MigrationSet>();
  for (const row of rows) {
    const { target, set_name, file_name, checksum: wanted } = JSON.parse(row) as AppliedFile;
    const file = files.find(({ name, sql }) => name === file_name && checksum(sql) === wanted);
    if (file === undefined) throw new Error(`Migration ${set_name}/${file_name} is not there.`);
    const scope = target === 'public' ? 'shared' : 'realm';
    const key = `${set_name} ${scope}`;
    const set = found.get(key) ?? { name: set_name, scope, files: [] };
    // Of a realm's set there is a row for each realm.
    if (!set.files.includes(file)) set.files.push(file);
    found.set(key, set);
  }
  return [...found.values()];
}

async function fill(client: Client, { name, rows }: Table): Promise<void> {
  // Migrations put first rows into some tables.
  await client.query(`DELETE FROM ${name}`);
  if (rows.length === 0) return;
  const columns = Object.keys(JSON.parse(rows[0] as string) as object)
    .map((column) => `"${column}"`)
    .join(', ');
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const piece = rows.slice(at, at + ROWS_AT_ONCE).join(',');
    await client.query(
      `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [`[${piece}]`],
    );
  }
}
