import { type RecordDeclaration, record } from '@assay/core/schema/record';
import { createDice, type Dice } from '@assay/core/testing/dice';
import { type Statement, Statements } from '@assay/platform/engine/tables/statement';
import { describe, expect, it } from 'vitest';
import { readShapes } from './schema.ts';
import { compile } from './statements.ts';
import { type Row, Tables } from './tables.ts';

/** Tables that are there, declared as far as their columns go. */
const price = record({
  table: 'reference_price',
  key: ['index'],
  removable: true,
  fields: {
    index: { type: 'text', column: 'index_name' },
    price: { type: 'numeric', column: 'index_price', changes: true },
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

const INDICES = ['A', 'B', 'C', 'D', 'E', 'F'];

function arraysOf(dice: Dice, { columns, kind }: Statement): string[] {
  const indices = INDICES.filter(() => dice.int(0, kind === 'insert' ? 5 : 1) === 0);
  return columns.map(({ kept, name }) => {
    const numbers = indices.map(() => dice.int(1, 99));
    if (name === 'index_name') return `{${indices.join()}}`;
    return `{${numbers.map((n) => (kept === 'text' ? `${n}.5` : n)).join()}}`;
  });
}

/** The batch's text with one writer, called as a declared one is or as one is that is not. */
function batchOf({ name, text }: Statement, isDeclared: boolean): string {
  return `WITH fence AS (UPDATE engine), ${isDeclared ? `"${name}"` : 'w0'} AS (${text}) SELECT 1`;
}

function run(tables: Tables, statement: Statement, arrays: readonly string[], isDeclared: boolean) {
  const statements = isDeclared ? [statement] : [];
  try {
    compile(batchOf(statement, isDeclared), statements)(tables, arrays);
    return 'done';
  } catch (error) {
    return (error as Error).message;
  }
}

function rowsOf(tables: Tables, { table }: RecordDeclaration): Row[] {
  return tables.rows(table);
}

describe('declared statements', () => {
  it('ENGN-087 do to the simulated tables what their SQL does', () => {
    const dice = createDice(87);
    const [declared, read] = [new Tables(), new Tables()];
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
    for (let i = 0; i < 3_000; i += 1) {
      const statement = statements[dice.int(0, statements.length - 1)]!;
      const arrays = arraysOf(dice, statement);
      const answer = run(declared, statement, arrays, true);
      expect(answer).toBe(run(read, statement, arrays, false));
      seen.add(`${statement.name} ${answer.replace(/ \w$/, '')}`);
      expect(rowsOf(declared, price)).toEqual(rowsOf(read, price));
    }
    expect(rowsOf(declared, posting)).toEqual(rowsOf(read, posting));
    expect(seen).toContain('reference_price.insert duplicate key in reference_price');
    expect(seen.size).toBeGreaterThan(statements.length);
  });

  it('ENGN-087 load what their SQL loads, in its order', () => {
    const tables = new Tables();
    const [insert, dice] = [new Statements(price).insert(), createDice(88)];
    for (let i = 0; i < 100; i += 1) run(tables, insert, arraysOf(dice, insert), true);
    expect(rowsOf(tables, price)).toHaveLength(INDICES.length);
    for (const order of ['index', 'price', 'n', undefined]) {
      const load = new Statements(price).load(order);
      // A blank, so that the text is not known by what was declared.
      const byText = compile(` ${load.text}`);
      const rows = compile(load.text, [load])(tables, []).rows;
      expect(rows).toEqual(byText(tables, []).rows);
      expect(rows).toHaveLength(INDICES.length);
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
