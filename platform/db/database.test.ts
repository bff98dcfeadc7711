import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  connectDatabase,
  openDatabase,
  type PoolClient,
  transaction,
  weaknessesOf,
} from './database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.pool.query('create table item (id bigint primary key, amount numeric(40, 0))');
});
afterAll(() => db.drop());

test('OPSX-023 int8 arrives as a number, in arrays too, and fails beyond 2^53', async () => {
  const { rows } = await db.pool.query(
    `select 9007199254740991::int8 as id, array[1, null, 3]::int8[] as ids, array[]::int8[] as none,
       count(*) as n from item`,
  );
  expect(rows[0]).toEqual({ id: 9_007_199_254_740_991, ids: [1, null, 3], none: [], n: 0 });
  await expect(db.pool.query('select 9007199254740992::int8 as id')).rejects.toThrow(/::text/);
  // The connection still works after a value was refused.
  expect((await db.pool.query('select 1::int8 as n')).rows).toEqual([{ n: 1 }]);
});

test('OPSX-023 amounts keep every digit as text', async () => {
  const amount = '123456789012345678901234567890';
  await db.pool.query('insert into item values (1, $1)', [amount]);
  const { rows } = await db.pool.query('select amount::text from item');
  expect(BigInt(rows[0].amount)).toBe(BigInt(amount));
});

test('OPSX-024 a transaction that throws leaves nothing, and its connection still works', async () => {
  const broken = transaction(db.pool, async (client) => {
    await client.query('insert into item values (2, 5)');
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  const { rows } = await db.pool.query('select count(*) as n from item where id = 2');
  expect(rows).toEqual([{ n: 0 }]);
  await transaction(db.pool, (client) => client.query('insert into item values (3, 5)'));
  expect((await db.pool.query('select id from item where id = 3')).rows).toEqual([{ id: 3 }]);
});

test('OPSX-024 a statement of a request has a time limit', async () => {
  const { rows } = await db.pool.query(`select current_setting('statement_timeout') as limit`);
  expect(rows).toEqual([{ limit: '15s' }]);
  const engine = await db.connect();
  const dedicated = await engine.query(`select current_setting('statement_timeout') as limit`);
  await engine.end();
  expect(dedicated.rows).toEqual([{ limit: '0' }]);
});

test('OPSX-025 two test databases are independent', async () => {
  const other = await createTestDatabase();
  await expect(other.pool.query('select * from item')).rejects.toThrow(/does not exist/);
  expect(other.url).not.toBe(db.url);
  await other.drop();
  await expect(other.pool.query('select 1')).rejects.toThrow();
});

test('OPSX-028 a connection that breaks while it is held ends its query, not the server', async () => {
  const held = [await db.pool.connect(), await db.connect()];
  for (const client of held) {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const broken = expect(client.query('select pg_sleep(5)')).rejects.toThrow();
    await db.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await broken;
  }
  (held[0] as PoolClient).release(true);
  expect((await db.pool.query('select 1::int8 as n')).rows).toEqual([{ n: 1 }]);
});

test('OPSX-113 commits are on the disk before they are reported, whatever the default is', async () => {
  const { rows } = await db.pool.query('select current_database() as name');
  await db.pool.query(`alter database ${rows[0].name} set synchronous_commit = off`);
  const other = connectDatabase(db.url);
  const engine = await other.connect();
  for (const connection of [engine, other.pool]) {
    const shown = await connection.query('show synchronous_commit');
    expect(shown.rows).toEqual([{ synchronous_commit: 'on' }]);
  }
  await engine.end();
  await other.close();
});

test('OPSX-122 the addresses of both roles must lead to one database', async () => {
  const other = await createTestDatabase();
  const open = (ownerUrl: string) => openDatabase({ url: db.app.url, ownerUrl, folder: '' });
  await expect(open(other.url)).rejects.toThrow(
    /database of DATABASE_OWNER_URL cannot be used: it is another one than that of DATABASE_URL/,
  );
  await expect(open(db.url.replace(/:[^:@]+@/, ':guess@'))).rejects.toThrow(
    /database of DATABASE_OWNER_URL cannot be used: password authentication failed/,
  );
  await (await open(db.url)).close();
  await other.drop();
});

test('OPSX-117 an empty database beside the keys of an installation is refused', async () => {
  const wrong = openDatabase({ url: db.url, folder: '', expectData: true });
  await expect(wrong).rejects.toThrow(/The database is empty, but .* keys of an installation/);
});

test('OPSX-114 settings of the server that risk what was acknowledged are named', async () => {
  const weak = await weaknessesOf(db.app.pool);
  const off = ['fsync', 'full_page_writes'].map((name) => `${name} is off`);
  expect(weak.map((text) => text.split(':')[0])).toEqual(off);
  expect((await weaknessesOf(db.pool)).slice(2)).toEqual([
    'the role of DATABASE_URL is a superuser',
    'the role of DATABASE_URL owns its tables or may make some (set DATABASE_OWNER_URL)',
  ]);
});
