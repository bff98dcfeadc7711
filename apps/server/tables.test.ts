import { REALMS } from '@assay/core/ledger/realm';
import { PayoutReader } from '@assay/modules/payouts';
import { migrate } from '@assay/platform/db/migrate';
import { isAppendOnly } from '@assay/platform/db/rights';
import { checkTables } from '@assay/platform/engine/tables/check';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverTables } from './migrations.ts';
import { declaredTables } from './realm.ts';
import { startTestRealm } from './testing/test-realm.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await migrate(db.app, serverTables());
});
afterAll(() => db.drop());

describe('the tables of a realm', () => {
  it.each(REALMS)('ENGN-085 %s: equal the declarations of its machines', async (realm) => {
    const declared = declaredTables(realm);
    expect(declared.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['balance', 'posting']),
    );
    await checkTables(db.pool, realm, declared);
  });

  it('ENGN-085 a table that differs is named with its realm', async () => {
    await db.pool.query('ALTER TABLE demo.balance ALTER COLUMN held TYPE numeric');
    await checkTables(db.pool, 'real', declaredTables('real'));
    await expect(checkTables(db.pool, 'demo', declaredTables('demo'))).rejects.toThrow(
      'Tables of demo are not as they are declared: balance.held is numeric, declared bigint.',
    );
  });
});

interface Named {
  readonly name: string;
}

const schemas = `('public', 'real', 'demo')`;

/** The tables of the sets for which `holds`, with their schemas. */
function tablesWhere(holds: typeof isAppendOnly): string[] {
  return serverTables().flatMap(({ scope, rights = {} }) =>
    (scope === 'shared' ? ['public'] : REALMS).flatMap((schema) =>
      Object.keys(rights)
        .filter((table) => holds(rights[table] ?? []))
        .map((table) => `${schema}.${table}`),
    ),
  );
}

describe('the role of the application', () => {
  it('RECO-031 reads how signers are, and what they moved', async () => {
    const reader = new PayoutReader(db.app);
    expect(await reader.reports()).toEqual([]);
    expect(await reader.addresses(1)).toEqual([]);
    const nothing = { done: [], underWay: [], costAtMost: 0n };
    expect(await reader.moves(1, null, 9)).toEqual(nothing);
  });

  it('OPSX-120 reads what a build from before the two roles has kept', async () => {
    const before = await createTestDatabase();
    await migrate(before.app, serverTables());
    await before.pool.query('CREATE SCHEMA demo_upgrade; CREATE TABLE demo_upgrade.kept (n int)');
    const read = () => before.app.pool.query('SELECT n FROM demo_upgrade.kept');
    await expect(read()).rejects.toThrow('permission denied');
    // The next start of a server migrates again and grants what is due.
    await migrate(before.app, serverTables());
    expect((await read()).rows).toEqual([]);
    const write = before.app.pool.query('INSERT INTO demo_upgrade.kept VALUES (1)');
    await expect(write).rejects.toThrow('permission denied');
    await before.drop();
  });

  it('OPSX-120 reads the kept state of an upgrade and cannot change it', async () => {
    const upgraded = await createTestDatabase();
    const realm = await startTestRealm({ db: upgraded, build: 'one', house: {} });
    const client = await upgraded.app.connect();
    const { rows } = await client.query(
      `select schemaname || '."' || tablename || '"' as name from pg_tables
       where schemaname = 'demo_upgrade_1'`,
    );
    expect(rows.length).toBeGreaterThan(4);
    for (const { name } of rows) {
      await client.query(`select from ${name}`);
      await expect(client.query(`truncate ${name}`)).rejects.toThrow('permission denied');
    }
    await expect(client.query('drop schema demo_upgrade_1 cascade')).rejects.toThrow('owner');
    await client.end();
    await realm.stop();
    await upgraded.drop();
  });

  it('OPSX-120 owns nothing, is no superuser, and may make nothing', async () => {
    const { rows } = await db.app.pool.query(
      `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls or rolreplication as mighty,
         exists (select from pg_class where relowner = r.oid) or
         exists (select from pg_proc where proowner = r.oid) or
         exists (select from pg_namespace where nspowner = r.oid) or
         exists (select from pg_database where datdba = r.oid) as owns,
         exists (select from pg_auth_members where member = r.oid) as "isMember",
         exists (select from pg_namespace n where nspname in ${schemas}
                 and has_schema_privilege(r.oid, n.oid, 'create')) as makes
       from pg_roles r where rolname = current_user`,
    );
    expect(rows).toEqual([{ mighty: false, owns: false, isMember: false, makes: false }]);
  });

  it('OPSX-121 can do with each table what its module says, and nothing with any other', async () => {
    const { rows } = await db.pool.query<Named & Record<string, boolean>>(
      `select schemaname || '.' || tablename as name,
         ${['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
           .map(
             (right) => `has_table_privilege($1, (schemaname || '.' ||
             quote_ident(tablename))::regclass, '${right}') as "${right}"`,
           )
           .join(', ')}
       from pg_tables where schemaname in ${schemas}`,
      [new URL(db.app.url).username],
    );
    const granted = rows.map(({ name, ...rights }) => [
      name,
      Object.keys(rights).filter((right) => rights[right]),
    ]);
    const due = serverTables().flatMap(({ scope, rights = {} }) =>
      (scope === 'shared' ? ['public'] : REALMS).flatMap((schema) =>
        Object.entries(rights).map(([table, more]) => [`${schema}.${table}`, ['select', ...more]]),
      ),
    );
    expect(new Map(granted as [string, string[]][])).toEqual(
      new Map([...due, ['public.migration', []]] as [string, string[]][]),
    );
  });

  it('OPSX-120 cannot change, remove or empty what is append-only', async () => {
    const appendOnly = tablesWhere(isAppendOnly);
    expect(appendOnly).toEqual(
      expect.arrayContaining([
        'public.operator_action',
        'real.engine_batch',
        'real.posting',
        'demo.trade',
      ]),
    );
    for (const table of appendOnly) {
      const column = await db.pool.query<Named>(
        'select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 1',
        [table],
      );
      const { name } = column.rows[0]!;
      for (const change of [
        `update ${table} set ${name} = default`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
      ]) {
        await expect(db.app.pool.query(change), change).rejects.toThrow(
          /permission denied|must be owner/,
        );
      }
    }
  });
});
