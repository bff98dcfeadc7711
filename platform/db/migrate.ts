import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import {
  grantOthers,
  grantRights,
  type OtherRoles,
  realmSchemas,
  type TableRights,
} from './rights.ts';

export interface MigrationFile {
  /** e.g. `0001-users.sql`; files of a set are applied in the order of their names. */
  name: string;
  sql: string;
}

export interface MigrationSet {
  /** The module that owns the tables. */
  name: string;
  dir?: string;
  files: MigrationFile[];
  /** `shared`: once, in schema public. `realm`: once in schema real and once in demo. */
  scope: 'shared' | 'realm';
  /** Its tables that the application uses, and what it does with them. */
  rights?: TableRights;
  /** What roles of other processes may do; such a role need not exist. */
  others?: OtherRoles;
}

export interface SetRights {
  readonly shared?: TableRights;
  readonly realm?: TableRights;
  readonly others?: OtherRoles;
}

const fileName = /^\d{4}-[a-z0-9-]+\.sql$/;
/** An arbitrary number; the lock keeps two servers that start at once from migrating at once. */
const MIGRATION_LOCK = 4_217_735_242;

const ledgerOfFiles = `
  create table if not exists public.migration (
    target text not null,
    set_name text not null,
    file_name text not null,
    checksum text not null,
    applied_at bigint not null,
    primary key (target, set_name, file_name)
  )`;

/**
 * Reads `migrations/` and `migrations/realm/` beside the calling file:
 * `migrationSets(import.meta.url, 'spot')`. In the bundle all modules share one file, and the
 * build puts each module's folder at `migrations/<name>/` beside it.
 */
export function migrationSets(
  importMetaUrl: string,
  name: string,
  rights: SetRights = {},
): MigrationSet[] {
  const here = path.dirname(fileURLToPath(importMetaUrl));
  const bundled = path.join(here, 'migrations', name);
  const dir = fs.existsSync(bundled) ? bundled : path.join(here, 'migrations');
  const sets: MigrationSet[] = [
    {
      ...{ name, dir, files: readFiles(dir), scope: 'shared' },
      ...{ rights: rights.shared ?? {}, others: rights.others ?? {} },
    },
    {
      name,
      dir: path.join(dir, 'realm'),
      files: readFiles(path.join(dir, 'realm')),
      scope: 'realm',
      rights: rights.realm ?? {},
    },
  ];
  const found = sets.filter((set) => set.files.length > 0);
  if (found.length === 0) throw new Error(`No migrations of ${name} in ${dir}.`);
  return found;
}

function readFiles(dir: string): MigrationFile[] {
  if (!fs.existsSync(dir)) return [];
  return fs
    .readdirSync(dir)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      if (!fileName.test(name)) throw new Error(`Migration ${name} is not named NNNN-words.sql.`);
      return { name, sql: fs.readFileSync(path.join(dir, name), 'utf8') };
    });
}

/**
 * Applies what is missing, in the order of `sets`; one transaction for each set and schema, so a
 * failing file leaves its set unchanged. Refuses files that were edited, removed or inserted
 * before an applied one: an applied migration is history. The tables belong to the role that
 * migrates; where the application has another, that gets the rights of the sets. Returns how many
 * files were applied.
 */
export async function migrate(
  db: Pick<Database, 'connectOwner' | 'pool'>,
  sets: MigrationSet[],
): Promise<number> {
  const role = await roleOf(db.pool);
  const client = await db.connectOwner();
  let applied = 0;
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(ledgerOfFiles);
    for (const schema of realmSchemas) await client.query(`create schema if not exists ${schema}`);
    for (const set of sets) {
      const targets = set.scope === 'shared' ? (['public'] as const) : realmSchemas;
      for (const target of targets) applied += await applySet(client, set, target);
    }
    if (role !== (await roleOf(client))) await grantRights(client, role, sets);
    await grantOthers(client, sets);
    return applied;
  } finally {
    await client.end();
  }
}

async function roleOf(connection: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await connection.query<{ role: string }>('select current_user as role');
  return rows[0]!.role;
}

async function applySet(client: pg.Client, set: MigrationSet, target: string): Promise<number> {
  const { rows } = await client.query<{ file_name: string; checksum: string }>(
    `select file_name, checksum from public.migration
     where target = $1 and set_name = $2 order by file_name`,
    [target, set.name],
  );
  refuseChangedHistory(set, rows);
  const missing = set.files.slice(rows.length);
  if (missing.length === 0) return 0;
  await client.query('begin');
  try {
    const searchPath = target === 'public' ? 'public' : `${target}, public`;
    await client.query(`set local search_path = ${searchPath}`);
    for (const file of missing) {
      await applyFile(client, file, `${set.name}/${file.name} (${target})`);
      await client.query(
        `insert into public.migration (target, set_name, file_name, checksum, applied_at)
         values ($1, $2, $3, $4, $5)`,
        [target, set.name, file.name, checksum(file.sql), Date.now()],
      );
    }
    await client.query('commit');
    return missing.length;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function applyFile(client: pg.Client, file: MigrationFile, label: string): Promise<void> {
  try {
    await client.query(file.sql);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${label} failed: ${reason}`, { cause });
  }
}

function refuseChangedHistory(
  set: MigrationSet,
  applied: { file_name: string; checksum: string }[],
): void {
  for (const [index, row] of applied.entries()) {
    const file = set.files[index];
    if (file === undefined) {
      throw new StartError(
        `The database was written by a newer version: migration ${set.name}/${row.file_name} is ` +
          'not part of this one. Start the newer version, or restore a backup from before it.',
      );
    }
    if (file.name !== row.file_name) {
      throw new StartError(
        `Migration ${set.name}/${row.file_name} was applied, but ${file.name} has its position. ` +
          'Add new files after the last one; never remove one.',
      );
    }
    if (checksum(file.sql) !== row.checksum) {
      throw new StartError(
        `Migration ${set.name}/${row.file_name} was edited after it was applied. ` +
          'Undo the edit and write a new file.',
      );
    }
  }
}

/** Ignores line endings: a checkout on Windows changes them. */
export function checksum(sql: string): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}
