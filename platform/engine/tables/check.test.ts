import { layoutOf } from '@assay/core/schema/layout';
import {
  columnsOf,
  inTable,
  lineWriter,
  type RecordDeclaration,
  record,
  rowLineWriter,
  type Value,
} from '@assay/core/schema/record';
import { Records, recordView } from '@assay/core/schema/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asset, order, SAMPLES } from '../testing/samples.ts';
import { checkTables } from './check.ts';
import { loadRecords } from './load.ts';
import { openSampleRealm, type SampleRealm } from './tables.suite.ts';
import { recordWriters } from './writers.ts';

let realm: SampleRealm;
beforeAll(async () => {
  realm = await openSampleRealm();
});
afterAll(() => realm.close());

/** What the check finds while the tables are altered. */
async function found(alteration: string, declared: readonly RecordDeclaration[] = SAMPLES) {
  await realm.client.query('BEGIN');
  try {
    await realm.client.query(alteration);
    await checkTables(realm.client, 'demo', declared);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await realm.client.query('ROLLBACK');
  }
}

describe('the check against the migrated tables', () => {
  it('ENGN-085 finds nothing in tables that are as they are declared', async () => {
    await checkTables(realm.client, 'demo', [...SAMPLES, inTable(order, 'sample_order_done')]);
    expect(await found('SELECT 1')).toBe('nothing');
  });

  it.each([
    ['DROP TABLE sample_asset', 'sample_asset is not there'],
    ['ALTER TABLE sample_asset DROP COLUMN name', 'sample_asset.name is not there'],
    ['ALTER TABLE sample_asset ADD COLUMN more text', 'sample_asset.more is not declared'],
    [
      'ALTER TABLE sample_asset ALTER COLUMN id TYPE bigint',
      'sample_asset.id is bigint, declared integer',
    ],
    ['ALTER TABLE sample_asset ALTER COLUMN name DROP NOT NULL', 'sample_asset.name may be null'],
    [
      'ALTER TABLE sample_loan ALTER COLUMN decided_at SET NOT NULL',
      'sample_loan.decided_at may not be null',
    ],
    [
      'ALTER TABLE sample_loan DROP CONSTRAINT sample_loan_pkey, ADD PRIMARY KEY (asset, user_id)',
      'sample_loan has the key (asset, user_id), declared is (user_id, asset)',
    ],
    [
      'ALTER TABLE sample_order DROP CONSTRAINT sample_order_pkey',
      'sample_order has the key (), declared is (id)',
    ],
  ])('ENGN-085 %s is found', async (alteration, difference) => {
    expect(await found(alteration)).toContain(difference);
  });

  it('ENGN-085 all differences are named, and the given schema is checked', async () => {
    const both = 'ALTER TABLE sample_asset DROP COLUMN name; DROP TABLE sample_loan';
    const message = await found(both);
    expect(message).toContain('sample_asset.name is not there; sample_loan is not there');
    await expect(checkTables(realm.client, 'real', [asset])).rejects.toThrow(
      'Tables of real are not as they are declared: sample_asset is not there.',
    );
  });
});

describe('a field more', () => {
  /** The one line. */
  const listId = { type: 'bigint', place: 'cold', changes: true } as const;
  const longer = record({ ...order, fields: { ...order.fields, listId } });

  it('ENGN-084 is in the check, the statements, the load, the line, the layout and the view', async () => {
    expect(await found('SELECT 1', [longer])).toContain('sample_order.list_id is not there');
    await realm.client.query('ALTER TABLE sample_order ADD COLUMN list_id bigint NOT NULL');
    expect(await found('SELECT 1', [longer])).toBe('nothing');
    expect(layoutOf(longer).cold).toEqual(['workingTime', 'listId']);
    const Order = recordView(longer);
    const records = new Records(layoutOf(longer), 1);
    const one = new Order(records, records.take());
    Object.assign(one, { id: 1, listId: 5, clientOrderId: 'a' });
    const writers = recordWriters(longer);
    const selection = { records, refs: [one.ref] };
    await realm.write([writers.insert(() => selection)]);
    one.listId = 6;
    await realm.write([writers.update(() => selection)]);
    const loaded = new Records(layoutOf(longer), 1);
    const line = lineWriter<object>(
      longer,
      (each, field) => (each as Record<string, Value>)[field]!,
    );
    await loadRecords(realm.reader, longer, loaded, (ref) => {
      const again = new Order(loaded, ref);
      expect(again.listId).toBe(6);
      expect(line(again)).toBe(line(one));
      expect(line(again)).toMatch(/ 6$/);
    });
  });
});

describe('a declaration', () => {
  it('ENGN-084 a field that is digested when it is set changes no line of a row without it', () => {
    const fields = { id: { type: 'bigint' }, name: { type: 'text' } } as const;
    const late = { type: 'integer', optional: true, digest: 'whenSet' } as const;
    const before = rowLineWriter(record({ table: 't', key: ['id'], fields }));
    const both = record({
      table: 't',
      key: ['id'],
      fields: { id: fields.id, one: late, two: late, name: fields.name },
    });
    const after = rowLineWriter(both);
    const row = { id: 7, name: 'one=1' };
    expect(after({ ...row, one: null, two: null })).toBe(before(row));
    expect(after({ ...row, one: 1, two: null })).toBe('7 "one=1" one=1');
    expect(after({ ...row, one: null, two: 1 })).toBe('7 "one=1" two=1');
    expect(after({ ...row, one: 0, two: 1 })).toBe('7 "one=1" one=0 two=1');
  });

  const fields = { id: { type: 'bigint' }, name: { type: 'text' } } as const;

  it('ENGN-086 without a column, with a key that is none, or with one column twice is refused', () => {
    const declare = (others: object) => () =>
      record({ table: 't', key: ['id'], fields, ...others });
    expect(declare({ fields: {}, key: [] })).toThrow('the declaration of t has no column');
    expect(declare({ key: ['other'] })).toThrow('a key other that is not stored');
    expect(declare({ fields: { id: { type: 'bigint', changes: true } } })).toThrow('a key id');
    expect(declare({ fields: { id: { type: 'bigint', optional: true } } })).toThrow('a key id');
    const twice = { ...fields, other: { type: 'text', column: 'name' } };
    expect(declare({ fields: twice })).toThrow('two fields of one column');
    const big = { ...fields, small: { type: 'integer', as: 'bigint' } };
    expect(declare({ fields: big })).toThrow('a integer small kept as bigint');
    const always = { ...fields, n: { type: 'integer', digest: 'whenSet' } };
    expect(declare({ fields: always })).toThrow('n that is always set');
    const values = { ...fields, n: { type: 'integer', values: ['1'] } };
    expect(declare({ fields: values })).toThrow('values of a integer n');
  });

  it.each([
    [{ price: { type: 'numeric' } }, 'cannot live in a typed array'],
    [{ at: { type: 'bigint', optional: true } }, 'cannot live in a typed array'],
    [{ amount: { type: 'bigint', as: 'bigint' } }, 'cannot live in a typed array'],
    [{ name: { type: 'text', place: 'number' } }, 'a text name that cannot be a number'],
    [{ n: { type: 'bigint', place: 'mark' } }, 'a bigint n that cannot be a mark'],
    [{ n: { type: 'bigint', place: 'int' } }, 'a bigint n that cannot be a int'],
    [{ n: { type: 'integer', hot: true } }, 'only a number is hot'],
    [Object.fromEntries([...'abcdefghi'].map((n) => [n, { type: 'bigint', hot: true }])), '8 hot'],
    [
      Object.fromEntries([...Array(32).keys()].map((n) => [`m${n}`, { place: 'mark' }])),
      '31 marks',
    ],
  ] as const)('ENGN-086 %o has no layout', (others, reason) => {
    const declaration: RecordDeclaration = {
      table: 't',
      key: [],
      fields: { ...fields, ...others },
    };
    expect(() => layoutOf(declaration)).toThrow(reason);
    expect(columnsOf(declaration).length).toBeGreaterThan(1);
  });
});
