import { ROLES, type Role } from '@assay/core/approval/rights';
import { FIRST_HASH } from '@assay/platform/check/chained-record';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';
import type { LogEntry, Proof } from '../schema/index.ts';
import { ACTION_LINE } from './evidence.ts';
import { ACCOUNTS_OF_PERSON } from './staff.ts';

/** A session as stored. Hashes are SHA-256. */
export interface OperatorSession {
  readonly sessionId: string;
  readonly operatorId: number;
  readonly person: number;
  readonly name: string;
  readonly roles: readonly Role[];
  /** The customer accounts that they have. */
  readonly accounts: readonly number[];
  readonly proof: Proof;
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
  readonly ip: string;
  readonly userAgent: string;
}

/** A session in the list of its owner. */
export interface ListedSession {
  readonly sessionId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** What is written down: the action, and what it was about. */
export interface Entry {
  readonly action: string;
  readonly subject?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** By whose session, what, from where, when; and for how long the same is not written again. */
type Recorded = [sessionId: string, entry: Entry, ip: string, now: number, quietMs?: number];

/** An entry, and whether it follows the one before by its hash. */
interface ChainedEntry {
  readonly actionId: number;
  readonly hash: string;
  readonly follows: boolean;
}

/** What a check of some entries has found. */
interface ChainCheck {
  readonly checked: number;
  readonly last: number;
  readonly head: string;
  /** The first entry that does not follow the one before it; null for none. */
  readonly wrong: number | null;
  readonly more: boolean;
}

/** Which entries of the record are asked for. */
export interface LogQuery {
  readonly limit: number;
  readonly before?: number | undefined;
  readonly operatorId?: number | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

const COLUMNS = `session_id as "sessionId", operator_id as "operatorId", person_id as person, name,
  roles, proof, bind_hash as "bindHash", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
  coalesce(s.ended_at, o.ended_at) as "endedAt",
  ${ACCOUNTS_OF_PERSON} as accounts`;

/** An arbitrary number; the lock keeps two entries from following the same one. */
const RECORD_LOCK = 4_217_735_243;

const RECORD = `with entry as (
    select nextval(pg_get_serial_sequence('operator_action', 'action_id')) as action_id,
      operator_id, name as operator_name, session_id, $2::text as action, $3::text as ip,
      $4::bigint as at, $7::text as subject, $8::jsonb as detail
    from operator_session join operator using (operator_id)
    where session_id = $1 and not exists (
      select from operator_action
      where $5::bigint > 0 and session_id = $1 and action = $2 and at > $4::bigint - $5::bigint))
  insert into operator_action
    (action_id, operator_id, operator_name, session_id, action, ip, at, subject, detail, hash)
  overriding system value
  select action_id, operator_id, operator_name, session_id, action, ip, at, subject, detail,
    sha256(convert_to(coalesce((select encode(hash, 'hex') from operator_action
      order by action_id desc limit 1), $6::text) || E'\\n' || ${ACTION_LINE}, 'UTF8'))
  from entry`;

/** Staff, their links, sessions and actions. */
export class OperatorStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /**
   * Adds a link and invalidates unused ones for the same member, so that only the latest works.
   * `operatorId` null: for the first member of staff, who is made when it is used. `maker`: the
   * person who made it, so that it takes a code by another; null for a link that takes none.
   */
  async addLink(
    linkHash: Buffer,
    { operatorId, maker }: { readonly operatorId: number | null; readonly maker: number | null },
    now: number,
    expiresAt: number,
  ): Promise<void> {
    await this.#database.pool.query(
      `with dead as (delete from operator_link
         where used_at is null and operator_id is not distinct from $4)
       insert into operator_link (link_hash, created_at, expires_at, operator_id, maker)
       values ($1, $2, $3, $4, $5)`,
      [linkHash, now, expiresAt, operatorId, maker],
    );
  }

  /** Sets the code of a member's open link, instead of an earlier one. */
  async setLinkCode(
    operatorId: number,
    by: { readonly person: number; readonly codeHash: Buffer },
    now: number,
  ): Promise<'set' | 'samePerson' | 'none'> {
    const { rows } = await this.#database.pool.query<{ isOwn: boolean }>(
      `update operator_link
       set code_hash = case when maker = $2 then code_hash else $3::bytea end
       where operator_id = $1 and used_at is null and expires_at > $4 and maker is not null
       returning maker = $2 as "isOwn"`,
      [operatorId, by.person, by.codeHash, now],
    );
    if (rows[0] === undefined) return 'none';
    return rows[0].isOwn ? 'samePerson' : 'set';
  }

  /** Whether this is an open link that takes a code. */
  async takesCode(linkHash: Buffer, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `select from operator_link
       where link_hash = $1 and used_at is null and expires_at > $2 and maker is not null`,
      [linkHash, now],
    );
    return rowCount === 1;
  }

  /**
   * Uses up a link and opens a session for its member: the first one, with every role, when it
   * names none. One statement, so two people with the same link cannot both enter. Null for an
   * invalid link.
   */
  async enter(
    { linkHash, codeHash }: { readonly linkHash: Buffer; readonly codeHash: Buffer | null },
    session: NewSession,
    now: number,
  ): Promise<string | null> {
    const { rows } = await this.#database.pool.query<{ name: string }>(
      `with link as (
         update operator_link set used_at = $2
         where link_hash = $1 and used_at is null and expires_at > $2
           and (maker is null or code_hash = $10)
         returning operator_id),
       known as (
         select o.operator_id, o.name from operator o, link
         where o.ended_at is null and o.operator_id = coalesce(link.operator_id, o.operator_id)
         order by o.operator_id limit 1),
       person as (
         insert into staff_person (created_at)
         select $2 from link where link.operator_id is null and not exists (select from operator)
         returning person_id),
       made as (
         insert into operator (name, person_id, roles, created_at)
         select 'First operator', person_id, $9, $2 from person
         returning operator_id, name),
       who as (select operator_id, name from known union all select operator_id, name from made),
       opened as (
         insert into operator_session (session_id, operator_id, token_hash, bind_hash,
           created_at, last_seen_at, expires_at, ip, user_agent)
         select $3, who.operator_id, $4, $5, $2, $2, $6, $7, $8 from who, link returning 1)
       select name from who, opened`,
      [
        ...[linkHash, now, session.sessionId, session.tokenHash, session.bindHash],
        ...[session.expiresAt, session.ip, session.userAgent, ROLES, codeHash],
      ],
    );
    return rows[0]?.name ?? null;
  }

  /** Opens a session of a member who has proved themselves; null for one who has left. */
  async open(
    operatorId: number,
    session: NewSession,
    proof: Proof,
    now: number,
  ): Promise<string | null> {
    const { rows } = await this.#database.pool.query<{ name: string }>(
      `with opened as (
         insert into operator_session (session_id, operator_id, token_hash, bind_hash,
           created_at, last_seen_at, expires_at, ip, user_agent, proof)
         select $2, operator_id, $3, $4, $5, $5, $6, $7, $8, $9
         from operator where operator_id = $1 and ended_at is null returning operator_id)
       select name from operator join opened using (operator_id)`,
      [
        ...[operatorId, session.sessionId, session.tokenHash, session.bindHash, now],
        ...[session.expiresAt, session.ip, session.userAgent, proof],
      ],
    );
    return rows[0]?.name ?? null;
  }

  /** The session goes on with what its member has just set up, which counts for the future too. */
  async enrol(sessionId: string, proof: Proof | null, now: number): Promise<void> {
    await this.#database.pool.query(
      `with shown as (
         update operator_session set proof = coalesce($2, proof) where session_id = $1
         returning operator_id)
       update operator o set enrolled_at = coalesce(enrolled_at, $3)
       from shown where o.operator_id = shown.operator_id`,
      [sessionId, proof, now],
    );
  }

  async proofOf(sessionId: string): Promise<Proof> {
    const { rows } = await this.#database.pool.query<{ proof: Proof }>(
      'select proof from operator_session where session_id = $1',
      [sessionId],
    );
    return rows[0]?.proof ?? 'link';
  }

  async byTokenHash(tokenHash: Buffer): Promise<OperatorSession | null> {
    const { rows } = await this.#database.pool.query<OperatorSession>(
      `select ${COLUMNS} from operator_session s join operator o using (operator_id)
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

  /** The open sessions of a member of staff, the latest first. */
  /** Ends the sessions of which a browser holds the other half. */
  async endByHalves(halves: readonly Buffer[], now: number): Promise<void> {
    await this.#database.pool.query(
      'update operator_session set ended_at = $2 where bind_hash = any($1) and ended_at is null',
      [halves, now],
    );
  }

  async sessionsOf(operatorId: number, now: number, idleMs: number): Promise<ListedSession[]> {
    const { rows } = await this.#database.pool.query<ListedSession>(
      `select session_id as "sessionId", ip, user_agent as "userAgent", created_at as "createdAt",
         last_seen_at as "lastSeenAt"
       from operator_session
       where operator_id = $1 and ended_at is null and expires_at > $2 and last_seen_at > $3
       order by created_at desc`,
      [operatorId, now, now - idleMs],
    );
    return rows;
  }

  /** Whether a session is open and its member is still of the staff. */
  async isOpen(sessionId: string, now: number, idleMs: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `select from operator_session s join operator o using (operator_id)
       where session_id = $1 and s.ended_at is null and o.ended_at is null
         and expires_at > $2 and last_seen_at > $3`,
      [sessionId, now, now - idleMs],
    );
    return rowCount === 1;
  }

  /** Ends a session of this member; false when it has no such open session. */
  async endOwn(operatorId: number, sessionId: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update operator_session set ended_at = $3
       where operator_id = $1 and session_id = $2 and ended_at is null`,
      [operatorId, sessionId, now],
    );
    return rowCount === 1;
  }

  /**
   * Records an action; the same one by the same session only once in `quietMs`. Entries are written
   * one after another, each with the hash over the one before.
   */
  async record(...what: Recorded): Promise<void> {
    await transaction(this.#database.pool, (client) => this.recordIn(client, ...what));
  }

  /** Records it together with what the caller's transaction does. */
  async recordIn(
    client: Pick<PoolClient, 'query'>,
    ...[sessionId, { action, subject, detail }, ip, now, quietMs = 0]: Recorded
  ): Promise<void> {
    await client.query('select pg_advisory_xact_lock($1)', [RECORD_LOCK]);
    const about = [subject ?? null, detail ?? null];
    await client.query(RECORD, [sessionId, action, ip, now, quietMs, FIRST_HASH, ...about]);
  }

  /** Computes the hashes of the `limit` entries after one again, as the database has them. */
  async checkChain(after: number, limit: number): Promise<ChainCheck> {
    const { rows } = await this.#database.pool.query<ChainedEntry>(
      `with page as (
         select action_id, hash, ${ACTION_LINE} as line from operator_action
         where action_id > $1 order by action_id limit $2 + 1),
       chained as (
         select *, lag(hash, 1, coalesce((select hash from operator_action
             where action_id <= $1 order by action_id desc limit 1), decode($3, 'hex')))
           over (order by action_id) as before from page)
       select action_id as "actionId", encode(hash, 'hex') as hash,
         hash = sha256(convert_to(encode(before, 'hex') || E'\\n' || line, 'UTF8')) as follows
       from chained order by action_id`,
      [after, limit, FIRST_HASH],
    );
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      checked: page.length,
      last: last?.actionId ?? after,
      head: last?.hash ?? '',
      wrong: page.find(({ follows }) => !follows)?.actionId ?? null,
      more: rows.length > limit,
    };
  }

  async log(query: LogQuery): Promise<LogEntry[]> {
    const { limit, before, operatorId, action, subject, from, to } = query;
    const { rows } = await this.#database.pool.query<LogEntry>(
      `select action_id as "actionId", operator_id as "operatorId", operator_name as name, action,
         coalesce(subject, '') as subject, coalesce(detail, '{}') as detail, ip, at,
         encode(hash, 'hex') as hash
       from operator_action
       where ($2::bigint is null or action_id < $2) and ($3::bigint is null or operator_id = $3)
         and ($4::text is null or action = $4) and ($5::text is null or subject = $5)
         and ($6::bigint is null or at >= $6) and ($7::bigint is null or at <= $7)
       order by action_id desc limit $1`,
      [limit, before, operatorId, action, subject, from, to],
    );
    return rows;
  }
}
