import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Client } from 'pg';
import type { RowReader } from '../engine/machine.ts';
import { snapshotReader } from '../engine/store.ts';
import type { NamedQuery, Statement } from '../engine/tables/statement.ts';
import type { Mirror } from './mirror.ts';
import type { RealmCheck, SavedRealm } from './realm-check.ts';
import { deliveredRow, type RowText } from './row-text.ts';
import type { LogSigner } from './signer.ts';

/**
 * A checkpoint of a realm in a file beside the database: what its tables must hold at one command,
 * signed. A start continues from it, so that it need not decide the whole log again; and what
 * somebody changed in the database meanwhile contradicts it.
 *
 * Lines: what is saved, then for each query by which machines load a line with its name and the
 * number of its rows, and the rows; last the signature over the SHA-256 of all lines before it.
 */
export interface Checkpoint {
  readonly saved: SavedRealm;
  readonly reader: RowReader;
}

const compress = promisify(zlib.gzip);
const unzip = promisify(zlib.gunzip);

/**
 * Writes the checkpoint of a realm that is followed up to the client's snapshot. Returns false when
 * there is no state to keep, unless it may be `stateless`: then the next build takes what it finds.
 */
export async function writeCheckpoint(
  file: string,
  check: RealmCheck,
  client: Client,
  signer: LogSigner,
  stateless = false,
): Promise<boolean> {
  const saved = check.save(stateless);
  if (saved === null) return false;
  const lines = [JSON.stringify(saved)];
  for (const query of check.queries) {
    const rows = await rowsOf(query, check.tables.mirrors, client);
    lines.push(JSON.stringify([query.name, rows.length]), ...rows);
  }
  const content = lines.join('\n');
  const packed = await compress(`${content}\n${signer.sign(digest(content))}`, { level: 1 });
  const draft = `${file}.tmp`;
  fs.writeFileSync(draft, packed, { mode: 0o600 });
  fs.renameSync(draft, file);
  return true;
}

/** Null when there is none. @throws Error when it is not one that this installation signed */
export async function readCheckpoint(file: string, signer: LogSigner): Promise<Checkpoint | null> {
  if (!fs.existsSync(file)) return null;
  const text = (await unzip(fs.readFileSync(file))).toString();
  const end = text.lastIndexOf('\n');
  if (!signer.isSigned(digest(text.slice(0, end)), text.slice(end + 1))) {
    throw new Error(`${file} is not signed by this installation`);
  }
  const [first, ...lines] = text.slice(0, end).split('\n');
  const found = new Map<string, readonly string[]>();
  for (let at = 0; at < lines.length; ) {
    const [name, count] = JSON.parse(lines[at]!) as [string, number];
    found.set(name, lines.slice(at + 1, at + 1 + count));
    at += count + 1;
  }
  return { saved: JSON.parse(first!) as SavedRealm, reader: readerOf(found) };
}

function digest(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Rows of a declared table are those of its mirror: not what the table has, but what it must. */
async function rowsOf(
  query: NamedQuery,
  mirrors: readonly Mirror[],
  client: Client,
): Promise<RowText[]> {
  const mirror = mirrors.find(({ table }) => isLoad(query) && query.table === table);
  if (mirror !== undefined) return [...mirror.rows()];
  const rows = await snapshotReader(client).rows(query);
  return rows.map((row) => JSON.stringify(row));
}

function isLoad(query: NamedQuery): query is Statement {
  return 'kind' in query;
}

function readerOf(found: ReadonlyMap<string, readonly string[]>): RowReader {
  const rowsFor = (query: string | NamedQuery): unknown[] => {
    if (typeof query === 'string') throw new Error('machines load by queries that have a name');
    const rows = found.get(query.name);
    if (rows === undefined) throw new Error(`it has no rows of ${query.name}`);
    return isLoad(query) ? sorted(query, rows) : rows.map((row) => JSON.parse(row) as unknown);
  };
  return {
    rows: async <T>(query: string | NamedQuery) => rowsFor(query) as T[],
    each: async (query, visit) => {
      for (const row of rowsFor(query)) visit(row as never);
    },
  };
}

function sorted({ columns, orderBy }: Statement, rows: readonly string[]): unknown[] {
  const delivered = rows.map((row) => deliveredRow(columns, row));
  if (orderBy === null) return delivered;
  return delivered.sort((a, b) => Number(a[orderBy]) - Number(b[orderBy]));
}
