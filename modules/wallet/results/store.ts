import type { Realm } from '@assay/core/ledger/realm';
import type { Pool, PoolClient } from '@assay/platform/db/database';
import type { Holding, Results } from './rules.ts';

export type Queryable = Pick<Pool | PoolClient, 'query'>;

/** What came in otherwise than by a trade, and the price at which it was counted. */
export interface Arrival {
  readonly seq: number;
  readonly at: number;
  readonly asset: number;
  readonly amount: bigint;
  readonly price: bigint | null;
}

/** Results, and the command up to which they are added up. */
export interface StoredResults extends Results {
  readonly seq: number;
}

/** The command up to which everything is durable. */
export async function lastCommand(db: Queryable, realm: Realm): Promise<number> {
  const { rows } = await db.query<{ seq: number }>(`select last_seq as seq from ${realm}.engine`);
  return rows[0]?.seq ?? 0;
}

/** A person's results; two who add them up at once wait for each other. */
export async function lockResults(
  client: PoolClient,
  realm: Realm,
  userId: number,
): Promise<StoredResults> {
  await client.query(
    `insert into ${realm}.result_person (user_id) values ($1) on conflict do nothing`,
    [userId],
  );
  const { rows } = await client.query<{ seq: number; spot: string; contracts: string }>(
    `select seq, spot::text, contracts::text from ${realm}.result_person
     where user_id = $1 for update`,
    [userId],
  );
  const { seq, spot, contracts } = rows[0]!;
  const held = await client.query<{
    asset: number;
    quantity: string;
    cost: string;
    isKnown: boolean;
  }>(
    `select asset, quantity::text, cost::text, is_known as "isKnown" from ${realm}.result_holding
     where user_id = $1 order by asset`,
    [userId],
  );
  const holdings = new Map<number, Holding>();
  for (const { asset, quantity, cost, isKnown } of held.rows) {
    holdings.set(asset, { quantity: BigInt(quantity), cost: BigInt(cost), isKnown });
  }
  return { seq, holdings, spot: BigInt(spot), contracts: BigInt(contracts) };
}

export async function saveResults(
  client: PoolClient,
  realm: Realm,
  userId: number,
  { seq, holdings, spot, contracts }: StoredResults,
  arrivals: readonly Arrival[],
): Promise<void> {
  await client.query(
    `update ${realm}.result_person set seq = $2, spot = $3, contracts = $4 where user_id = $1`,
    [userId, seq, spot.toString(), contracts.toString()],
  );
  const held = [...holdings];
  await client.query(
    `insert into ${realm}.result_holding (user_id, asset, quantity, cost, is_known)
     select $1, * from unnest($2::integer[], $3::bigint[], $4::numeric[], $5::boolean[])
     on conflict (user_id, asset) do update set quantity = excluded.quantity,
       cost = excluded.cost, is_known = excluded.is_known`,
    [
      userId,
      held.map(([asset]) => asset),
      held.map(([, { quantity }]) => quantity.toString()),
      held.map(([, { cost }]) => cost.toString()),
      held.map(([, { isKnown }]) => isKnown),
    ],
  );
  await client.query(
    `insert into ${realm}.result_arrival (user_id, n, seq, asset, amount, price, at)
     select $1, * from unnest($2::integer[], $3::bigint[], $4::integer[], $5::bigint[],
       $6::bigint[], $7::bigint[])`,
    [
      userId,
      arrivals.map((_, n) => n),
      arrivals.map(({ seq: of }) => of),
      arrivals.map(({ asset }) => asset),
      arrivals.map(({ amount }) => amount.toString()),
      arrivals.map(({ price }) => price?.toString() ?? null),
      arrivals.map(({ at }) => at),
    ],
  );
}

/** What came in otherwise than by a trade, the latest first. */
export async function arrivalsOf(
  db: Queryable,
  realm: Realm,
  userId: number,
  limit: number,
): Promise<Arrival[]> {
  const { rows } = await db.query<
    { seq: number; at: number; asset: number } & Record<'amount' | 'price', string>
  >(
    `select seq, at, asset, amount::text, price::text from ${realm}.result_arrival
     where user_id = $1 order by seq desc, n desc limit $2`,
    [userId, limit],
  );
  return rows.map(({ amount, price, ...row }) => ({
    ...row,
    amount: BigInt(amount),
    price: price === null ? null : BigInt(price),
  }));
}
