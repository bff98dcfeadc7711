import { REALMS } from '@assay/core/ledger/realm';
import { migrate } from '@assay/platform/db/migrate';
import { checkTables } from '@assay/platform/engine/tables/check';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineTables } from './migrations.ts';
import { declaredTables } from './realm.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await migrate(db, engineTables());
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
