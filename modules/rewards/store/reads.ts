import type { Database } from '@assay/platform/db/database';

type Reads = Database['pool'];

export interface PaidReward {
  readonly seq: number;
  readonly day: number;
  readonly slot: number;
  readonly asset: number;
  readonly amount: bigint;
  readonly at: number;
}

/** The rewards of a person, the latest first. */
export async function rewardsOf(
  reads: Reads,
  userId: number,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<PaidReward[]> {
  const { rows } = await reads.query<Omit<PaidReward, 'amount'> & { amount: string }>(
    `select seq, day, slot, asset, amount::text, at from real.reward
     where user_id = $1 and seq < $2 order by seq desc limit $3`,
    [userId, before, limit],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export interface PaidDay {
  readonly day: number;
  readonly rewards: number;
  readonly amount: bigint;
}

/** What was paid on each UTC day since, and to how many people in all. */
export async function paidSince(
  reads: Reads,
  since: number,
): Promise<{ readonly people: number; readonly days: PaidDay[] }> {
  const { rows } = await reads.query<{ day: number; rewards: number; amount: string }>(
    `select (at / 86400000)::integer as day, count(*)::integer as rewards, sum(amount)::text as amount
     from real.reward where at >= $1 group by 1 order by 1 desc`,
    [since],
  );
  const counted = await reads.query<{ people: number }>(
    'select count(distinct user_id)::integer as people from real.reward where at >= $1',
    [since],
  );
  const days = rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
  return { people: counted.rows[0]?.people ?? 0, days };
}
