import { expect, it } from 'vitest';
import { type Column, csvColumns, sorted } from './columns.ts';
import { csvOf } from './csv.ts';

interface Row {
  readonly name: string;
  readonly amount: string;
}

const columns: Column<Row>[] = [
  { name: 'name', head: 'Name', cell: (row) => row.name, sort: (row) => row.name },
  {
    ...{ name: 'amount', head: 'Amount', cell: (row) => row.amount, figure: true },
    sort: (row) => row.amount,
    csv: (row) => row.amount,
  },
];

const rows: Row[] = [
  { name: 'b10', amount: '10.5' },
  { name: 'b9', amount: '9' },
  { name: 'a', amount: '123456789012345678.000000000000000001' },
];

it('KIT-011 rows are sorted by the value of a column, not by its letters or by a float', () => {
  const order = (column: string, direction: 'ascending' | 'descending') =>
    sorted(rows, columns, { column, order: direction }).map(({ name }) => name);
  expect(order('amount', 'ascending')).toEqual(['b9', 'b10', 'a']);
  expect(order('amount', 'descending')).toEqual(['a', 'b10', 'b9']);
  expect(order('name', 'ascending')).toEqual(['a', 'b9', 'b10']);
  expect(order('gone', 'ascending')).toEqual(['b10', 'b9', 'a']);
  expect(sorted(rows, columns, null)).toBe(rows);
});

it('KIT-012 the file has the columns with raw text, in the order of the table', () => {
  const ordered = sorted(rows, columns, { column: 'amount', order: 'ascending' });
  const lines = csvOf(ordered, csvColumns(columns)).split('\r\n');
  expect(lines).toEqual(['\uFEFFAmount', '9', '10.5', rows[2]?.amount, '']);
});
