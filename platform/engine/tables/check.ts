import { type Column, columnsOf, type RecordDeclaration } from '@assay/core/schema/record';
import type { ClientBase } from 'pg';
import { StartError } from '../../start-error.ts';

interface MigratedColumn {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly optional: boolean;
  /** Its position in the primary key, or null when it is not part of it. */
  readonly key: number | null;
}

const MIGRATED = `SELECT c.relname AS "table", a.attname AS "column",
    format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS optional,
    array_position(i.indkey::smallint[], a.attnum) AS key
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relnamespace = $1::regnamespace AND c.relname = ANY ($2)`;

/**
 * Compares declared tables with those that the migrations made, in one query: columns, types, what
 * may be null, the primary key.
 * @throws StartError that names every difference
 */
export async function checkTables(
  client: Pick<ClientBase, 'query'>,
  schema: string,
  declarations: readonly RecordDeclaration[],
): Promise<void> {
  const tables = declarations.map(({ table }) => table);
  const { rows } = await client.query<MigratedColumn>(MIGRATED, [schema, tables]);
  const findings = declarations.flatMap((declaration) =>
    differences(
      declaration,
      rows.filter(({ table }) => table === declaration.table),
    ),
  );
  if (findings.length === 0) return;
  throw new StartError(`Tables of ${schema} are not as they are declared: ${findings.join('; ')}.`);
}

function differences(declaration: RecordDeclaration, migrated: readonly MigratedColumn[]) {
  const { table } = declaration;
  if (migrated.length === 0) return [`${table} is not there`];
  const declared = columnsOf(declaration);
  const found: string[] = [];
  for (const column of declared) {
    const there = migrated.find((one) => one.column === column.name);
    if (there === undefined) found.push(`${table}.${column.name} is not there`);
    else found.push(...columnDifferences(table, column, there));
  }
  for (const { column } of migrated) {
    const isDeclared = declared.some(({ name }) => name === column);
    if (!isDeclared) found.push(`${table}.${column} is not declared`);
  }
  const key = migrated.filter((column) => column.key !== null);
  const isKey = key.sort((a, b) => a.key! - b.key!).map(({ column }) => column);
  const due = declaration.key.map((field) => declared.find((one) => one.field === field)?.name);
  if (isKey.join() !== due.join()) {
    found.push(`${table} has the key (${isKey.join(', ')}), declared is (${due.join(', ')})`);
  }
  return found;
}

function columnDifferences(table: string, column: Column, there: MigratedColumn): string[] {
  const found: string[] = [];
  const name = `${table}.${column.name}`;
  if (there.type !== column.type) found.push(`${name} is ${there.type}, declared ${column.type}`);
  if (there.optional && !column.optional) found.push(`${name} may be null`);
  if (!there.optional && column.optional) found.push(`${name} may not be null`);
  return found;
}
