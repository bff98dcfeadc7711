import { columnsOf, type RecordDeclaration } from '@assay/core/schema/record';
import type { Client } from 'pg';
import type { Machine, RowReader } from '../engine/machine.ts';
import type { StoredBatch } from '../engine/store.ts';
import { readArray } from '../engine/tables/read-array.ts';
import type { Statement } from '../engine/tables/statement.ts';
import { Appended, type SavedRows } from './appended.ts';
import { Mirror } from './mirror.ts';
import { checkedValue, rowLine, rowLineSql } from './row-text.ts';

/** Commands whose rows share a digest. */
const CHUNK_COMMANDS = 5_000;
/** Rows of a kept table that share a digest. */
const CHUNK_ROWS = 50_000;

/**
 * Which of the tables of a realm's machines only grow: rows are inserted and never changed, and
 * each names its command.
 */
function onlyGrows(machines: readonly Machine[], declaration: RecordDeclaration): boolean {
  const kinds = machines
    .flatMap(({ writers }) => writers)
    .filter(({ statement }) => statement.table === declaration.table)
    .map(({ statement }) => statement.kind);
  return kinds.every((kind) => kind === 'insert') && 'seq' in declaration.fields;
}

/** What the tables of a realm must hold, as far as its log is followed. */
export class RealmTables {
  readonly mirrors: readonly Mirror[];
  readonly #grown: ReadonlyMap<string, Appended>;
  readonly #log = new Appended({
    name: 'engine_batch',
    from: 'engine_batch',
    position: 'first_seq',
    line: `concat_ws(' ', first_seq, last_seq, epoch, at, head, encode(sha256(ids), 'hex'),
      encode(sha256(convert_to(log, 'UTF8')), 'hex'))`,
  });
  /** Of the state that was kept at the last upgrade. */
  #kept: Appended[] = [];

  constructor(machines: readonly Machine[]) {
    const declared = machines.flatMap(({ tables }) => tables);
    const growing = declared.filter((declaration) => onlyGrows(machines, declaration));
    this.mirrors = declared
      .filter((declaration) => !growing.includes(declaration))
      .map((declaration) => new Mirror(declaration));
    this.#grown = new Map(growing.map((one) => [one.table, grownTable(one)]));
  }

  /** Every table that only grows. */
  get appended(): readonly Appended[] {
    return [this.#log, ...this.#grown.values(), ...this.#kept];
  }

  get log(): Appended {
    return this.#log;
  }

  addBatch(batch: StoredBatch, digests: { readonly ids: string; readonly log: string }): void {
    const { firstSeq, lastSeq, epoch, at, head } = batch;
    this.#log.add(`${firstSeq} ${lastSeq} ${epoch} ${at} ${head} ${digests.ids} ${digests.log}`);
  }

  /** Takes the rows that the machines would write for the batch that they have decided. */
  drain(machines: readonly Machine[]): void {
    for (const { writers } of machines) {
      for (const writer of writers) this.#apply(writer.statement, writer.drain());
    }
  }

  #apply(statement: Statement, arrays: readonly string[]): void {
    if (arrays[0] === '{}') return;
    const grown = this.#grown.get(statement.table);
    if (grown === undefined) {
      this.mirrors.find(({ table }) => table === statement.table)?.apply(statement, arrays);
      return;
    }
    const { columns } = statement;
    const values = arrays.map(readArray);
    for (let i = 0; i < values[0]!.length; i += 1) {
      const row = columns.map((column, c) => checkedValue(column, values[c]![i]));
      grown.add(rowLine(columns, row));
    }
  }

  /** Ends chunks of at least so many commands. */
  seal(seq: number, commands = CHUNK_COMMANDS): void {
    this.sealLog(seq, commands);
    for (const table of this.#grown.values()) sealAfter(commands, table, seq);
  }

  /** The same of the log alone: where nothing is decided, no other rows are known. */
  sealLog(seq: number, commands = CHUNK_COMMANDS): void {
    sealAfter(commands, this.#log, seq);
  }

  /** Takes what is there up to the command as right; the mirrors get what `reader` has. */
  async takeAsFound(client: Client, reader: RowReader, seq: number): Promise<void> {
    for (const mirror of this.mirrors) await mirror.load(reader);
    for (const table of this.#grown.values()) {
      const from = Math.max(0, table.sealedTo);
      for (let to = from + CHUNK_COMMANDS; to < seq; to += CHUNK_COMMANDS) {
        await table.sealAsFound(client, to);
      }
      await table.sealAsFound(client, seq);
    }
  }

  /** From now on the tables of the kept state must stay as they are. */
  async keepKept(client: Client, schema: string): Promise<void> {
    this.#kept = keptTables(schema, await keptNames(client, schema));
    for (const table of this.#kept) {
      const { rows } = await client.query<{ n: number }>(
        `SELECT count(*)::integer AS n FROM ${table.spec.from}`,
      );
      const count = rows[0]!.n;
      for (let to = CHUNK_ROWS; to < count; to += CHUNK_ROWS) await table.sealAsFound(client, to);
      await table.sealAsFound(client, count);
    }
  }

  save(): SavedTables {
    return Object.fromEntries(this.appended.map((table) => [table.spec.name, table.save()]));
  }

  /** A table that is read otherwise now, or is new, is not taken over. */
  restore(saved: SavedTables, keptSchema: string): void {
    const kept = Object.keys(saved).filter((name) => name.startsWith(KEPT));
    this.#kept = keptTables(
      keptSchema,
      kept.map((name) => name.slice(KEPT.length)),
    );
    for (const table of this.appended) {
      const known = saved[table.spec.name];
      if (known !== undefined) table.restore(known);
    }
  }
}

function sealAfter(commands: number, table: Appended, seq: number): void {
  if (seq - Math.max(0, table.sealedTo) >= commands) table.seal(seq);
}

export type SavedTables = Readonly<Record<string, SavedRows>>;

const KEPT = 'kept ';

function grownTable(declaration: RecordDeclaration): Appended {
  const { table } = declaration;
  const line = rowLineSql(columnsOf(declaration));
  return new Appended({ name: table, from: table, position: 'seq', line });
}

function keptTables(schema: string, names: readonly string[]): Appended[] {
  return names.map((name) => {
    const from = `${schema}."${name}" AS kept`;
    return new Appended({ name: KEPT + name, from, position: 'load_order', line: 'kept::text' });
  });
}

async function keptNames(client: Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = to_regnamespace($1) AND relkind = 'r' ORDER BY relname`,
    [schema],
  );
  return rows.map(({ name }) => name);
}
