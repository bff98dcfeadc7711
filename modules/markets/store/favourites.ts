import type { Database } from '@assay/platform/db/database';

/** The most favourites of one person. */
export const FAVOURITES_MAX = 200;

/** Rows of `favourite`. */
export class FavouriteStore {
  readonly #pool: Database['pool'];

  constructor(db: Pick<Database, 'pool'>) {
    this.#pool = db.pool;
  }

  async read(userId: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ market: string }>(
      'SELECT market FROM favourite WHERE user_id = $1 ORDER BY added_at, market',
      [userId],
    );
    return rows.map((row) => row.market);
  }

  /**
   * Adds a market; returns false when there are FAVOURITES_MAX already. Adding it again changes
   * nothing.
   */
  async add(userId: number, market: string, now: number): Promise<boolean> {
    const { rows } = await this.#pool.query<{ known: boolean; added: number }>(
      `WITH known AS (SELECT 1 FROM favourite WHERE user_id = $1 AND market = $2),
       added AS (
         INSERT INTO favourite (user_id, market, added_at)
         SELECT $1, $2, $3 WHERE (SELECT count(*) FROM favourite WHERE user_id = $1) < $4
         ON CONFLICT DO NOTHING RETURNING 1)
       SELECT EXISTS (SELECT 1 FROM known) AS known, (SELECT count(*)::int FROM added) AS added`,
      [userId, market, now, FAVOURITES_MAX],
    );
    if (rows[0]?.known === true || rows[0]?.added === 1) return true;
    // Perhaps the same market was added at the same time, and is there now.
    const { rowCount } = await this.#pool.query(
      'SELECT FROM favourite WHERE user_id = $1 AND market = $2',
      [userId, market],
    );
    return rowCount === 1;
  }

  /** What is stored of a person, for the download of their data. */
  async all(userId: number): Promise<object[]> {
    const { rows } = await this.#pool.query<object>(
      'SELECT market, added_at AS "addedAt" FROM favourite WHERE user_id = $1 ORDER BY added_at',
      [userId],
    );
    return rows;
  }

  async removeAll(userId: number): Promise<void> {
    await this.#pool.query('DELETE FROM favourite WHERE user_id = $1', [userId]);
  }

  /** Removes a market; returns whether it was a favourite. */
  async remove(userId: number, market: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'DELETE FROM favourite WHERE user_id = $1 AND market = $2',
      [userId, market],
    );
    return rowCount === 1;
  }
}
