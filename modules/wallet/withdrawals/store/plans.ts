import type { Queryable } from './destinations.ts';

/** A plan that a person has accepted. */
export interface StoredPlan {
  readonly planId: number;
  readonly commandId: string;
  readonly userId: number;
  readonly asset: string;
  /** What was asked for, in units of 1e-8. */
  readonly amount: bigint;
  /** Of exactly what was shown. */
  readonly digest: string;
}

export async function planByCommand(db: Queryable, commandId: string): Promise<StoredPlan | null> {
  const { rows } = await db.query<Omit<StoredPlan, 'amount'> & { amount: string }>(
    `select plan_id as "planId", command_id as "commandId", user_id as "userId", asset,
       amount::text, digest from exit_plan where command_id = $1`,
    [commandId],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row, amount: BigInt(row.amount) };
}

/** Writes a plan down; its number, or null for a command id that was used. */
export async function addPlan(
  db: Queryable,
  { commandId, userId, asset, amount, digest }: Omit<StoredPlan, 'planId'>,
  at: number,
): Promise<number | null> {
  const { rows } = await db.query<{ planId: number }>(
    `insert into exit_plan (command_id, user_id, asset, amount, digest, at)
     values ($1, $2, $3, $4, $5, $6) on conflict (command_id) do nothing
     returning plan_id as "planId"`,
    [commandId, userId, asset, String(amount), digest, at],
  );
  return rows[0]?.planId ?? null;
}

/** Of a digest that has where money went in it nothing is left. */
export async function erasePlans(db: Queryable, userId: number): Promise<void> {
  await db.query(`update exit_plan set digest = '' where user_id = $1`, [userId]);
}
