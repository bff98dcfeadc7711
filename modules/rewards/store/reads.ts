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

/** What was paid on each UTC day from one on, the latest first: sums that are kept (RWRD-050). */
export async function paidSince(reads: Reads, since: number): Promise<PaidDay[]> {
  const { rows } = await reads.query<{ day: number; rewards: number; amount: string }>(
    `select day, rewards, amount::text from real.reward_day_sum where day >= $1
     order by day desc`,
    [since],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}
