import { FIRST_HASH } from '@assay/platform/check/chained-record';
import type { Client } from '@assay/platform/db/database';
import { ENTRY_LINE } from './evidence.ts';

/** What happened to a case, by whom. */
export interface Entry {
  readonly userId: number;
  readonly caseId: number;
  readonly level: string;
  readonly kind: string;
  readonly by: string;
  readonly detail: string;
  readonly at: number;
}

export type Queryable = Pick<Client, 'query'>;

/** An arbitrary number; the lock keeps two entries from following the same one. */
const LOG_LOCK = 4_217_735_245;

const RECORD = `with entry as (
    select nextval(pg_get_serial_sequence('verification_log', 'entry_id')) as entry_id,
      $1::bigint as user_id, $2::bigint as case_id, $3::text as level, $4::text as kind,
      $5::text as by, $6::text as detail, $7::bigint as at)
  insert into verification_log (entry_id, user_id, case_id, level, kind, by, detail, at, hash)
  overriding system value
  select entry_id, user_id, case_id, level, kind, by, detail, at,
    sha256(convert_to(coalesce((select encode(hash, 'hex') from verification_log
      order by entry_id desc limit 1), $8::text) || E'\\n' || ${ENTRY_LINE}, 'UTF8'))
  from entry`;

/** Adds an entry, in the transaction of what it tells of, in which it must come last. */
export async function record(client: Queryable, entry: Entry): Promise<void> {
  const { userId, caseId, level, kind, by, detail, at } = entry;
  await client.query('select pg_advisory_xact_lock($1)', [LOG_LOCK]);
  await client.query(RECORD, [userId, caseId, level, kind, by, detail, at, FIRST_HASH]);
}

/** The latest entries of a case, or of a person if they are of one kind. */
export async function entriesOf(
  client: Queryable,
  of: { readonly caseId: number } | { readonly userId: number; readonly kind: string },
  limit: number,
): Promise<Entry[]> {
  const [where, values] =
    'caseId' in of
      ? ['case_id = $2', [limit, of.caseId]]
      : ['user_id = $2 and kind = $3', [limit, of.userId, of.kind]];
  const { rows } = await client.query<Entry>(
    `select user_id as "userId", case_id as "caseId", level, kind, by, detail, at
     from verification_log where ${where} order by entry_id desc limit $1`,
    values,
  );
  return rows;
}
