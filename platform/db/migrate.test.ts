import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { hasSystemPostgres, startSystemPostgres } from '../testing/system-postgres.ts';
import { connectDatabase, type Database } from './database.ts';
import { type MigrationSet, migrate, migrationSets } from './migrate.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

const person = { name: '0001-person.sql', sql: 'create table person (id bigint primary key);' };
const purse = {
  name: '0001-purse.sql',
  sql: 'create table purse (person bigint references person (id)); create table coin (n int);',
};
const shared = (...files: MigrationSet['files']): MigrationSet => ({
  name: 'people',
  scope: 'shared',
  files,
});
const realm = (...files: MigrationSet['files']): MigrationSet => ({
  name: 'purses',
  scope: 'realm',
  files,
});

async function tables(at: Database = db): Promise<string[]> {
  const { rows } = await at.pool.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('public', 'real', 'demo') and tablename <> 'migration' order by 1`,
  );
  return rows.map((row) => row.name);
}

test('OPSX-020 a shared set is applied once, a realm set once in each realm', async () => {
  await migrate(db, [shared(person), realm(purse)]);
  await migrate(db, [shared(person), realm(purse)]);
  const all = ['demo.coin', 'demo.purse', 'public.person', 'real.coin', 'real.purse'];
  expect(await tables()).toEqual(all);
});

test('OPSX-020 only new files are applied, after the old ones', async () => {
  await migrate(db, [shared(person)]);
  const more = { name: '0002-name.sql', sql: 'alter table person add column name text' };
  await migrate(db, [shared(person, more)]);
  const { rows } = await db.pool.query('select file_name from migration order by file_name');
  expect(rows).toEqual([{ file_name: '0001-person.sql' }, { file_name: '0002-name.sql' }]);
});

test('OPSX-021 an edited, removed or inserted file is refused', async () => {
  const second = { name: '0003-more.sql', sql: 'create table more ()' };
  await migrate(db, [shared(person, second)]);
  const edited = { ...person, sql: `${person.sql} -- better` };
  await expect(migrate(db, [shared(edited, second)])).rejects.toThrow(/was edited after/);
  await expect(migrate(db, [shared(person)])).rejects.toThrow(
    /written by a newer version: migration people\/0003-more.sql/,
  );
  const between = { name: '0002-between.sql', sql: 'select 1' };
  await expect(migrate(db, [shared(person, between, second)])).rejects.toThrow(
    /0003-more.sql was applied, but 0002-between.sql has its position/,
  );
  const windows = { ...person, sql: person.sql.replaceAll('\n', '\r\n') };
  await migrate(db, [shared(windows, second)]);
});

test('OPSX-022 a file that fails leaves its set unchanged and is named', async () => {
  const bad = {
    name: '0002-bad.sql',
    sql: 'create table half (n int); select nothing from nowhere',
  };
  await expect(migrate(db, [shared(person, bad)])).rejects.toThrow(
    /people\/0002-bad.sql \(public\)/,
  );
  expect(await tables()).toEqual([]);
  await migrate(db, [shared(person)]);
  expect(await tables()).toEqual(['public.person']);
});

test('OPSX-022 two servers that start at once migrate once', async () => {
  await Promise.all([migrate(db, [shared(person)]), migrate(db, [shared(person)])]);
  expect(await tables()).toEqual(['public.person']);
});

test('OPSX-020 files are found beside the code, and beside the bundle by module', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-migrations-'));
  const source = path.join(root, 'modules/spot');
  fs.mkdirSync(path.join(source, 'migrations/realm'), { recursive: true });
  fs.writeFileSync(path.join(source, 'migrations/realm/0001-trade.sql'), 'select 1');
  fs.cpSync(path.join(source, 'migrations'), path.join(root, 'dist/migrations/spot'), {
    recursive: true,
  });
  for (const file of ['modules/spot/index.ts', 'dist/main.js']) {
    const sets = migrationSets(pathToFileURL(path.join(root, file)).href, 'spot');
    expect(sets.map((set) => [set.scope, set.files])).toEqual([
      ['realm', [{ name: '0001-trade.sql', sql: 'select 1' }]],
    ]);
  }
  const file = pathToFileURL(path.join(source, 'index.ts')).href;
  fs.writeFileSync(path.join(source, 'migrations/two.sql'), '');
  expect(() => migrationSets(file, 'spot')).toThrow(/not named NNNN-words/);
  fs.rmSync(root, { recursive: true });
});

test.skipIf(!hasSystemPostgres)(
  'OPSX-026 every migration of the product runs on PostgreSQL 15',
  async () => {
    const system = startSystemPostgres();
    const old = connectDatabase(system.url);
    try {
      await migrate(old, everySet());
      const { rows } = await old.pool.query('select count(*) as n from migration');
      expect(rows[0].n).toBeGreaterThan(0);
      expect(await tables(old)).toEqual(await tablesOnEmbedded());
    } finally {
      await old.close();
      system.stop();
    }
  },
);

async function tablesOnEmbedded(): Promise<string[]> {
  await migrate(db, everySet());
  return tables();
}

/** Every migrations folder of the tree; engine first, then modules in order of dependency. */
function everySet(): MigrationSet[] {
  const root = path.resolve(import.meta.dirname, '../..');
  const first = ['engine', 'ledger', 'markets', 'identity', 'feeds', 'spot', 'wallet'];
  const folders = ['platform', 'modules'].flatMap((floor) =>
    fs
      .readdirSync(path.join(root, floor))
      .map((name) => ({ name, found: path.join(floor, name, 'migrations') }))
      .filter(({ found }) => fs.existsSync(path.join(root, found)))
      .filter(({ found }) => fs.readdirSync(path.join(root, found)).length > 0),
  );
  const rank = (name: string) => (first.indexOf(name) + 1 || 100) - 1;
  folders.sort((a, b) => rank(a.name) - rank(b.name));
  return folders.flatMap(({ name, found }) =>
    migrationSets(pathToFileURL(path.join(root, found, '..', 'index.ts')).href, name),
  );
}
