import type { Database } from '@assay/platform/db/database';
import { Deposed } from '@assay/platform/engine/store';
import type { Tick } from '../rules/index.ts';

/** The end of an index's log, to which the next tick is chained. */
export interface TickHead {
  readonly n: number;
  readonly at: number;
  readonly hash: string;
}

/**
 * How long ticks are rows. One is about 300 bytes there and a few in the file of its day, so rows
 * are kept for what is asked for often, and files for ever.
 */
export const TICK_MS = 2 * 86_400_000;

const PRUNE_PIECE = 20_000;

interface TickRow {
  readonly index: string;
  readonly n: number;
  readonly at: number;
  readonly price: string | null;
  readonly parts: string;
  readonly prev: string | null;
  readonly hash: string;
}

/** Rows of the tick log. They are inserted and, after their time, removed; never changed. */
export class TickStore {
  readonly #pool: Database['pool'];

  constructor(db: Pick<Database, 'pool'>) {
    this.#pool = db.pool;
  }

  /**
   * Appends ticks in one statement: all or none. `epoch` is that of the real realm's engine, whose
   * writer alone may log prices.
   * @throws Deposed when the realm has another writer by now
   */
  async append(ticks: readonly Tick[], epoch: number): Promise<void> {
    const { rowCount } = await this.#pool.query({
      name: 'appendTicks',
      text: `INSERT INTO feed_tick (index_name, n, at, index_price, parts, hash)
        SELECT s, n, at, i, p, decode(h, 'hex') FROM unnest($1::text[], $2::bigint[], $3::bigint[],
          $4::numeric[], $5::text[], $6::text[]) AS t (s, n, at, i, p, h)
        WHERE EXISTS (SELECT FROM real.engine WHERE epoch = $7)`,
      values: [
        ticks.map((tick) => tick.index),
        ticks.map((tick) => tick.n),
        ticks.map((tick) => tick.at),
        ticks.map((tick) => (tick.price === '' ? null : tick.price)),
        ticks.map((tick) => tick.parts),
        ticks.map((tick) => tick.hash),
        epoch,
      ],
    });
    if (rowCount === 0) throw new Deposed('another server has the realm and its prices');
  }

  /** The last tick of each index that has one. */
  async heads(indices: readonly string[]): Promise<Map<string, TickHead>> {
    const { rows } = await this.#pool.query<TickHead & { index: string }>(
      `SELECT s AS index, n, at, encode(hash, 'hex') AS hash FROM unnest($1::text[]) AS s
       CROSS JOIN LATERAL
         (SELECT n, at, hash FROM feed_tick WHERE index_name = s ORDER BY n DESC LIMIT 1) AS last`,
      [indices],
    );
    return new Map(rows.map(({ index, n, at, hash }) => [index, { n, at, hash }]));
  }

  /** Up to `limit` ticks in order: from number `from` on, else the last ones. */
  async read(index: string, from: number | undefined, limit: number): Promise<Tick[]> {
    const span =
      from === undefined ? 'ORDER BY n DESC LIMIT $2' : 'AND n >= $3 ORDER BY n LIMIT $2';
    const { rows } = await this.#pool.query<TickRow>(
      `SELECT coalesce((SELECT former FROM feed_renamed r
           WHERE r.index_name = $1 AND t.n <= r.last_n), $1) AS index,
         n, at, index_price::text AS price, parts, encode(hash, 'hex') AS hash,
         encode(coalesce(lag(hash) OVER (ORDER BY n),
           (SELECT hash FROM feed_tick b WHERE b.index_name = $1 AND b.n = t.n - 1),
           (SELECT hash FROM feed_tick_pruned b WHERE b.index_name = $1 AND b.n = t.n - 1)),
           'hex') AS prev
       FROM (SELECT * FROM feed_tick WHERE index_name = $1 ${span}) AS t ORDER BY n`,
      from === undefined ? [index, limit] : [index, limit, from],
    );
    return rows.map((row) => ({
      index: row.index,
      n: row.n,
      at: row.at,
      price: row.price ?? '',
      parts: row.parts,
      prev: row.prev ?? '0'.repeat(64),
      hash: row.hash,
    }));
  }

  /** All names that the index has had, oldest first: its ticks were hashed under them. */
  async names(index: string): Promise<string[]> {
    const { rows } = await this.#pool.query<{ former: string }>(
      'SELECT former FROM feed_renamed WHERE index_name = $1',
      [index],
    );
    return [...rows.map(({ former }) => former), index];
  }

  /** Ticks with a price since an instant, oldest first, without their components. */
  async prices(
    index: string,
    since: number,
  ): Promise<{ readonly at: number; readonly price: string }[]> {
    const { rows } = await this.#pool.query<{ at: number; price: string }>(
      `SELECT at, index_price::text AS price FROM feed_tick
       WHERE index_name = $1 AND at >= $2 AND index_price IS NOT NULL ORDER BY n`,
      [index, since],
    );
    return rows;
  }

  /**
   * Prices in [from, to] by the times of their ticks, in order: at most `limit`.
   */
  async between(index: string, from: number, to: number, limit: number): Promise<Tick[]> {
    const { rows } = await this.#pool.query<{ n: number }>({
      name: 'ticksBetween',
      // The index by time has all indices; the fence keeps the planner from walking one by number.
      text: `SELECT n FROM (SELECT index_name, n FROM feed_tick
          WHERE at >= $2 AND at <= $3 OFFSET 0) AS t
        WHERE index_name = $1 ORDER BY n LIMIT $4`,
      values: [index, from, to, limit],
    });
    const first = rows[0]?.n;
    return first === undefined ? [] : this.read(index, first, rows.length);
  }

  /**
   * Removes ticks older than `before` but the last, and none above the number `upTo`, and keeps
   * the hash that the first one left is chained to. Returns how many went.
   */
  async prune(index: string, before: number, upTo = Number.MAX_SAFE_INTEGER): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      `SELECT n FROM feed_tick WHERE index_name = $1 AND at < $2
         AND n < (SELECT max(n) FROM feed_tick WHERE index_name = $1) AND n <= $3
       ORDER BY n DESC LIMIT 1`,
      [index, before, upTo],
    );
    const last = rows[0]?.n;
    if (last === undefined) return 0;
    let removed = 0;
    for (;;) {
      const result = await this.#pool.query(
        `WITH old AS (SELECT n FROM feed_tick WHERE index_name = $1 AND n <= $2 ORDER BY n LIMIT $3),
         gone AS (DELETE FROM feed_tick t USING old WHERE t.index_name = $1 AND t.n = old.n
           RETURNING t.n, t.hash)
         INSERT INTO feed_tick_pruned (index_name, n, hash)
         SELECT $1, n, hash FROM gone ORDER BY n DESC LIMIT 1
         ON CONFLICT (index_name) DO UPDATE SET n = excluded.n, hash = excluded.hash
         RETURNING n, (SELECT count(*) FROM gone) AS removed`,
        [index, last, PRUNE_PIECE],
      );
      removed += Number(result.rows[0]?.removed ?? 0);
      if (result.rows.length === 0 || result.rows[0].n >= last) return removed;
    }
  }
}
