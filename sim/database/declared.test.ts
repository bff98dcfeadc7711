import { record } from '@assay/core/schema/record';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { type Statement, Statements } from '@assay/platform/engine/tables/statement';
import { createTestDatabase, type TestDatabase } from '@assay/platform/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readShapes } from './schema.ts';
import { compile } from './statements.ts';
import { Tables } from './tables.ts';

/** Tables that are there, declared as far as their columns go. */
const price = record({
  table: 'reference_price',
  key: ['symbol'],
  removable: true,
  fields: {
    symbol: { type: 'text', column: 'index_name' },
    index: { type: 'numeric', column: 'index_price', changes: true },
    n: { type: 'bigint', changes: true },
    at: { type: 'bigint', changes: 'rarely' },
  },
});
const posting = record({
  table: 'posting',
  key: [],
  fields: {
    seq: { type: 'bigint' },
    from: { type: 'bigint', column: 'from_account' },
    to: { type: 'bigint', column: 'to_account' },
    amount: { type: 'bigint', as: 'bigint' },
    purpose: { type: 'smallint' },
  },
});

const SYMBOLS = ['A', 'B', 'C', 'D', 'E', 'F'];

function arraysOf(dice: Dice, { columns, kind }: Statement): string[] {
  const symbols = SYMBOLS.filter(() => dice.int(0, kind === 'insert' ? 5 : 1) === 0);
  return columns.map(({ kept, name }) => {
    const numbers = symbols.map(() => dice.int(1, 99));
    if (name === 'index_name') return `{${symbols.join()}}`;
    return `{${numbers.map((n) => (kept === 'text' ? `${n}.5` : n)).join()}}`;
  });
}

function simulate(tables: Tables, statement: Statement, arrays: readonly string[]): string {
  const { name, text } = statement;
  const batch = `WITH fence AS (UPDATE engine), "${name}" AS (${text}) SELECT 1`;
  try {
    compile(batch, [statement])(tables, arrays);
    return 'done';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('declared statements', () => {
  let db: TestDatabase;
  let client: Awaited<ReturnType<TestDatabase['connect']>>;
  beforeAll(async () => {
    db = await createTestDatabase();
    client = await db.connect();
    await client.query(`CREATE TABLE reference_price (index_name text PRIMARY KEY,
        index_price numeric NOT NULL, n bigint NOT NULL, at bigint NOT NULL);
      CREATE TABLE posting (seq bigint NOT NULL, from_account bigint NOT NULL,
        to_account bigint NOT NULL, amount bigint NOT NULL, purpose smallint NOT NULL)`);
  });
  afterAll(async () => {
    await client.end();
    await db.drop();
  });

  const execute = async ({ text }: Statement, arrays: readonly string[]): Promise<string> => {
    try {
      await client.query(text, [...arrays]);
      return 'done';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  /** What a load delivers of both; in the order of its rows as text where it has none. */
  const loads = async (tables: Tables, load: Statement) => {
    const simulated = [...compile(load.text, [load])(tables, []).rows];
    const { rows } = await client.query(load.text);
    if (load.orderBy !== null) return [simulated, rows];
    const sorted = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).sort();
    return [sorted(simulated), sorted(rows)];
  };

  it('ENGN-087 do to the simulated tables what PostgreSQL does to its own', async () => {
    const dice = createDice(87);
    const tables = new Tables();
    const of = new Statements(price);
    const statements = [
      of.insert(),
      of.upsert(({ changes }) => changes),
      of.update(({ changes, rarely }) => changes && !rarely),
      of.update(({ changes }) => changes, 'All'),
      of.delete(),
      new Statements(posting).insert(),
    ];
    const seen = new Set<string>();
    for (let i = 0; i < 600; i += 1) {
      const statement = statements[dice.int(0, statements.length - 1)]!;
      const arrays = arraysOf(dice, statement);
      const answer = simulate(tables, statement, arrays);
      expect(answer).toBe(await execute(statement, arrays));
      seen.add(`${statement.name} ${answer}`);
      const [simulated, stored] = await loads(tables, of.load());
      expect(simulated).toEqual(stored);
    }
    const [simulated, stored] = await loads(tables, new Statements(posting).load());
    expect(simulated).toEqual(stored);
    expect(seen).toContain('reference_price.insert 23505');
    expect(seen.size).toBeGreaterThan(statements.length);
  });

  it('ENGN-087 load what PostgreSQL loads, in its order', async () => {
    const tables = new Tables();
    await client.query('TRUNCATE reference_price');
    const insert = new Statements(price).insert();
    const prices = ['{A,B,C,D,E,F}', '{2.5,10.5,9,1,30,4}', '{10,9,8,100,1,2}', '{1,2,3,4,5,6}'];
    simulate(tables, insert, prices);
    await execute(insert, prices);
    for (const order of ['symbol', 'index', 'n', undefined]) {
      const [simulated, stored] = await loads(tables, new Statements(price).load(order));
      expect(simulated).toEqual(stored);
      expect(stored).toHaveLength(SYMBOLS.length);
    }
  });

  it('ENGN-087 the tables of the simulation are those that are declared here', () => {
    const shapes = readShapes();
    for (const declaration of [price, posting]) {
      const columns = new Statements(declaration).columns.map(({ name, type }) => [name, type]);
      expect([...shapes.get(declaration.table)!.columns]).toEqual(columns);
    }
  });
});
