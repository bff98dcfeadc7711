import type { FieldReason } from '../rules.ts';
import type { Queryable } from './log.ts';

/** What an outside provider found about a case. */
export interface Check {
  readonly eventId: string;
  readonly result: 'passed' | 'refused';
  readonly reasons: readonly FieldReason[];
  /** Whether it saw the document of the case; null when it does not say. */
  readonly agrees: boolean | null;
  readonly occurredAt: number;
  readonly receivedAt: number;
}

export interface NewCheck extends Check {
  readonly caseId: number;
  /** Of the body, by which a repetition is known from another event under the same id. */
  readonly digest: Buffer;
}

/** `new`, or what there is under this id: the same body, or another one. */
export async function addCheck(
  client: Queryable,
  one: NewCheck,
): Promise<'new' | 'known' | 'other'> {
  const { rowCount } = await client.query(
    `insert into verification_check (event_id, case_id, digest, result, reasons, agrees,
       occurred_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (event_id) do nothing`,
    [
      ...[one.eventId, one.caseId, one.digest, one.result, JSON.stringify(one.reasons)],
      ...[one.agrees, one.occurredAt, one.receivedAt],
    ],
  );
  if (rowCount === 1) return 'new';
  const { rows } = await client.query<{ same: boolean }>(
    'select digest = $2 as same from verification_check where event_id = $1',
    [one.eventId, one.digest],
  );
  return rows[0]?.same === true ? 'known' : 'other';
}

const CHECKS_MAX = 20;

/** What was found about a case, what was found last first, in whatever order it arrived. */
export async function checksOf(client: Queryable, caseId: number): Promise<Check[]> {
  const { rows } = await client.query<Check>(
    `select event_id as "eventId", result, reasons, agrees, occurred_at as "occurredAt", received_at as "receivedAt"
     from verification_check where case_id = $1
     order by occurred_at desc, received_at desc, event_id desc limit $2`,
    [caseId, CHECKS_MAX],
  );
  return rows;
}
