import type { Database } from '@assay/platform/db/database';

export interface Challenge {
  readonly challengeId: string;
  readonly purpose: 'login' | 'enrol' | 'action';
  /** Null for a log-in. */
  readonly sessionId: string | null;
  /** The digest of an action, or the name of a new passkey. */
  readonly subject: string;
  readonly nonce: string;
  readonly expiresAt: number;
}

/** What passkeys of staff were asked to sign. */
export class ChallengeStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async add(challenge: Challenge): Promise<void> {
    const { challengeId, purpose, sessionId, subject, nonce, expiresAt } = challenge;
    await this.#database.pool.query(
      `insert into operator_challenge
         (challenge_id, purpose, session_id, subject, nonce, expires_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [challengeId, purpose, sessionId, subject, nonce, expiresAt],
    );
  }

  /** Uses it up, whatever the answer to it is; null when it is not there for this session. */
  async use(
    of: Pick<Challenge, 'challengeId' | 'purpose' | 'sessionId'>,
    now: number,
  ): Promise<Pick<Challenge, 'subject' | 'nonce'> | null> {
    const { rows } = await this.#database.pool.query<Pick<Challenge, 'subject' | 'nonce'>>(
      `update operator_challenge set used_at = $4
       where challenge_id = $1 and purpose = $2 and session_id is not distinct from $3
         and used_at is null and expires_at > $4
       returning subject, nonce`,
      [of.challengeId, of.purpose, of.sessionId, now],
    );
    return rows[0] ?? null;
  }

  async forgetBefore(time: number): Promise<void> {
    await this.#database.pool.query('delete from operator_challenge where expires_at < $1', [time]);
  }
}
