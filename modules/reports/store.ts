import type { Realm } from '@assay/core/ledger/realm';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';
import type { Figure, FigureRow } from './rules.ts';

/** One connection inside a transaction: everything that is read there is of one moment. */
export type Reads = Pick<PoolClient, 'query'>;

/** How far the log of a realm is counted. */
export interface Progress {
  readonly seq: number;
  readonly countedAt: number;
}

/** Commands after the last counted one that became durable on one UTC day. */
export interface Span {
  readonly day: number;
  readonly upTo: number;
}

/** Where the log of a realm ends, or ended. */
export interface LogEnd {
  readonly seq: number;
  readonly head: string;
}

const FIGURE = 'daily_figure (realm, figure, day, subject, value)';

export class ReportStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** Whoever counts a realm holds its row, so that no command is counted twice. */
  counting<T>(realm: Realm, work: (client: PoolClient, at: Progress) => Promise<T>): Promise<T> {
    return transaction(this.#database.pool, async (client) => {
      const { rows } = await client.query<Progress>(
        `select seq, counted_at as "countedAt"
         from daily_progress where realm = $1 for update`,
        [realm],
      );
      if (rows[0] === undefined) throw new Error(`the progress of ${realm} is missing`);
      return work(client, rows[0]);
    });
  }

  /** Everything that is read in `work` is of one moment. */
  snapshot<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return transaction(this.#database.pool, async (client) => {
      await client.query('set transaction isolation level repeatable read read only');
      return work(client);
    });
  }

  /** The first day of at most `batches` batches after a command; null where there are none. */
  async nextSpan(reads: Reads, realm: Realm, after: number, batches: number): Promise<Span | null> {
    const { rows } = await reads.query<{ day: number; upTo: number }>(
      `with b as (
         select last_seq, (at / 86400000)::integer as day from ${realm}.engine_batch
         where first_seq > $1 order by first_seq limit $2)
       select day, max(last_seq) as "upTo" from b where day = (select min(day) from b) group by day`,
      [after, batches],
    );
    return rows[0] ?? null;
  }

  async end(reads: Reads, realm: Realm): Promise<LogEnd> {
    const { rows } = await reads.query<LogEnd>(`select last_seq as seq, head from ${realm}.engine`);
    return rows[0] ?? { seq: 0, head: '' };
  }

  /** The hash of the chain after the last command of a batch. */
  async headAt(reads: Reads, realm: Realm, seq: number): Promise<string> {
    const { rows } = await reads.query<{ head: string }>(
      `select head from ${realm}.engine_batch where first_seq <= $1
       order by first_seq desc limit 1`,
      [seq],
    );
    return rows[0]?.head ?? '';
  }

  async progress(reads: Reads, realm: Realm): Promise<Progress> {
    const { rows } = await reads.query<Progress>(
      `select seq, counted_at as "countedAt"
       from daily_progress where realm = $1`,
      [realm],
    );
    return rows[0] ?? { seq: 0, countedAt: 0 };
  }

  async setProgress(reads: Reads, realm: Realm, to: Progress): Promise<void> {
    await reads.query('update daily_progress set seq = $2, counted_at = $3 where realm = $1', [
      realm,
      to.seq,
      to.countedAt,
    ]);
  }

  /** Adds to what the days have. */
  add(reads: Reads, realm: Realm, figures: readonly FigureRow[]): Promise<void> {
    return write(reads, realm, figures, 'daily_figure.value + excluded.value');
  }

  /** What only grows within a day: the highest number that was seen. */
  raise(reads: Reads, realm: Realm, figures: readonly FigureRow[]): Promise<void> {
    return write(reads, realm, figures, 'greatest(daily_figure.value, excluded.value)');
  }

  /** The days from `from` to `to`, both included. */
  async read(
    reads: Reads,
    realm: Realm,
    figures: readonly Figure[],
    from: number,
    to: number,
  ): Promise<FigureRow[]> {
    const { rows } = await reads.query<FigureRow & { value: string }>(
      `select figure, day, subject, value::text from daily_figure
       where realm = $1 and figure = any($2) and day between $3 and $4
       order by day, figure, subject`,
      [realm, figures, from, to],
    );
    return rows.map((row) => ({ ...row, value: BigInt(row.value) }));
  }

  /** What these accounts moved on each of the days, both included. */
  async readMoved(
    reads: Reads,
    realm: Realm,
    owners: readonly string[],
    from: number,
    to: number,
  ): Promise<FigureRow[]> {
    const { rows } = await reads.query<FigureRow & { value: string }>(
      `select figure, day, subject, value::text from daily_figure
       where realm = $1 and figure = 'moved' and day between $3 and $4
         and split_part(subject, ' ', 1) = any($2)
       order by day, subject`,
      [realm, owners, from, to],
    );
    return rows.map((row) => ({ ...row, value: BigInt(row.value) }));
  }

  /** The last day of which there is such a figure up to `day`; null for none. */
  async lastOf(
    reads: Reads,
    realm: Realm,
    figure: Figure,
    day: number,
  ): Promise<Pick<FigureRow, 'day' | 'value'> | null> {
    const { rows } = await reads.query<{ day: number; value: string }>(
      `select day, value::text from daily_figure
       where realm = $1 and figure = $2 and day <= $3 order by day desc limit 1`,
      [realm, figure, day],
    );
    const [row] = rows;
    return row === undefined ? null : { day: row.day, value: BigInt(row.value) };
  }

  /** What a figure comes to over all days up to `day`, by its subjects. */
  async sums(
    reads: Reads,
    realm: Realm,
    figure: Figure,
    day: number,
  ): Promise<Map<string, bigint>> {
    const { rows } = await reads.query<{ subject: string; sum: string }>(
      `select subject, sum(value)::text as sum from daily_figure
       where realm = $1 and figure = $2 and day <= $3 group by subject order by subject`,
      [realm, figure, day],
    );
    return new Map(rows.map(({ subject, sum }) => [subject, BigInt(sum)]));
  }
}

async function write(
  reads: Reads,
  realm: Realm,
  figures: readonly FigureRow[],
  value: string,
): Promise<void> {
  if (figures.length === 0) return;
  await reads.query(
    `insert into ${FIGURE}
     select $1, * from unnest($2::text[], $3::integer[], $4::text[], $5::numeric[])
     on conflict (realm, figure, day, subject) do update set value = ${value}`,
    [
      realm,
      figures.map(({ figure }) => figure),
      figures.map(({ day }) => day),
      figures.map(({ subject }) => subject),
      figures.map((row) => String(row.value)),
    ],
  );
}
