import type { Realm } from '@assay/core/ledger/realm';
import type { Database } from '@assay/platform/db/database';

/** How many people did something on a UTC day; days are counted since 1970-01-01. */
export interface DailyPeople {
  readonly realm: Realm;
  readonly figure: 'registered' | 'active';
  readonly day: number;
  readonly count: number;
}

/**
 * Who registered from an instant on, by day: in the demo realm visitors without an account. And
 * who last used a session, from `seenFrom` on.
 */
export async function readDailyPeople(
  { pool }: Pick<Database, 'pool'>,
  from: number,
  seenFrom: number,
): Promise<DailyPeople[]> {
  const { rows } = await pool.query<DailyPeople>(
    `select case when demo_only then 'demo' else 'real' end as realm, 'registered' as figure,
       created_at / 86400000 as day, count(*) as count
     from person where created_at >= $1 group by 1, 3
     union all
     select realm, 'active', last_seen_at / 86400000, count(distinct user_id)
     from session where last_seen_at >= $2 group by 1, 3`,
    [from, seenFrom],
  );
  return rows;
}
