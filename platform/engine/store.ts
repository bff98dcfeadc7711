import { assert } from '@assay/core/num/integer';
import type { Client, QueryResult } from 'pg';
import { withDeadline } from '../db/deadline.ts';
import type { Machine, RowReader, RowWriter } from './machine.ts';
import type { DescribedQuery, NamedQuery } from './tables/statement.ts';

/** The engine's own row in the database. */
export interface EngineRow {
  readonly epoch: number;
  readonly lastSeq: number;
  readonly lastAt: number;
  readonly head: string;
  /** The build that wrote last, and its `upgrade`; '' and 0 before the first one. */
  readonly build: string;
  readonly upgradeSeq: number;
}

/** A batch ready to be written: nothing is computed after this point. */
export interface PreparedBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly at: number;
  readonly head: string;
  /** Keys and positions of command ids, as bytea in hex. */
  readonly ids: string;
  /** The lines as UTF-8, which goes to the database as it is. */
  readonly log: Buffer;
  /** Array literals of all writers, in order. */
  readonly arrays: readonly string[];
}

/** A batch as it is stored. */
export interface StoredBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly epoch: number;
  readonly at: number;
  readonly head: string;
  readonly ids: Buffer;
  readonly log: string;
}

/** A command in the log, with the input of its hash. */
export interface LoggedLine {
  readonly line: string;
  /** The lines before it in its batch. */
  readonly before: readonly string[];
  /** The head of the chain before its batch. */
  readonly headBefore: string;
}

/** Another engine has taken over: this one must not write any more. */
export class Deposed extends Error {
  override readonly name = 'Deposed';
}

/**
 * How long a statement of the working engine may take. As long as the lease: after it another
 * writer may have the realm anyway.
 */
export const DEADLINE_MS = 5_000;
/** The same while the realm is loaded, whose statements read or copy whole tables. */
export const LOAD_DEADLINE_MS = 120_000;
const DIVISION_BY_ZERO = '22012';
const READ_PIECE = 20_000;
/** A batch of a thousand commands is some 12 kB of ids and some 300 kB of lines. */
const IDS_PIECE = 1_000;
const LOG_PIECE = 100;

const READ_ENGINE: NamedQuery = {
  name: 'engine.read',
  text: `SELECT epoch::text, last_seq::text, last_at::text, head, build, upgrade_seq::text
         FROM engine`,
};

const READ_LINE: NamedQuery = {
  name: 'engine.line',
  text: `SELECT b.first_seq::text, b.log,
           coalesce((SELECT p.head FROM engine_batch p WHERE p.first_seq < b.first_seq
                     ORDER BY p.first_seq DESC LIMIT 1), '') AS head_before
         FROM engine_batch b WHERE b.first_seq <= $1 AND b.last_seq >= $1
         ORDER BY b.first_seq DESC LIMIT 1`,
};

const READ_IDS: NamedQuery = {
  name: 'engine.ids',
  text: `SELECT first_seq, ids FROM engine_batch WHERE ids <> '' ORDER BY first_seq`,
};

/** SQL of the engine: its row, its batches, the one statement that writes a batch. */
export class EngineStore {
  readonly client: Client;
  readonly #batch: Pick<DescribedQuery, 'text' | 'parts'>;
  readonly #deadlineMs: number;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(client: Client, machines: readonly Machine[], deadlineMs = DEADLINE_MS) {
    this.client = client;
    this.#deadlineMs = deadlineMs;
    const writers = machines.flatMap((machine) => machine.writers);
    this.#batch = { text: batchSql(writers), parts: writers.map(({ statement }) => statement) };
  }

  /**
   * Runs one statement at a time: a look-up may arrive while a batch is being written.
   * @throws NoAnswer
   */
  query(statement: DescribedQuery, deadlineMs = this.#deadlineMs): Promise<QueryResult> {
    const asked = this.#turn.then(() => withDeadline(this.client.query(statement), deadlineMs));
    this.#turn = asked.catch(() => undefined);
    return asked;
  }

  /**
   * Writes the batch in one statement and so in one transaction. The fence row is updated only if
   * the epoch and the last sequence number are still ours; if not, the division by zero undoes all.
   */
  async write(epoch: number, batch: PreparedBatch): Promise<void> {
    try {
      await this.query({
        name: 'batch',
        ...this.#batch,
        values: [
          epoch,
          batch.firstSeq - 1,
          batch.lastSeq,
          batch.at,
          batch.head,
          batch.ids,
          batch.log,
          ...batch.arrays,
        ],
      });
    } catch (error) {
      if ((error as { code?: string }).code === DIVISION_BY_ZERO) {
        throw new Deposed('the realm has another writer');
      }
      throw error;
    }
  }

  async readEngine(): Promise<EngineRow> {
    const { rows } = await this.client.query(described(READ_ENGINE));
    const row = rows[0];
    assert(row !== undefined, 'the table engine has its row');
    return {
      epoch: Number(row.epoch),
      lastSeq: Number(row.last_seq),
      lastAt: Number(row.last_at),
      head: row.head,
      build: row.build,
      upgradeSeq: Number(row.upgrade_seq),
    };
  }

  /** Names the build that writes from the command `upgradeSeq` on. */
  async setBuild(build: string, upgradeSeq: number): Promise<void> {
    const text = 'UPDATE engine SET build = $1, upgrade_seq = $2';
    await this.query({ text, values: [build, upgradeSeq] });
  }

  /** The command `seq` in the log, read at once; null when it was never written. */
  async readLine(seq: number): Promise<LoggedLine | null> {
    const { rows } = await this.query({ ...READ_LINE, ...described(READ_LINE), values: [seq] });
    if (rows.length === 0) return null;
    const row = rows[0] as { first_seq: string; log: string; head_before: string };
    const lines = row.log.split('\n');
    const position = seq - Number(row.first_seq);
    const line = lines[position];
    if (line === undefined) return null;
    return { line, before: lines.slice(0, position), headBefore: row.head_before };
  }

  /** Visits the ids of all batches, oldest first. */
  async eachIds(visit: (firstSeq: number, ids: Buffer) => void): Promise<void> {
    const reader = rowReader(this.client);
    await reader.each<{ first_seq: number; ids: Buffer }>(
      READ_IDS,
      (row) => visit(Number(row.first_seq), row.ids),
      IDS_PIECE,
    );
  }

  /** The next batches after the command `seq`, oldest first; inside the caller's transaction. */
  async nextBatches(seq: number, limit: number): Promise<StoredBatch[]> {
    const { rows } = await this.client.query<StoredBatch>({
      name: 'engine.next',
      text: `SELECT first_seq AS "firstSeq", last_seq AS "lastSeq", epoch, at, head, ids, log
             FROM engine_batch WHERE first_seq > $1 ORDER BY first_seq LIMIT $2`,
      values: [seq, limit],
    });
    return rows;
  }

  /**
   * Visits every batch from the one that begins with `from` on, oldest first. Returns the engine's
   * row of the same moment: beside a working engine the two would otherwise be of different times.
   */
  async eachBatch(visit: (batch: StoredBatch) => void, from = 0): Promise<EngineRow> {
    type Row = Record<'first_seq' | 'last_seq' | 'epoch' | 'at', number> &
      Record<'head' | 'log', string> & { ids: Buffer; engine: EngineRow };
    let engine = await this.readEngine();
    await rowReader(this.client).each<Row>(
      `SELECT first_seq, b.last_seq, b.epoch, at, b.head, ids, log,
              json_build_object('epoch', e.epoch, 'lastSeq', e.last_seq, 'lastAt', e.last_at,
                                'head', e.head, 'build', e.build, 'upgradeSeq', e.upgrade_seq)
                AS engine
       FROM engine_batch b CROSS JOIN engine e WHERE first_seq >= ${from} ORDER BY first_seq`,
      (row) => {
        const { first_seq: firstSeq, last_seq: lastSeq, epoch, at, head, ids, log } = row;
        engine = row.engine;
        visit({ firstSeq, lastSeq, epoch, at, head, ids, log });
      },
      LOG_PIECE,
    );
    return engine;
  }
}

/** Reads through a cursor, so that a large table passes through memory piece by piece. */
export function rowReader(client: Client): RowReader {
  return {
    rows: (query, values) => rowsOf(client, query, values),
    async each<T>(query: string | NamedQuery, visit: (row: T) => void, piece?: number) {
      await ask(client, { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
      try {
        await fetchEach(client, query, visit, piece);
      } finally {
        await withDeadline(client.query('ROLLBACK'), DEADLINE_MS);
      }
    },
  };
}

/** The same inside a transaction of the caller, so that all it reads is of one moment. */
export function snapshotReader(client: Client): RowReader {
  return {
    rows: (query, values) => rowsOf(client, query, values),
    async each<T>(query: string | NamedQuery, visit: (row: T) => void, piece?: number) {
      await fetchEach(client, query, visit, piece);
      await ask(client, { text: 'CLOSE piece' });
    },
  };
}

function ask(client: Client, statement: DescribedQuery): Promise<QueryResult> {
  return withDeadline(client.query(statement), LOAD_DEADLINE_MS);
}

async function rowsOf<T>(
  client: Client,
  query: string | NamedQuery,
  values: readonly unknown[] = [],
): Promise<T[]> {
  const { rows } = await ask(client, { ...described(query), values: values as unknown[] });
  return rows as T[];
}

async function fetchEach<T>(
  client: Client,
  query: string | NamedQuery,
  visit: (row: T) => void,
  piece = READ_PIECE,
): Promise<void> {
  await ask(client, described(query, 'DECLARE piece NO SCROLL CURSOR FOR '));
  for (;;) {
    const { rows } = await ask(client, { text: `FETCH ${piece} FROM piece` });
    for (const row of rows) visit(row as T);
    if (rows.length < piece) return;
  }
}

/** Describes a query to the client. */
export function described(query: string | NamedQuery, before = ''): DescribedQuery {
  if (typeof query === 'string') return { text: before + query };
  return { text: before + query.text, parts: [query] };
}

const FENCE = `fence AS (
  UPDATE engine SET last_seq = $3, last_at = $4, head = $5, renewed_at = clock_timestamp()
  WHERE epoch = $1 AND last_seq = $2 RETURNING epoch
), batch AS (
  INSERT INTO engine_batch (first_seq, last_seq, epoch, at, head, ids, log)
  SELECT $2::bigint + 1, $3, epoch, $4, $5, $6::bytea, $7 FROM fence
)`;

const OWN_PARAMETERS = 7;

/**
 * One statement for all machines: each writer becomes a CTE with the name of its statement and with
 * its placeholders renumbered.
 */
function batchSql(writers: readonly RowWriter[]): string {
  let offset = OWN_PARAMETERS;
  const parts = [FENCE];
  for (const { statement } of writers) {
    const base = offset;
    const body = statement.text.replace(/\$(\d+)/g, (_, n) => `$${base + Number(n)}`);
    parts.push(`"${statement.name}" AS (${body})`);
    offset += statement.columns.length;
  }
  return `WITH ${parts.join(', ')} SELECT 1 / count(*) FROM fence`;
}
