import type { Sealed } from '@assay/platform/files/envelope';
import type { FieldReason, Level, Status } from '../rules.ts';
import type { Queryable } from './log.ts';
import type { Like } from './photos.ts';

/** A case as stored; what it says of the person is sealed. */
export interface Case extends Sealed {
  readonly caseId: number;
  readonly userId: number;
  readonly level: Level;
  readonly status: Exclude<Status, 'none'>;
  readonly country: string;
  readonly type: number;
  readonly documentKey: Buffer;
  readonly expiresOn: string | null;
  readonly submittedAt: number;
  readonly deadlineAt: number;
  readonly decidedAt: number | null;
  readonly reasons: readonly FieldReason[];
  readonly claimedBy: number | null;
  readonly claimedUntil: number;
  /** The refusal that waits for a second person, until its time is over. */
  readonly proposalId: string | null;
  readonly proposedUntil: number;
}

export type NewCase = Pick<
  Case,
  'userId' | 'level' | 'country' | 'type' | 'documentKey' | 'expiresOn' | 'submittedAt'
> &
  Sealed & { readonly deadlineAt: number };

const COLUMNS = `case_id as "caseId", user_id as "userId", level, status, country,
  document_type as type, document_key as "documentKey", key_id as "keyId",
  wrapped_key as "wrappedKey", sealed, expires_on as "expiresOn", submitted_at as "submittedAt",
  deadline_at as "deadlineAt", decided_at as "decidedAt", reasons, claimed_by as "claimedBy",
  claimed_until as "claimedUntil", proposal_id as "proposalId",
  proposed_until as "proposedUntil"`;

/** PostgreSQL's code for a row that a unique index forbids. */
const UNIQUE_VIOLATION = '23505';

/** Null when the person has a case of this level that counts: two requests at the same time. */
export async function addCase(client: Queryable, one: NewCase): Promise<number | null> {
  const { rows } = await client.query<{ caseId: number }>(
    `insert into verification_case (user_id, level, status, country, document_type, document_key,
       key_id, wrapped_key, sealed, expires_on, submitted_at, deadline_at)
     values ($1, $2, 'review', $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (user_id, level) where status in ('review', 'approved') do nothing
     returning case_id as "caseId"`,
    [
      ...[one.userId, one.level, one.country, one.type, one.documentKey, one.keyId],
      ...[one.wrappedKey, one.sealed, one.expiresOn, one.submittedAt, one.deadlineAt],
    ],
  );
  return rows[0]?.caseId ?? null;
}

/** The latest case of each level of a person. */
export async function latestCases(client: Queryable, userId: number): Promise<Case[]> {
  const { rows } = await client.query<Case>(
    `select distinct on (level) ${COLUMNS} from verification_case where user_id = $1
     order by level, case_id desc`,
    [userId],
  );
  return rows;
}

export async function casesOf(
  client: Queryable,
  userId: number,
  level: Level,
  limit: number,
): Promise<Case[]> {
  const { rows } = await client.query<Case>(
    `select ${COLUMNS} from verification_case where user_id = $1 and level = $2
     order by case_id desc limit $3`,
    [userId, level, limit],
  );
  return rows;
}

export async function allCasesOf(client: Queryable, userId: number): Promise<Case[]> {
  const { rows } = await client.query<Case>(
    `select ${COLUMNS} from verification_case
     where user_id = $1 and wrapped_key <> '' order by case_id`,
    [userId],
  );
  return rows;
}

/** Destroys what the cases of a person say, by their keys; the document can be used again. */
export async function shredCases(client: Queryable, userId: number): Promise<void> {
  await client.query(
    `update verification_case set status = 'expired' where user_id = $1 and status = 'approved'`,
    [userId],
  );
  await client.query(
    `update verification_case set wrapped_key = '', sealed = '',
       document_key = sha256(case_id::text::bytea)
     where user_id = $1`,
    [userId],
  );
  await client.query('delete from verification_photo where user_id = $1', [userId]);
  await client.query(
    `delete from verification_check using verification_case c
     where verification_check.case_id = c.case_id and c.user_id = $1`,
    [userId],
  );
}

/** `lock`: nobody else changes it until the end of the transaction. */
export async function findCase(
  client: Queryable,
  caseId: number,
  lock = false,
): Promise<Case | null> {
  const { rows } = await client.query<Case>(
    `select ${COLUMNS} from verification_case where case_id = $1 ${lock ? 'for update' : ''}`,
    [caseId],
  );
  return rows[0] ?? null;
}

export interface QueueRow
  extends Pick<
    Case,
    'caseId' | 'level' | 'country' | 'type' | 'submittedAt' | 'deadlineAt' | 'claimedBy'
  > {
  readonly tries: number;
  readonly proposed: boolean;
  readonly waiting: number;
}

/** Cases to decide, the earliest deadline first; claims that have run out are none. */
export async function queue(client: Queryable, now: number, limit: number): Promise<QueueRow[]> {
  const { rows } = await client.query<QueueRow>(
    `select case_id as "caseId", level, country, document_type as type,
       submitted_at as "submittedAt", deadline_at as "deadlineAt",
       case when claimed_until > $1 then claimed_by end as "claimedBy",
       (select count(*)::int from verification_case t
         where t.user_id = c.user_id and t.level = c.level) as tries,
       (proposal_id is not null and proposed_until > $1) as proposed,
       count(*) over ()::int as waiting
     from verification_case c where status = 'review' order by deadline_at, case_id limit $2`,
    [now, limit],
  );
  return rows;
}

/** Claims a case for as long, unless another has it. */
export async function claim(
  client: Queryable,
  caseId: number,
  by: number,
  now: number,
  until: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update verification_case set claimed_by = $2, claimed_until = $4
     where case_id = $1 and status = 'review' and (claimed_by = $2 or claimed_until <= $3)`,
    [caseId, by, now, until],
  );
  return rowCount === 1;
}

export async function release(client: Queryable, caseId: number): Promise<void> {
  await client.query(
    'update verification_case set claimed_by = null, claimed_until = 0 where case_id = $1',
    [caseId],
  );
}

export async function setProposal(
  client: Queryable,
  caseId: number,
  proposal: { readonly proposalId: string; readonly until: number } | null,
): Promise<void> {
  await client.query(
    'update verification_case set proposal_id = $2, proposed_until = $3 where case_id = $1',
    [caseId, proposal?.proposalId ?? null, proposal?.until ?? 0],
  );
}

/** False when another person has an approved case with this document. */
export async function decideCase(
  client: Queryable,
  caseId: number,
  status: 'approved' | 'refused',
  reasons: readonly FieldReason[],
  now: number,
): Promise<boolean> {
  await client.query('savepoint decision');
  try {
    await client.query(
      `update verification_case set status = $2, reasons = $3, decided_at = $4, claimed_by = null,
         claimed_until = 0, proposal_id = null, proposed_until = 0
       where case_id = $1 and status = 'review'`,
      [caseId, status, JSON.stringify(reasons), now],
    );
    return true;
  } catch (err) {
    if ((err as { code?: string }).code !== UNIQUE_VIOLATION) throw err;
    await client.query('rollback to savepoint decision');
    return false;
  }
}

/** Cases of other people with the same document. */
export async function sameDocument(client: Queryable, one: Case, limit: number): Promise<Like[]> {
  const { rows } = await client.query<Like>(
    `select max(case_id) as "caseId", user_id as "userId", 'number' as because, null as slot
     from verification_case where document_key = $1 and user_id <> $2
     group by user_id order by 1 desc limit $3`,
    [one.documentKey, one.userId, limit],
  );
  return rows;
}

/** Ends an approved level for what is not right in it; null when none is approved. */
export async function reopenCase(
  client: Queryable,
  userId: number,
  level: Level,
  reasons: readonly FieldReason[],
): Promise<Case | null> {
  const { rows } = await client.query<Case>(
    `update verification_case set status = 'expired', reasons = $3
     where user_id = $1 and level = $2 and status = 'approved' returning ${COLUMNS}`,
    [userId, level, JSON.stringify(reasons)],
  );
  return rows[0] ?? null;
}

/** Approved cases whose document has run out by `today` (`YYYY-MM-DD`) become expired. */
export async function expireCases(client: Queryable, today: string): Promise<Case[]> {
  const { rows } = await client.query<Case>(
    `update verification_case set status = 'expired'
     where status = 'approved' and expires_on < $1 returning ${COLUMNS}`,
    [today],
  );
  return rows;
}

export async function hasCases(client: Queryable): Promise<boolean> {
  const { rowCount } = await client.query('select from verification_case limit 1');
  return rowCount === 1;
}

export async function keyIds(client: Queryable): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct key_id as id from verification_case where wrapped_key <> ''`,
  );
  return rows.map(({ id }) => id);
}

/** Whether a member of staff works on a case of a person now. */
export async function worksFor(
  client: Queryable,
  operatorId: number,
  userId: number,
  now: number,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from verification_case where user_id = $2 and status = 'review' and claimed_by = $1
       and claimed_until > $3 limit 1`,
    [operatorId, userId, now],
  );
  return rowCount === 1;
}

/** How many people were verified by their first document, by UTC day, from an instant on. */
export async function approvedByDay(client: Queryable, from: number) {
  const { rows } = await client.query<{ day: number; count: number }>(
    `select decided_at / 86400000 as day, count(*) as count from verification_case
     where decided_at >= $1 and level = 'junior' and status in ('approved', 'expired')
     group by 1`,
    [from],
  );
  return rows;
}
