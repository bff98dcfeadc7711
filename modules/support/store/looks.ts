import type { MaskedField } from '../rules/index.ts';
import type { Queryable } from './tickets.ts';

/** A look at a picture, or at a field that is masked otherwise. */
export interface Look {
  readonly userId: number;
  readonly operatorId: number;
  readonly kind: 'file' | MaskedField;
  readonly fileId: number | null;
  readonly reason: string;
  readonly at: number;
}

/** An arbitrary number, the first half of the lock of a member's looks. */
const LOOK_LOCK = 421_775;

export async function addLook(client: Queryable, look: Look): Promise<void> {
  const { userId, operatorId, kind, fileId, reason, at } = look;
  await client.query(
    `insert into support_look (user_id, operator_id, kind, file_id, reason, at)
     values ($1, $2, $3, $4, $5, $6)`,
    [userId, operatorId, kind, fileId, reason, at],
  );
}

/** Until the end of the transaction this member unmasks nothing else. */
export async function lockLooks(client: Queryable, operatorId: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, $2)', [LOOK_LOCK, operatorId]);
}

/** Fields that a member has seen in full since then. */
export async function unmasksSince(
  client: Queryable,
  operatorId: number,
  since: number,
): Promise<number> {
  const { rows } = await client.query<{ unmasks: number }>(
    `select count(*)::int as unmasks from support_look
     where operator_id = $1 and kind <> 'file' and at > $2`,
    [operatorId, since],
  );
  return rows[0]?.unmasks ?? 0;
}

/** Who looked at these pictures, the latest first. */
export async function looksAt(
  client: Queryable,
  fileIds: readonly number[],
): Promise<{ fileId: number; operatorId: number; at: number }[]> {
  const { rows } = await client.query<{ fileId: number; operatorId: number; at: number }>(
    `select file_id as "fileId", operator_id as "operatorId", at from support_look
     where file_id = any($1) order by look_id desc`,
    [fileIds],
  );
  return rows;
}

/** Whether this member works on an open conversation of the person now. */
export async function worksFor(
  client: Queryable,
  operatorId: number,
  userId: number,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from support_ticket where user_id = $2 and status <> 'closed' and claimed_by = $1
       and claimed_until > $3 limit 1`,
    [operatorId, userId, now],
  );
  return rowCount === 1;
}
