import type { Database } from '@assay/platform/db/database';
import type { Tick } from '../rules.ts';

/** The end of a symbol's log, to which the next tick is chained. */
export interface TickHead {
  readonly n: number;
  readonly at: number;
  readonly hash: string;
}

const PRUNE_PIECE = 20_000;

interface TickRow {
  readonly n: number;
  readonly at: number;
  readonly index: string | null;
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

  /** Appends ticks in one statement: all or none. */
  async append(ticks: readonly Tick[]): Promise<void> {
    await this.#pool.query({
      name: 'appendTicks',
      text: `INSERT INTO feed_tick (symbol, n, at, index_price, parts, hash)
        SELECT s, n, at, i, p, decode(h, 'hex') FROM unnest($1::text[], $2::bigint[], $3::bigint[],
          $4::numeric[], $5::text[], $6::text[]) AS t (s, n, at, i, p, h)`,
      values: [
        ticks.map((tick) => tick.symbol),
        ticks.map((tick) => tick.n),
        ticks.map((tick) => tick.at),
        ticks.map((tick) => (tick.index === '' ? null : tick.index)),
        ticks.map((tick) => tick.parts),
        ticks.map((tick) => tick.hash),
      ],
    });
  }

  /** The last tick of each symbol that has one. */
  async heads(symbols: readonly string[]): Promise<Map<string, TickHead>> {
    const { rows } = await this.#pool.query<TickHead & { symbol: string }>(
      `SELECT s AS symbol, n, at, encode(hash, 'hex') AS hash FROM unnest($1::text[]) AS s
       CROSS JOIN LATERAL
         (SELECT n, at, hash FROM feed_tick WHERE symbol = s ORDER BY n DESC LIMIT 1) AS last`,
      [symbols],
    );
    return new Map(rows.map(({ symbol, n, at, hash }) => [symbol, { n, at, hash }]));
  }

  /** Up to `limit` ticks in order: from number `from` on, else the last ones. */
  async read(symbol: string, from: number | undefined, limit: number): Promise<Tick[]> {
    const span =
      from === undefined ? 'ORDER BY n DESC LIMIT $2' : 'AND n >= $3 ORDER BY n LIMIT $2';
    const { rows } = await this.#pool.query<TickRow>(
      `SELECT n, at, index_price::text AS index, parts, encode(hash, 'hex') AS hash,
         encode(coalesce(lag(hash) OVER (ORDER BY n),
           (SELECT hash FROM feed_tick b WHERE b.symbol = $1 AND b.n = t.n - 1),
           (SELECT hash FROM feed_tick_pruned b WHERE b.symbol = $1 AND b.n = t.n - 1)),
           'hex') AS prev
       FROM (SELECT * FROM feed_tick WHERE symbol = $1 ${span}) AS t ORDER BY n`,
      from === undefined ? [symbol, limit] : [symbol, limit, from],
    );
    return rows.map((row) => ({
      symbol,
      n: row.n,
      at: row.at,
      index: row.index ?? '',
      parts: row.parts,
      prev: row.prev ?? '0'.repeat(64),
      hash: row.hash,
    }));
  }

  /** Ticks with a price since an instant, oldest first, without their components. */
  async prices(
    symbol: string,
    since: number,
  ): Promise<{ readonly at: number; readonly index: string }[]> {
    const { rows } = await this.#pool.query<{ at: number; index: string }>(
      `SELECT at, index_price::text AS index FROM feed_tick
       WHERE symbol = $1 AND at >= $2 AND index_price IS NOT NULL ORDER BY n`,
      [symbol, since],
    );
    return rows;
  }

  /**
   * Removes ticks older than `before` but the last, and keeps the hash that the first one left is
   * chained to. Returns how many went.
   */
  async prune(symbol: string, before: number): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      `SELECT n FROM feed_tick WHERE symbol = $1 AND at < $2
         AND n < (SELECT max(n) FROM feed_tick WHERE symbol = $1)
       ORDER BY n DESC LIMIT 1`,
      [symbol, before],
    );
    const last = rows[0]?.n;
    if (last === undefined) return 0;
    let removed = 0;
    for (;;) {
      const result = await this.#pool.query(
        `WITH old AS (SELECT n FROM feed_tick WHERE symbol = $1 AND n <= $2 ORDER BY n LIMIT $3),
         gone AS (DELETE FROM feed_tick t USING old WHERE t.symbol = $1 AND t.n = old.n
           RETURNING t.n, t.hash)
         INSERT INTO feed_tick_pruned (symbol, n, hash)
         SELECT $1, n, hash FROM gone ORDER BY n DESC LIMIT 1
         ON CONFLICT (symbol) DO UPDATE SET n = excluded.n, hash = excluded.hash
         RETURNING n, (SELECT count(*) FROM gone) AS removed`,
        [symbol, last, PRUNE_PIECE],
      );
      removed += Number(result.rows[0]?.removed ?? 0);
      if (result.rows.length === 0 || result.rows[0].n >= last) return removed;
    }
  }
}
