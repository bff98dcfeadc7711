import type { Database } from '@assay/platform/db/database';

type Db = Database['pool'];

/** The zone that somebody has chosen; null for none. */
export async function zoneOf(db: Db, userId: number): Promise<string | null> {
  const { rows } = await db.query<{ zone: string }>(
    'select zone from reward_zone where user_id = $1',
    [userId],
  );
  return rows[0]?.zone ?? null;
}

export async function setZone(db: Db, userId: number, zone: string, now: number): Promise<void> {
  await db.query(
    `insert into reward_zone (user_id, zone, changed_at) values ($1, $2, $3)
     on conflict (user_id) do update set zone = excluded.zone, changed_at = excluded.changed_at`,
    [userId, zone, now],
  );
}

export async function forgetZone(db: Db, userId: number): Promise<void> {
  await db.query('delete from reward_zone where user_id = $1', [userId]);
}
