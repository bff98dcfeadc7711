import type { Database } from '@assay/platform/db/database';
import { Deposed } from '@assay/platform/engine/store';
import { FIRST_PREV, type Tick } from '../rules/index.ts';

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
  readonly n: number;
  readonly at: number;
  readonly price: string | null;
  readonly parts: string;
  readonly hash: string;
}

/** The last tick whose row is gone: its number and hash are all that is kept. */
interface PrunedRow {
  readonly n: number;
  readonly at: null;
  readonly hash: string;
}

const isTick = (row: TickRow | PrunedRow): row is TickRow => row.at !== null;

/** What an index was called up to a tick. */
interface Renamed {
  readonly former: string;
  readonly lastN: number;
}

/** One statement: what is removed meanwhile is either still there or kept as removed. */
const ROWS = `SELECT n, NULL::bigint AS at, NULL AS price, NULL AS parts, encode(hash, 'hex') AS hash
  FROM feed_tick_pruned WHERE index_name = $1
  UNION ALL (SELECT n, at, index_price::text, parts, encode(hash, 'hex')
  FROM feed_tick WHERE index_name = $1`;
const LAST_TICKS = { name: 'lastTicks', text: `${ROWS} ORDER BY n DESC LIMIT $2)` };
const TICKS_FROM = { name: 'ticksFrom', text: `${ROWS} AND n >= $2 ORDER BY n LIMIT $3)` };

/** Rows of the tick log. They are inserted and, after their time, removed; never changed. */
export class TickStore {
  readonly #pool: Database['pool'];
  #known: ReadonlyMap<string, Renamed> | undefined;

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

  /**
   * Up to `limit` ticks in order: from number `from` on, else the last ones. The row before them is
   * read with them, because its hash is what the first one is chained to.
   */
  async read(index: string, from: number | undefined, limit: number): Promise<Tick[]> {
    const { rows } = await this.#pool.query<TickRow | PrunedRow>(
      from === undefined
        ? { ...LAST_TICKS, values: [index, limit + 1] }
        : { ...TICKS_FROM, values: [index, from - 1, limit + 1] },
    );
    const ticks = rows.filter(isTick);
    if (from === undefined) ticks.reverse();
    const hasBefore = from === undefined ? ticks.length > limit : ticks[0]?.n === from - 1;
    const before = hasBefore ? ticks.shift() : rows.find((row) => !isTick(row));
    const wanted = ticks.slice(0, limit);
    const renamed = (await this.#renamed()).get(index);
    let prev = before !== undefined && before.n + 1 === wanted[0]?.n ? before.hash : FIRST_PREV;
    return wanted.map(({ n, at, price, parts, hash }) => {
      const name = renamed !== undefined && n <= renamed.lastN ? renamed.former : index;
      const tick = { index: name, n, at, price: price ?? '', parts, prev, hash };
      prev = hash;
      return tick;
    });
  }

  /** The first tick of an index that is a row. */
  async oldest(index: string): Promise<{ readonly n: number; readonly at: number } | undefined> {
    const { rows } = await this.#pool.query<{ n: number; at: number }>({
      name: 'oldestTick',
      text: 'SELECT n, at FROM feed_tick WHERE index_name = $1 ORDER BY n LIMIT 1',
      values: [index],
    });
    return rows[0];
  }

  /** All names that the index has had, oldest first: its ticks were hashed under them. */
  async names(index: string): Promise<string[]> {
    const renamed = (await this.#renamed()).get(index);
    return renamed === undefined ? [index] : [renamed.former, index];
  }

  /** What indices were called before, which only a migration has ever written. */
  async #renamed(): Promise<ReadonlyMap<string, Renamed>> {
    if (this.#known === undefined) {
      const { rows } = await this.#pool.query<Renamed & { index: string }>(
        'SELECT index_name AS index, former, last_n AS "lastN" FROM feed_renamed',
      );
      this.#known = new Map(rows.map((row) => [row.index, row]));
    }
    return this.#known;
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
