import type { Database } from '@assay/platform/db/database';

export type ChallengePurpose = 'stepUp' | 'login' | 'passkeyLogin' | 'addPasskey' | 'wallet';

/** What was asked of somebody. Hashes and keys are of 32 bytes. */
export interface Challenge {
  readonly challengeId: string;
  readonly purpose: ChallengePurpose;
  readonly userId: number | null;
  readonly sessionId: string | null;
  readonly binding: Buffer;
  readonly action: string;
  readonly digest: Buffer | null;
  /** What an authenticator or a wallet signs. */
  readonly nonce: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

const COLUMNS = `challenge_id as "challengeId", purpose, user_id as "userId",
  session_id as "sessionId", binding, action, digest, nonce, created_at as "createdAt",
  expires_at as "expiresAt"`;

/** Only this many tries of a challenge; it is taken before the proof is checked. */
const TRIES_MAX = 5;

export class ChallengeStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async add(challenge: Challenge): Promise<void> {
    const { challengeId, purpose, userId, sessionId, binding, action } = challenge;
    const { digest, nonce, createdAt, expiresAt } = challenge;
    await this.#database.pool.query(
      `insert into challenge (challenge_id, purpose, user_id, session_id, binding, action, digest,
         nonce, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ...[challengeId, purpose, userId, sessionId, binding, action, digest, nonce],
        ...[createdAt, expiresAt],
      ],
    );
  }

  /** Takes a try of an open challenge of whoever asked for it; null when there is none. */
  async takeTry(
    challengeId: string,
    purpose: ChallengePurpose,
    claims: readonly Buffer[],
    now: number,
  ): Promise<Challenge | null> {
    const { rows } = await this.#database.pool.query<Challenge>(
      `update challenge set tries = tries + 1
       where challenge_id = $1 and purpose = $2 and binding = any ($3::bytea[])
         and expires_at > $4 and used_at is null and token_hash is null and tries < ${TRIES_MAX}
       returning ${COLUMNS}`,
      [challengeId, purpose, claims, now],
    );
    return rows[0] ?? null;
  }

  /** The open challenge with this nonce; nothing is used up. */
  async byNonce(
    nonce: string,
    purpose: ChallengePurpose,
    claims: readonly Buffer[],
    now: number,
  ): Promise<Challenge | null> {
    const { rows } = await this.#database.pool.query<Challenge>(
      `select ${COLUMNS} from challenge where nonce = $1 and purpose = $2
         and binding = any ($3::bytea[]) and expires_at > $4 and used_at is null`,
      [nonce, purpose, claims, now],
    );
    return rows[0] ?? null;
  }

  /** Uses a challenge up; true for exactly one caller. */
  async use(challengeId: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update challenge set used_at = $2
       where challenge_id = $1 and used_at is null and expires_at > $2`,
      [challengeId, now],
    );
    return rowCount === 1;
  }

  /** Gives a proved action its token; true for exactly one caller. */
  async prove(
    challengeId: string,
    tokenHash: Buffer,
    expiresAt: number,
    now: number,
  ): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update challenge set token_hash = $2, expires_at = $3
       where challenge_id = $1 and token_hash is null and used_at is null and expires_at > $4`,
      [challengeId, tokenHash, expiresAt, now],
    );
    return rowCount === 1;
  }

  /** Uses up a token for one action of one session: for exactly one caller, unless `again`. */
  async useToken(
    tokenHash: Buffer,
    sessionId: string,
    digest: Buffer,
    now: number,
    again: boolean,
  ): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update challenge set used_at = coalesce(used_at, $4)
       where token_hash = $1 and session_id = $2 and digest = $3
         and ($5 or used_at is null) and expires_at > $4`,
      [tokenHash, sessionId, digest, now, again],
    );
    return rowCount === 1;
  }

  async forgetBefore(time: number): Promise<void> {
    await this.#database.pool.query('delete from challenge where expires_at < $1', [time]);
  }
}
