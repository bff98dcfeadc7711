import type { Realm } from '@assay/core/ledger/realm';
import type { Pool, PoolClient } from '../db/database.ts';

/**
 * For each time, the last command of the last batch before it; 0 when there is none. Sequence
 * numbers and times of batches rise together, so a binary search finds each in about twenty steps.
 */
export async function lastCommandsBefore(
  reads: Pick<Pool | PoolClient, 'query'>,
  realm: Realm,
  times: readonly number[],
): Promise<number[]> {
  const { rows } = await reads.query<{ low: number }>({
    name: `commands-before-${realm}`,
    text: `SELECT (
             WITH RECURSIVE span (low, high) AS (
               SELECT 0::bigint, last_seq FROM ${realm}.engine
               UNION ALL
               SELECT CASE WHEN b.at < t.at THEN b.last_seq ELSE low END,
                      CASE WHEN b.at < t.at THEN high ELSE b.first_seq - 1 END
               FROM span, LATERAL (
                 SELECT first_seq, last_seq, at FROM ${realm}.engine_batch
                 WHERE first_seq <= (low + high + 1) / 2 ORDER BY first_seq DESC LIMIT 1) b
               WHERE low < high)
             SELECT max(low) FROM span) AS low
           FROM unnest($1::bigint[]) WITH ORDINALITY AS t (at, place) ORDER BY t.place`,
    values: [times],
  });
  return rows.map(({ low }) => low);
}
