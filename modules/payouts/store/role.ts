import type { Client, Database } from '@assay/platform/db/database';

/** What the signer writes, and what it reads beside that. */
const WRITTEN = [
  ...['outgoing', 'outgoing_bytes', 'outgoing_final', 'withheld_payout', 'signer_state'],
  'payout_decision',
];
const VIEWS = ['paying_withdrawal', 'paying_destination', 'payout_stop', 'deposited_address'];
const READ = [...WRITTEN, ...VIEWS];

/** An arbitrary number that stands for "the process that signs for an address". */
const SIGNER_LOCK = 421_773_524;

/** What else the role of this connection may do: it should be able to do nothing more. */
export async function excessOfSigner({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname !~ '^(pg_|information_schema)' and c.relkind in ('r', 'v', 'm', 'p')
       and (has_table_privilege(c.oid, 'delete, truncate, trigger')
         or has_table_privilege(c.oid, 'insert, update')
           and not (n.nspname = 'public' and c.relname = any($1))
         or has_any_column_privilege(c.oid, 'select')
           and not (n.nspname = 'public' and c.relname = any($2)))
     order by 1`,
    [WRITTEN, READ],
  );
  return rows.map(({ name }) => name);
}

/** Which of what the signer needs the server has not made, or does not let it read. */
export async function lackOfSigner({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) name
     where not coalesce(has_table_privilege(to_regclass('public.' || name), 'select'), false)`,
    [READ],
  );
  return rows.map(({ name }) => name);
}

/** False when another process signs for this address. Held as long as the connection lives. */
export async function lockSigner(client: Client, sender: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as mine',
    [SIGNER_LOCK, sender],
  );
  return rows[0]?.mine === true;
}
