import type { Database } from '@assay/platform/db/database';

type Reads = Database['pool'];

/** What a level or a day brought of an asset. */
export interface Income {
  readonly asset: number;
  readonly fees: bigint;
  readonly amount: bigint;
}
type Written<T extends Income> = Omit<T, 'fees' | 'amount'> & { fees: string; amount: string };

const read = <T extends Income>(rows: Written<T>[]) =>
  rows.map((row) => ({ ...row, fees: BigInt(row.fees), amount: BigInt(row.amount) })) as T[];

const SUMS = 'asset, sum(fees)::text as fees, sum(amount)::text as amount';

export interface LevelIncome extends Income {
  readonly level: number;
}

/** All that was ever paid to a person: sums that are kept (PROM-025). */
export async function incomeByLevel(reads: Reads, userId: number): Promise<LevelIncome[]> {
  const { rows } = await reads.query<Written<LevelIncome>>(
    `select level, asset, fees::text, amount::text from real.commission_sum where user_id = $1
     order by level, asset`,
    [userId],
  );
  return read<LevelIncome>(rows);
}

export interface DayIncome extends LevelIncome {
  readonly day: number;
}

export async function incomeByDay(
  reads: Reads,
  userId: number,
  since: number,
): Promise<DayIncome[]> {
  const { rows } = await reads.query<Written<DayIncome>>(
    `select day, level, ${SUMS} from real.commission where user_id = $1 and day >= $2
     group by day, level, asset order by day desc, level, asset`,
    [userId, since],
  );
  return read<DayIncome>(rows);
}

export interface Commission extends DayIncome {
  readonly seq: number;
  readonly memberId: number;
  readonly ratePpm: number;
  readonly at: number;
}

/**
 * Commissions of a person, the latest first; level 0: of all. One command pays a person on several
 * levels of one member never, and in several assets rarely: pages end between commands.
 */
export async function commissionsOf(
  reads: Reads,
  userId: number,
  {
    level,
    before,
    limit,
  }: { readonly level: number; readonly before: number; readonly limit: number },
): Promise<Commission[]> {
  // A level has a query of its own: a condition that may be none leaves the planner no index.
  const own = level === 0 ? 'user_id = $1' : 'user_id = $1 and level = $4';
  const { rows } = await reads.query<Written<Commission>>(
    `select seq, level, asset, member_id as "memberId", day, fees::text, rate_ppm as "ratePpm",
       amount::text, at
     from real.commission where ${own} and seq < $2 and seq >= coalesce(
       (select min(seq) from (select distinct seq from real.commission
          where ${own} and seq < $2 order by seq desc limit $3) page), $2)
     order by seq desc, level, asset`,
    level === 0 ? [userId, before, limit] : [userId, before, limit, level],
  );
  return read<Commission>(rows);
}

export interface Leader extends Omit<Income, 'fees'> {
  readonly userId: number;
}

/** What everybody got on the days of a span, by asset: sums that are kept (PROM-040). */
export async function incomeOfDays(
  reads: Reads,
  { from, before }: { readonly from: number; readonly before: number },
): Promise<Leader[]> {
  const { rows } = await reads.query<Omit<Leader, 'amount'> & { amount: string }>(
    `select user_id as "userId", asset, sum(amount)::text as amount from real.earner_day_sum
     where day >= $1 and day < $2 group by user_id, asset`,
    [from, before],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/**
 * The same of all together from a day on: a person's fees count once, however many levels they
 * pay. Sums that are kept.
 */
export async function sumsSince(reads: Reads, day: number): Promise<Income[]> {
  const { rows } = await reads.query<Written<Income>>(
    `select ${SUMS} from real.commission_day_sum where day >= $1 group by asset order by asset`,
    [day],
  );
  return read<Income>(rows);
}

export interface ClusterRow {
  readonly clusterId: number;
  readonly members: number[];
  readonly joinedAt: number;
}

export async function clusterRows(reads: Reads, limit: number): Promise<ClusterRow[]> {
  const { rows } = await reads.query<ClusterRow>(
    `select cluster_id as "clusterId", array_agg(user_id order by user_id) as members,
       max(joined_at) as "joinedAt"
     from real.cluster_member group by cluster_id order by max(joined_at) desc limit $1`,
    [limit],
  );
  return rows;
}

/** Who was invited, by number, the latest first. */
export async function latestReferrals(
  reads: Reads,
  limit: number,
): Promise<{ readonly userId: number; readonly referrerId: number }[]> {
  const { rows } = await reads.query<{ userId: number; referrerId: number }>(
    `select user_id as "userId", referrer_id as "referrerId" from real.referral
     order by user_id desc limit $1`,
    [limit],
  );
  return rows;
}
