import type { Database } from '@assay/platform/db/database';
import type { Budget } from '../devices.ts';
import type { CodePurpose } from '../schema/index.ts';

/** A requested code. `codeHash` is null when nothing was sent. */
export interface NewCode {
  readonly codeId: string;
  readonly accountKey: Buffer;
  readonly binding: Buffer;
  readonly budget: Budget;
  readonly purpose: CodePurpose;
  readonly codeHash: Buffer | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Wrong passwords of an account within a day. */
export interface Failures {
  readonly failures: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Codes and wrong passwords, whose counts must survive a restart. */
export class Proofs {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async addCode(code: NewCode): Promise<void> {
    await this.#database.pool.query(
      `insert into verification_code
         (code_id, account_key, purpose, code_hash, created_at, expires_at, binding, budget_key,
          by_known_device)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        ...[code.codeId, code.accountKey, code.purpose, code.codeHash],
        ...[code.createdAt, code.expiresAt, code.binding, code.budget.key, code.budget.isKnown],
      ],
    );
  }

  /** Times of the codes that were requested within a budget since `since`, oldest first. */
  async codeTimes(budgetKey: Buffer, since: number): Promise<number[]> {
    const { rows } = await this.#database.pool.query<{ createdAt: number }>(
      `select created_at as "createdAt" from verification_code
       where budget_key = $1 and created_at > $2 order by created_at`,
      [budgetKey, since],
    );
    return rows.map((row) => row.createdAt);
  }

  /** The same for an account, whoever requested them but for its known browsers. */
  async strangersCodeTimes(accountKey: Buffer, since: number): Promise<number[]> {
    const { rows } = await this.#database.pool.query<{ createdAt: number }>(
      `select created_at as "createdAt" from verification_code
       where account_key = $1 and created_at > $2 and not by_known_device order by created_at`,
      [accountKey, since],
    );
    return rows.map((row) => row.createdAt);
  }

  /**
   * Takes one of the five tries of a code and returns its hash; null when there is no such code for
   * this account and purpose, it was requested by somebody else than `claims` say, or it is used,
   * expired or has no tries left. The try is taken before the comparison, so that simultaneous
   * guesses are not free.
   */
  async takeTry(
    codeId: string,
    accountKey: Buffer,
    purpose: CodePurpose,
    claims: readonly Buffer[],
    now: number,
  ): Promise<Buffer | null> {
    const { rows } = await this.#database.pool.query<{ codeHash: Buffer | null }>(
      `update verification_code set tries = tries + 1
       where code_id = $1 and account_key = $2 and purpose = $3
         and used_at is null and expires_at > $4 and tries < 5 and binding = any ($5::bytea[])
       returning code_hash as "codeHash"`,
      [codeId, accountKey, purpose, now, claims],
    );
    return rows[0]?.codeHash ?? null;
  }

  /** Returns the try of a right code. */
  async returnTry(codeId: string): Promise<void> {
    await this.#database.pool.query(
      'update verification_code set tries = tries - 1 where code_id = $1 and tries > 0',
      [codeId],
    );
  }

  /** Uses a code up; true for exactly one caller. */
  async useCode(codeId: string, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update verification_code set used_at = $2
       where code_id = $1 and used_at is null and expires_at > $2`,
      [codeId, now],
    );
    return rowCount === 1;
  }

  async failuresOf(accountKey: Buffer): Promise<Failures | null> {
    const { rows } = await this.#database.pool.query<Failures>(
      `select failures, first_at as "firstAt", last_at as "lastAt"
       from login_failure where account_key = $1`,
      [accountKey],
    );
    return rows[0] ?? null;
  }

  /**
   * Counts a failure before the password is checked (a success clears it), unless the account's
   * failures are no longer `seen`: then another try came first, and the caller must check again.
   * Returns whether it was counted.
   */
  async countFailure(
    accountKey: Buffer,
    seen: Failures | null,
    fresh: boolean,
    now: number,
  ): Promise<boolean> {
    if (seen === null) {
      const { rowCount } = await this.#database.pool.query(
        `insert into login_failure (account_key, failures, first_at, last_at)
         values ($1, 1, $2, $2) on conflict (account_key) do nothing`,
        [accountKey, now],
      );
      return rowCount === 1;
    }
    const { rowCount } = await this.#database.pool.query(
      `update login_failure
       set failures = case when $4 then 1 else failures + 1 end,
           first_at = case when $4 then $3::bigint else first_at end, last_at = $3
       where account_key = $1 and failures = $2 and last_at = $5`,
      [accountKey, seen.failures, now, fresh, seen.lastAt],
    );
    return rowCount === 1;
  }

  /** Takes back the failure that was counted for a try that then succeeded. */
  async returnFailure(accountKey: Buffer): Promise<void> {
    await this.#database.pool.query(
      'update login_failure set failures = failures - 1 where account_key = $1 and failures > 1',
      [accountKey],
    );
  }

  async forgetFailures(accountKey: Buffer): Promise<void> {
    await this.#database.pool.query('delete from login_failure where account_key = $1', [
      accountKey,
    ]);
  }

  /** Removes codes and failures that no longer matter. */
  async forgetBefore(time: number): Promise<void> {
    await this.#database.pool.query('delete from verification_code where expires_at < $1', [time]);
    await this.#database.pool.query('delete from login_failure where last_at < $1', [time]);
  }
}
