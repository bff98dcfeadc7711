import type { Realm } from '@assay/core/ledger/realm';
import { assert } from '@assay/core/num/integer';
import { layoutOf } from '@assay/core/schema/layout';
import {
  type Column,
  columnsOf,
  type RecordDeclaration,
  type RowOf,
  type StoredName,
  type Value,
} from '@assay/core/schema/record';
import type { RecordRef, Records } from '@assay/core/schema/records';
import type { PoolClient } from '../../db/database.ts';
import type { RowReader } from '../machine.ts';
import { Statements } from './statement.ts';

type Delivered = Readonly<Record<string, string | number | boolean | null>>;

/** Visits every row of the table as an object, piece by piece; in the order of `orderBy`. */
export async function loadRows<D extends RecordDeclaration>(
  reader: RowReader,
  declaration: D,
  visit: (row: RowOf<D>) => void,
  orderBy?: StoredName<D>,
): Promise<void> {
  const toRow = rowReader(declaration);
  await reader.each<Delivered>(new Statements(declaration).load(orderBy), (delivered) => {
    visit(toRow(delivered));
  });
}

/**
 * The rows of a realm that have this value, or one of these, in a field, in the order of their
 * keys: for reads.
 */
export async function readRows<D extends RecordDeclaration>(
  client: Pick<PoolClient, 'query'>,
  realm: Realm,
  declaration: D,
  field: StoredName<D>,
  value: Value | readonly Value[],
): Promise<RowOf<D>[]> {
  const text = new Statements(declaration).selectBy(realm, field);
  const { rows } = await client.query<Delivered>(text, [Array.isArray(value) ? value : [value]]);
  return rows.map(rowReader(declaration));
}

function rowReader<D extends RecordDeclaration>(declaration: D) {
  const { table } = declaration;
  const columns = columnsOf(declaration);
  return (delivered: Delivered): RowOf<D> => {
    const row: Record<string, Value> = {};
    for (const column of columns) row[column.field] = read(table, column, delivered);
    return row as RowOf<D>;
  };
}

/**
 * Visits every row of the table as a record of its own, all of whose stored fields are filled in:
 * the marks, the ints and the cold numbers that have no column are 0.
 */
export async function loadRecords<D extends RecordDeclaration>(
  reader: RowReader,
  declaration: D,
  records: Records,
  visit: (ref: RecordRef) => void,
  orderBy?: StoredName<D>,
): Promise<void> {
  const fill = filler(declaration);
  await reader.each<Delivered>(new Statements(declaration).load(orderBy), (delivered) => {
    const ref = records.take();
    fill(records, ref, delivered);
    visit(ref);
  });
}

function filler(declaration: RecordDeclaration) {
  const { table } = declaration;
  const { number, int, mark, text, cold } = layoutOf(declaration);
  const columns = columnsOf(declaration).map((column) => ({
    column,
    number: number.indexOf(column.field),
    int: int.indexOf(column.field),
    bit: 1 << mark.indexOf(column.field),
    text: text.indexOf(column.field),
    cold: cold.indexOf(column.field),
  }));
  return (records: Records, ref: RecordRef, delivered: Delivered): void => {
    records.clear(ref);
    for (const { column, number, int, bit, text, cold } of columns) {
      const value = read(table, column, delivered);
      if (text >= 0) records.setText(ref, text, value as string);
      else if (typeof value === 'boolean') records.set(ref, bit, value);
      else if (number >= 0) records.numbers[ref + number] = value as number;
      else if (int >= 0) records.ints[ref + int] = value as number;
      else records.setCold(ref, cold, value as number);
    }
  };
}

/**
 * Converts the value of a column to that of the field. @throws BrokenInvariant when it cannot be
 * one
 */
function read(table: string, column: Column, delivered: Delivered): Value {
  const { name, kept, type, optional, values } = column;
  const value = delivered[name];
  if (value === null && optional) return null;
  const isThere = value !== null && value !== undefined;
  assert(isThere, `${table} has a row without ${name}`);
  if (kept === 'boolean') return value;
  if (kept === 'bigint') return BigInt(value);
  if (kept === 'number') {
    const number = Number(value);
    assert(Number.isSafeInteger(number), `${table} has a ${type} ${name} beyond the safe integers`);
    return number;
  }
  const text = String(value);
  assert(values === null || values.includes(text), `${table} has a ${name} that is not declared`);
  return text;
}
