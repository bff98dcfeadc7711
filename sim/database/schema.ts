import { engineTables } from '../../apps/server/migrations.ts';
import { REALM_PARTS } from '../parts/realms.ts';

/** A table as far as the simulated database keeps to it. */
export interface TableShape {
  readonly name: string;
  /** Type by column, in the order of the table. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns of the primary key; none: rows are only ever added. */
  readonly key: readonly string[];
  /** `column >= 0` and `column > 0`: the only checks that our tables state. */
  readonly checks: readonly { readonly column: string; readonly above: bigint }[];
}

const tables = /CREATE TABLE (\w+) \(([\s\S]*?)\)\s*(?:WITH \([^)]*\))?;/g;

/** The tables of a realm, read from the migrations that make them in the real database. */
export function readShapes(): Map<string, TableShape> {
  const shapes = new Map<string, TableShape>();
  for (const { scope, files } of engineTables(REALM_PARTS)) {
    if (scope !== 'realm') continue;
    for (const { sql } of files) applyFile(shapes, sql.replace(/--.*$/gm, ''));
  }
  return shapes;
}

function applyFile(shapes: Map<string, TableShape>, sql: string): void {
  const change = (name: string, to: Partial<TableShape>) => {
    const shape = shapes.get(name) as TableShape;
    shapes.set(name, { ...shape, ...to });
  };
  for (const [, table, body] of sql.matchAll(tables)) {
    shapes.set(table as string, readTable(shapes, table as string, body as string));
  }
  for (const [, table, key] of sql.matchAll(/ALTER TABLE (\w+) ADD PRIMARY KEY \(([^)]*)\)/g)) {
    change(table as string, { key: names(key as string) });
  }
  for (const [, table, body] of sql.matchAll(/ALTER TABLE (\w+)(\s+ADD COLUMN [^;]*);/g)) {
    const columns = new Map(shapes.get(table as string)?.columns);
    for (const [, column, type] of (body as string).matchAll(/ADD COLUMN (\w+) (\w+)/g)) {
      columns.set(column as string, type as string);
    }
    change(table as string, { columns });
  }
  for (const [, from, to] of sql.matchAll(/ALTER TABLE (\w+) RENAME TO (\w+)/g)) {
    shapes.set(to as string, { ...(shapes.get(from as string) as TableShape), name: to as string });
    shapes.delete(from as string);
  }
  const renames = /ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+)/g;
  for (const [, table, from, to] of sql.matchAll(renames)) {
    const { columns, key } = shapes.get(table as string) as TableShape;
    const rename = (name: string) => (name === from ? (to as string) : name);
    const renamed = [...columns].map(([name, type]) => [rename(name), type] as const);
    change(table as string, { columns: new Map(renamed), key: key.map(rename) });
  }
}

function readTable(known: ReadonlyMap<string, TableShape>, name: string, body: string): TableShape {
  const like = /^LIKE (\w+)$/.exec(body.trim());
  if (like) return { ...(known.get(like[1] as string) as TableShape), name, key: [] };
  const columns = new Map<string, string>();
  const checks: { column: string; above: bigint }[] = [];
  let key: string[] = [];
  for (const part of body.split(/,(?![^(]*\))/)) {
    const line = part.trim();
    const composite = /^PRIMARY KEY \(([^)]*)\)/.exec(line);
    if (composite) {
      key = names(composite[1] as string);
      continue;
    }
    const [column, type] = line.split(/\s+/) as [string, string];
    columns.set(column, type);
    if (line.includes('PRIMARY KEY')) key = [column];
    const check = /CHECK \((\w+) (>=?) 0\)/.exec(line);
    if (check) checks.push({ column: check[1] as string, above: check[2] === '>' ? 0n : -1n });
  }
  return { name, columns, key, checks };
}

function names(list: string): string[] {
  return list.split(',').map((name) => name.trim());
}
