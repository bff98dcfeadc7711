import { type Database, transaction } from '@assay/platform/db/database';
import type { LogEntry, OperatorAction } from '../schema.ts';
import { ACTION_LINE, FIRST_HASH } from './evidence.ts';

/** A session as stored. Hashes are SHA-256. */
export interface OperatorSession {
  readonly sessionId: string;
  readonly operatorId: number;
  readonly name: string;
  readonly bindHash: Buffer;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

export interface NewSession {
  readonly sessionId: string;
  readonly tokenHash: Buffer;
  readonly bindHash: Buffer;
  readonly expiresAt: number;
}

const COLUMNS = `session_id as "sessionId", operator_id as "operatorId", name,
  bind_hash as "bindHash", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
  ended_at as "endedAt"`;

/** An arbitrary number; the lock keeps two entries from following the same one. */
const RECORD_LOCK = 4_217_735_243;

const RECORD = `with entry as (
    select nextval(pg_get_serial_sequence('operator_action', 'action_id')) as action_id,
      operator_id, name as operator_name, session_id, $2::text as action, $3::text as ip,
      $4::bigint as at
    from operator_session join operator using (operator_id)
    where session_id = $1 and not exists (
      select from operator_action
      where session_id = $1 and action = $2 and at > $4::bigint - $5::bigint))
  insert into operator_action
    (action_id, operator_id, operator_name, session_id, action, ip, at, hash)
  overriding system value
  select action_id, operator_id, operator_name, session_id, action, ip, at,
    sha256(convert_to(coalesce((select encode(hash, 'hex') from operator_action
      order by action_id desc limit 1), $6::text) || E'\\n' || ${ACTION_LINE}, 'UTF8'))
  from entry`;

/** Staff, their links, sessions and actions. */
export class OperatorStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /** Adds a link and invalidates unused ones, so that only the latest works. */
  async addLink(linkHash: Buffer, now: number, expiresAt: number): Promise<void> {
    await this.#database.pool.query(
      `with dead as (delete from operator_link where used_at is null)
       insert into operator_link (link_hash, created_at, expires_at) values ($1, $2, $3)`,
      [linkHash, now, expiresAt],
    );
  }

  /**
   * Uses up a link and opens a session for the first operator, who is made if there is none.
   * One statement, so two people with the same link cannot both enter. Null for an invalid link.
   */
  async enter(linkHash: Buffer, session: NewSession, now: number): Promise<string | null> {
    const { rows } = await this.#database.pool.query<{ name: string }>(
      `with link as (
         update operator_link set used_at = $2
         where link_hash = $1 and used_at is null and expires_at > $2 returning 1),
       known as (select operator_id, name from operator order by operator_id limit 1),
       made as (
         insert into operator (name, created_at)
         select 'First operator', $2 from link where not exists (select from known)
         returning operator_id, name),
       who as (select * from known union all select * from made),
       opened as (
         insert into operator_session (session_id, operator_id, token_hash, bind_hash,
           created_at, last_seen_at, expires_at)
         select $3, operator_id, $4, $5, $2, $2, $6 from who, link returning 1)
       select name from who, opened`,
      [linkHash, now, session.sessionId, session.tokenHash, session.bindHash, session.expiresAt],
    );
    return rows[0]?.name ?? null;
  }

  async byTokenHash(tokenHash: Buffer): Promise<OperatorSession | null> {
    const { rows } = await this.#database.pool.query<OperatorSession>(
      `select ${COLUMNS} from operator_session join operator using (operator_id)
       where token_hash = $1`,
      [tokenHash],
    );
    return rows[0] ?? null;
  }

  async touch(sessionId: string, now: number): Promise<void> {
    await this.#database.pool.query(
      'update operator_session set last_seen_at = $2 where session_id = $1',
      [sessionId, now],
    );
  }

  async end(sessionId: string, now: number): Promise<void> {
    await this.#database.pool.query(
      'update operator_session set ended_at = $2 where session_id = $1 and ended_at is null',
      [sessionId, now],
    );
  }

  /**
   * Records an action; the same one by the same session only once in `quietMs`. Entries are written
   * one after another, each with the hash over the one before.
   */
  async record(
    sessionId: string,
    action: OperatorAction,
    ip: string,
    now: number,
    quietMs: number,
  ): Promise<void> {
    await transaction(this.#database.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [RECORD_LOCK]);
      await client.query(RECORD, [sessionId, action, ip, now, quietMs, FIRST_HASH]);
    });
  }

  async log(limit: number): Promise<LogEntry[]> {
    const { rows } = await this.#database.pool.query<LogEntry>(
      `select operator_name as name, action, ip, at from operator_action
       order by action_id desc limit $1`,
      [limit],
    );
    return rows;
  }
}
