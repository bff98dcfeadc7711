import type { Database } from '@assay/platform/db/database';

const MINUTE_MS = 60_000;
/** A price that is older says nothing of what something was worth. */
const OLDEST_MINUTES = 60;
/** Minutes of which the candle may not have been written yet. */
const FRESH_MINUTES = 10;

/**
 * The last price of an index, in units of 1e-8, in the last minute that was over at an instant and
 * had one, at most an hour before; null where there was none. Rows of the tick log and, later, the
 * candles of minutes say the same, so that it does not matter when it is asked.
 */
export async function readMinuteClose(
  pool: Pick<Database['pool'], 'query'>,
  index: string,
  at: number,
): Promise<bigint | null> {
  const end = Math.floor(at / MINUTE_MS);
  const ticks = await pool.query<{ price: string }>({
    name: 'minuteClose ticks',
    text: `SELECT trunc(index_price * 100000000)::text AS price FROM
        (SELECT * FROM feed_tick WHERE at >= $2 AND at < $3 OFFSET 0) AS t
      WHERE index_name = $1 AND index_price IS NOT NULL ORDER BY n DESC LIMIT 1`,
    values: [index, (end - FRESH_MINUTES) * MINUTE_MS, end * MINUTE_MS],
  });
  const [tick] = ticks.rows;
  if (tick !== undefined) return BigInt(tick.price);
  const { rows } = await pool.query<{ close: string }>({
    name: 'minuteClose candle',
    text: `SELECT close::text FROM feed_candle WHERE index_name = $1 AND level = 1
        AND minute >= $2 AND minute < $3 ORDER BY minute DESC LIMIT 1`,
    values: [index, end - OLDEST_MINUTES, end],
  });
  return rows[0] === undefined ? null : BigInt(rows[0].close);
}
