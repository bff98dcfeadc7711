import type { Database } from '@assay/platform/db/database';
import { networkOf } from '@assay/platform/http/limits';

type Db = Pick<Database, 'pool'>;

export interface Invited {
  readonly userId: number;
  readonly referrerId: number;
}

/** Who was invited, and by whom: those with numbers above one, in their order. */
export async function readInvited({ pool }: Db, after: number, limit: number): Promise<Invited[]> {
  const { rows } = await pool.query<Invited>(
    `select user_id as "userId", referrer_id as "referrerId" from person
     where referrer_id is not null and user_id > $1 and not demo_only
     order by user_id limit $2`,
    [after, limit],
  );
  return rows;
}

/** For each pair of people, how many networks both have had sessions in since then. */
export async function countSharedNetworks(
  { pool }: Db,
  pairs: readonly (readonly [number, number])[],
  since: number,
): Promise<number[]> {
  const people = [...new Set(pairs.flat())];
  const { rows } = await pool.query<{ userId: number; ip: string }>(
    `select distinct user_id as "userId", ip from session
     where user_id = any ($1::bigint[]) and last_seen_at >= $2`,
    [people, since],
  );
  const networks = new Map<number, Set<string>>(people.map((userId) => [userId, new Set()]));
  for (const { userId, ip } of rows) networks.get(userId)?.add(networkOf(ip));
  return pairs.map(([one, other]) => {
    const [of, ofOther] = [networks.get(one)!, networks.get(other)!];
    return [...of].filter((network) => ofOther.has(network)).length;
  });
}
