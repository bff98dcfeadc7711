import type { Realm } from '@assay/core/ledger/realm';
import { type Database, transaction } from '@assay/platform/db/database';

/** A session as stored. Hashes are SHA-256. */
export interface SessionRow {
  readonly sessionId: string;
  readonly userId: number;
  readonly realm: Realm;
  readonly tokenHash: Buffer;
  readonly bindHash: Buffer | null;
  readonly parentId: string | null;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly idleMs: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

/** A session, and whether its owner wants each trade proved. */
export interface FoundSession extends SessionRow {
  readonly guardsTrade: boolean;
}

/** A visitor whom nobody can be any more, once these sessions are ended. */
export interface LostVisitor {
  readonly userId: number;
  readonly sessionIds: readonly string[];
}

const COLUMNS = `session_id as "sessionId", user_id as "userId", realm,
  token_hash as "tokenHash", bind_hash as "bindHash", parent_id as "parentId", ip,
  user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt",
  idle_ms as "idleMs", expires_at as "expiresAt", ended_at as "endedAt"`;

export class SessionStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  /**
   * Adds nothing and returns false when the parent session has ended. A lock on the parent makes
   * ending it and opening from it wait for each other (see `end`).
   */
  async add(session: SessionRow): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `with parent as (
         select session_id from session where session_id = $6 and ended_at is null for share)
       insert into session (session_id, user_id, realm, token_hash, bind_hash, parent_id, ip,
         user_agent, created_at, last_seen_at, idle_ms, expires_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
       where $6::text is null or exists (select from parent)`,
      [
        session.sessionId,
        session.userId,
        session.realm,
        session.tokenHash,
        session.bindHash,
        session.parentId,
        session.ip,
        session.userAgent,
        session.createdAt,
        session.lastSeenAt,
        session.idleMs,
        session.expiresAt,
      ],
    );
    return rowCount === 1;
  }

  async byTokenHash(tokenHash: Buffer): Promise<FoundSession | null> {
    const { rows } = await this.#database.pool.query<FoundSession>(
      `select ${COLUMNS}, (select guard_trade from person
         where person.user_id = session.user_id) as "guardsTrade"
       from session where token_hash = $1`,
      [tokenHash],
    );
    return rows[0] ?? null;
  }

  async byId(sessionId: string): Promise<SessionRow | null> {
    const { rows } = await this.#database.pool.query<SessionRow>(
      `select ${COLUMNS} from session where session_id = $1`,
      [sessionId],
    );
    return rows[0] ?? null;
  }

  /** Sessions that have neither been ended nor expired, the latest first. */
  async liveOf(userId: number, now: number): Promise<SessionRow[]> {
    const { rows } = await this.#database.pool.query<SessionRow>(
      `select ${COLUMNS} from session where user_id = $1 and ended_at is null and expires_at > $2
       order by created_at desc`,
      [userId, now],
    );
    return rows;
  }

  /** The earliest of a person's live sessions, beyond `max`; those in `keep` count and stay. */
  async beyond(
    userId: number,
    keep: readonly string[],
    max: number,
    now: number,
  ): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ sessionId: string }>(
      `select session_id as "sessionId" from session
       where user_id = $1 and ended_at is null and expires_at > $2
       order by session_id = any($3) desc, created_at desc, session_id offset $4`,
      [userId, now, keep, max],
    );
    return rows.map(({ sessionId }) => sessionId);
  }

  /** Gives a live session another token; false when it was ended in the meantime. */
  async retoken(sessionId: string, tokenHash: Buffer, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update session set token_hash = $2, last_seen_at = greatest(last_seen_at, $3)
       where session_id = $1 and ended_at is null`,
      [sessionId, tokenHash, now],
    );
    return rowCount === 1;
  }

  /** Ends the sessions with these ids and those opened from them. Returns the ids now ended. */
  async end(sessionIds: readonly string[], now: number): Promise<string[]> {
    return transaction(this.#database.pool, async (client) => {
      // A separate first statement: opening a session locks its parent, and only a statement that
      // begins after we have that lock sees the new session. Parents are locked first, so that no
      // two calls deadlock.
      await client.query(
        `select from session where session_id = any($1)
         order by parent_id nulls first, session_id for no key update`,
        [sessionIds],
      );
      const { rows } = await client.query<{ sessionId: string }>(
        `update session set ended_at = $2
         where (session_id = any($1) or parent_id = any($1)) and ended_at is null
         returning session_id as "sessionId"`,
        [sessionIds, now],
      );
      return rows.map((row) => row.sessionId);
    });
  }

  /** The same for all sessions of a person, however many, except those with an id in `keep`. */
  async endAll(userId: number, keep: readonly string[], now: number): Promise<string[]> {
    return transaction(this.#database.pool, async (client) => {
      const theirs = 'user_id = $1 and ended_at is null and session_id <> all($2)';
      await client.query(
        `select from session where ${theirs}
         order by parent_id nulls first, session_id for no key update`,
        [userId, keep],
      );
      const { rows } = await client.query<{ sessionId: string }>(
        `update session set ended_at = $3 where ${theirs} returning session_id as "sessionId"`,
        [userId, keep, now],
      );
      return rows.map(({ sessionId }) => sessionId);
    });
  }

  async touch(seen: ReadonlyMap<string, number>): Promise<void> {
    await this.#database.pool.query(
      `update session set last_seen_at = greatest(last_seen_at, seen.at)
       from unnest($1::text[], $2::bigint[]) as seen(id, at) where session_id = seen.id`,
      [[...seen.keys()], [...seen.values()]],
    );
  }

  /** Visitors among these people without a live session; the last minute's use may be missing. */
  async abandoned(userIds: readonly number[], now: number): Promise<number[]> {
    if (userIds.length === 0) return [];
    const { rows } = await this.#database.pool.query<{ userId: number }>(
      `select user_id as "userId" from person
       where user_id = any($1) and demo_only and not exists
         (select from session where session.user_id = person.user_id and ended_at is null
            and expires_at > $2 and last_seen_at + idle_ms > $2)`,
      [userIds, now],
    );
    return rows.map(({ userId }) => userId);
  }

  /**
   * Visitors, the earliest first, none of whose sessions has been live since `before`, and the
   * sessions that were never ended.
   */
  async lostVisitors(before: number, limit: number): Promise<LostVisitor[]> {
    const { rows } = await this.#database.pool.query<LostVisitor>(
      `select user_id as "userId", array(select session_id from session
           where session.user_id = person.user_id and ended_at is null) as "sessionIds"
       from person
       where demo_only and lost_at is null and created_at <= $1 and not exists
         (select from session where session.user_id = person.user_id and ended_at is null
            and expires_at > $1 and last_seen_at + idle_ms > $1)
       order by user_id limit $2`,
      [before, limit],
    );
    return rows;
  }

  /** Keeps ended sessions for a while, so that their clients learn that they were ended. */
  async forgetBefore(time: number): Promise<void> {
    await this.#database.pool.query(
      `delete from session where (expires_at < $1 or ended_at < $1) and not exists
         (select 1 from session child where child.parent_id = session.session_id)`,
      [time],
    );
  }
}
