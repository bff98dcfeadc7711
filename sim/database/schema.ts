import fs from 'node:fs';
import path from 'node:path';
import { root } from '../tree.ts';

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

const folders = ['platform/engine/migrations/realm', ...moduleFolders()];

function moduleFolders(): string[] {
  return fs
    .readdirSync(path.join(root, 'modules'))
    .map((name) => `modules/${name}/migrations/realm`)
    .filter((folder) => fs.existsSync(path.join(root, folder)));
}

const tables = /CREATE TABLE (\w+) \(([\s\S]*?)\)\s*(?:WITH \([^)]*\))?;/g;
const renames = /ALTER TABLE (\w+) RENAME COLUMN (\w+) TO (\w+)/g;

/** The tables of a realm, read from the migrations that make them in the real database. */
export function readShapes(): Map<string, TableShape> {
  const shapes = new Map<string, TableShape>();
  for (const folder of folders) {
    for (const name of fs.readdirSync(path.join(root, folder)).sort()) {
      const sql = fs.readFileSync(path.join(root, folder, name), 'utf8').replace(/--.*$/gm, '');
      for (const [, table, body] of sql.matchAll(tables)) {
        shapes.set(table as string, readTable(shapes, table as string, body as string));
      }
      for (const [, table, key] of sql.matchAll(/ALTER TABLE (\w+) ADD PRIMARY KEY \(([^)]*)\)/g)) {
        const shape = shapes.get(table as string) as TableShape;
        shapes.set(shape.name, { ...shape, key: names(key as string) });
      }
      for (const [, table, body] of sql.matchAll(/ALTER TABLE (\w+)(\s+ADD COLUMN [^;]*);/g)) {
        const shape = shapes.get(table as string) as TableShape;
        const columns = new Map(shape.columns);
        for (const [, column, type] of (body as string).matchAll(/ADD COLUMN (\w+) (\w+)/g)) {
          columns.set(column as string, type as string);
        }
        shapes.set(shape.name, { ...shape, columns });
      }
      for (const [, table, from, to] of sql.matchAll(renames)) {
        const shape = shapes.get(table as string) as TableShape;
        const name = (column: string) => (column === from ? (to as string) : column);
        const columns = new Map([...shape.columns].map(([column, type]) => [name(column), type]));
        shapes.set(shape.name, { ...shape, columns, key: shape.key.map(name) });
      }
    }
  }
  return shapes;
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
