import type { SignedTickHead } from '@assay/core/receipt/tick-head';
import type { Database } from '@assay/platform/db/database';

/** A day that is sealed: its last head, and its file. */
export interface SealedDay {
  readonly head: SignedTickHead;
  readonly bytes: number;
  /** SHA-256 of the file, in hex. */
  readonly fileHash: string;
  readonly sealedAt: number;
}

interface Row extends Omit<SignedTickHead, 'day'> {
  readonly day: number;
  readonly bytes: number;
  readonly fileHash: string;
  readonly sealedAt: number;
}

const DAY_MS = 86_400_000;

/** `2026-11-26` of days since 1970. */
export const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const dayOf = (at: number) => Math.floor(at / DAY_MS);
export const dayStart = (day: number) => day * DAY_MS;

const COLUMNS = `index_name AS index, day, first_n AS "firstN", last_n AS n, last_at AS at,
  encode(hash, 'hex') AS hash, encode(root, 'hex') AS root, encode(signature, 'hex') AS signature,
  bytes, encode(file_hash, 'hex') AS "fileHash", sealed_at AS "sealedAt"`;

/** Rows of `feed_tick_day`, and what sealing reads of the ticks. */
export class TickDayStore {
  readonly #pool: Database['pool'];

  constructor(db: Pick<Database, 'pool'>) {
    this.#pool = db.pool;
  }

  async add({ head, bytes, fileHash, sealedAt }: SealedDay): Promise<void> {
    await this.#pool.query(
      `INSERT INTO feed_tick_day (index_name, day, first_n, last_n, last_at, hash, root, signature,
         bytes, file_hash, sealed_at)
       VALUES ($1, $2::date - DATE '1970-01-01', $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'),
         decode($8, 'hex'), $9, decode($10, 'hex'), $11)`,
      [
        ...[head.index, head.day, head.firstN, head.n, head.at, head.hash, head.root],
        ...[head.signature, bytes, fileHash, sealedAt],
      ],
    );
  }

  /** The last sealed days of an index before a day, the latest first. */
  async before(index: string, day: number, limit: number): Promise<SealedDay[]> {
    const { rows } = await this.#pool.query<Row>(
      `SELECT ${COLUMNS} FROM feed_tick_day WHERE index_name = $1 AND day < $2
       ORDER BY day DESC LIMIT $3`,
      [index, day, limit],
    );
    return rows.map(sealedOf);
  }

  /** The sealed day that has the tick; undefined when there is none. */
  async with(index: string, n: number): Promise<SealedDay | undefined> {
    const { rows } = await this.#pool.query<Row>(
      `SELECT ${COLUMNS} FROM feed_tick_day
       WHERE index_name = $1 AND first_n <= $2 AND last_n >= $2`,
      [index, n],
    );
    return rows.map(sealedOf)[0];
  }

  /** The first sealed day of an index that ends at an instant or later. */
  async endingFrom(index: string, at: number): Promise<SealedDay | undefined> {
    const { rows } = await this.#pool.query<Row>(
      `SELECT ${COLUMNS} FROM feed_tick_day WHERE index_name = $1 AND last_at >= $2
       ORDER BY day LIMIT 1`,
      [index, at],
    );
    return rows.map(sealedOf)[0];
  }

  /** Of each index: the last tick that is sealed. */
  async sealedTo(): Promise<Map<string, number>> {
    const { rows } = await this.#pool.query<{ index: string; n: number }>(
      'SELECT index_name AS index, max(last_n) AS n FROM feed_tick_day GROUP BY index_name',
    );
    return new Map(rows.map(({ index, n }) => [index, n]));
  }

  /** The first tick above a number, undefined when there is none. */
  async nextTick(index: string, above: number): Promise<{ n: number; at: number } | undefined> {
    const { rows } = await this.#pool.query<{ n: number; at: number }>(
      'SELECT n, at FROM feed_tick WHERE index_name = $1 AND n > $2 ORDER BY n LIMIT 1',
      [index, above],
    );
    return rows[0];
  }

  /** Hashes of ticks from a number on, in hex, with the time of each. */
  async hashes(
    index: string,
    from: number,
    limit: number,
  ): Promise<{ readonly n: number; readonly at: number; readonly hash: string }[]> {
    const { rows } = await this.#pool.query<{ n: number; at: number; hash: string }>({
      name: 'tickHashes',
      text: `SELECT n, at, encode(hash, 'hex') AS hash FROM feed_tick
        WHERE index_name = $1 AND n >= $2 ORDER BY n LIMIT $3`,
      values: [index, from, limit],
    });
    return rows;
  }

  /**
   * The number of the first tick at an instant or later, of those that are in the database; one
   * above the last when there is none. Numbers have no gaps and rise with time, so it is halved in.
   */
  async firstFrom(index: string, at: number): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number | null }>({
      name: 'firstTickFrom',
      text: `WITH RECURSIVE span (low, high) AS (
          SELECT min(n), max(n) + 1 FROM feed_tick WHERE index_name = $1
          UNION ALL
          SELECT CASE WHEN t.at >= $2 THEN low ELSE t.n + 1 END,
            CASE WHEN t.at >= $2 THEN t.n ELSE high END
          FROM span JOIN feed_tick t ON t.index_name = $1 AND t.n = (low + high) / 2
          WHERE low < high)
        SELECT low AS n FROM span ORDER BY high - low LIMIT 1`,
      values: [index, at],
    });
    return rows[0]?.n ?? 1;
  }
}

function sealedOf({ bytes, fileHash, sealedAt, day, ...head }: Row): SealedDay {
  return { head: { ...head, day: dayText(day) }, bytes, fileHash, sealedAt };
}
