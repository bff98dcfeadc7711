import type { RecordDeclaration, RowOf } from '@assay/core/schema/record';
import { loadRows } from '@assay/platform/engine/tables/load';
import { readArray } from '@assay/platform/engine/tables/read-array';
import type { Statement } from '@assay/platform/engine/tables/statement';
import { delivered, stored } from './literals.ts';
import type { Changes, Row, Tables } from './tables.ts';

/** The rows of a declared load: numbers that must be exact arrive as text, as its query asks. */
export function loadDeclared(statement: Statement, tables: Tables): Record<string, unknown>[] {
  const { table, columns, orderBy } = statement;
  const rows = tables.rows(table);
  const order = columns.find(({ name }) => name === orderBy);
  if (order !== undefined) {
    const isText = order.type === 'text';
    rows.sort((a, b) => compare(a[order.name]!, b[order.name]!, isText));
  }
  return rows.map((row) => {
    const read: Record<string, unknown> = {};
    for (const { name, type } of columns) read[name] = delivered(row[name]!, asRead(type));
    return read;
  });
}

/** All rows of a declared table, as a machine would load them. */
export async function rowsOf<D extends RecordDeclaration>(
  tables: Tables,
  declaration: D,
): Promise<RowOf<D>[]> {
  const found: RowOf<D>[] = [];
  const each = async <T>(statement: unknown, visit: (row: T) => void) => {
    for (const row of loadDeclared(statement as Statement, tables)) visit(row as T);
  };
  await loadRows({ each, rows: () => Promise.reject() } as never, declaration, (row) => {
    found.push(row);
  });
  return found;
}

function asRead(type: string): string {
  return type === 'bigint' ? 'text' : type;
}

function compare(a: string, b: string, isText: boolean): number {
  if (isText) return a < b ? -1 : a > b ? 1 : 0;
  return Number(a) - Number(b);
}

/** Gathers what a declared writer changes; `arrays` has the literal of each of its columns. */
export function writeDeclared(
  { kind, table: name, columns, key, sets }: Statement,
  tables: Tables,
  arrays: readonly string[],
  changes: Changes,
): void {
  const table = tables.of(name);
  const lists = arrays.map(readArray);
  for (let i = 0; i < (lists[0]?.length ?? 0); i += 1) {
    const row = Object.fromEntries(
      columns.map((column, at) => [column.name, stored(lists[at]![i]!, column.type)]),
    ) as Row;
    const found = key.map((column) => row[column]).join(' ');
    if (kind === 'delete') changes.delete(table, found);
    else if (kind === 'update' || (kind === 'upsert' && table.rows.has(found))) {
      changes.update(table, found, only(row, sets));
    } else changes.insert(table, row);
  }
}

function only(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name]!]));
}
