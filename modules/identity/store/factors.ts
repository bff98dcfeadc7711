import type { Client, Database } from '@assay/platform/db/database';
import { FactorStore, type OwnFactors } from '@assay/platform/factors/store';

/** What a person can prove themselves with, beside the password. */
export interface Factors extends OwnFactors {
  /** Codes that have not been used. */
  readonly recoveryCodes: number;
}

const TABLES = { totp: 'totp', passkey: 'passkey', owner: 'user_id' };

/** Authenticator apps and passkeys of people, and their recovery codes. */
export class PersonFactors extends FactorStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    super(database, TABLES);
    this.#database = database;
  }

  override async of(userId: number, client?: Pick<Client, 'query'>): Promise<Factors> {
    const own = await super.of(userId, client);
    const codes = await (client ?? this.#database.pool).query<{ n: number }>(
      'select count(*) as n from recovery_code where user_id = $1 and used_at is null',
      [userId],
    );
    return { ...own, recoveryCodes: codes.rows[0]!.n };
  }

  /** In a transaction: replaces all codes of a person; none are left when `hashes` is empty. */
  async replaceCodes(
    userId: number,
    hashes: readonly Buffer[],
    now: number,
    client: Pick<Client, 'query'>,
  ): Promise<void> {
    await client.query('delete from recovery_code where user_id = $1', [userId]);
    await client.query(
      `insert into recovery_code (user_id, code_hash, created_at)
       select $1, unnest($2::bytea[]), $3`,
      [userId, hashes, now],
    );
  }

  /**
   * Removes every factor and code of a person, and what was guarded by them; false when there was
   * none.
   */
  async removeAll(userId: number, client: Pick<Client, 'query'>): Promise<boolean> {
    let removed = 0;
    for (const table of ['totp', 'passkey', 'recovery_code']) {
      const { rowCount } = await client.query(`delete from ${table} where user_id = $1`, [userId]);
      removed += rowCount ?? 0;
    }
    await client.query(
      `update person set guard_login = false, guard_trade = false, guard_funds = false
       where user_id = $1`,
      [userId],
    );
    return removed > 0;
  }

  /** Removes what came after that time, and the guards with the last factor. */
  async removeAfter(userId: number, time: number, client: Pick<Client, 'query'>): Promise<void> {
    const came = { totp: 'coalesce(confirmed_at, created_at)', passkey: 'created_at' };
    for (const [table, at] of Object.entries({ ...came, recovery_code: 'created_at' })) {
      await client.query(`delete from ${table} where user_id = $1 and ${at} > $2`, [userId, time]);
    }
    await client.query(
      `update person set guard_login = false, guard_trade = false, guard_funds = false
       where user_id = $1 and not exists (select from totp where user_id = $1)
         and not exists (select from passkey where user_id = $1)`,
      [userId],
    );
  }

  /** Uses a code up; true for exactly one caller. */
  async useCode(
    userId: number,
    codeHash: Buffer,
    { now, madeBy }: { readonly now: number; readonly madeBy: number },
  ): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update recovery_code set used_at = $3
       where user_id = $1 and code_hash = $2 and used_at is null and created_at <= $4`,
      [userId, codeHash, now, madeBy],
    );
    return rowCount === 1;
  }
}
