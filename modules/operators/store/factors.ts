import { MINUTE } from '@assay/core/time';
import { type Database, type PoolClient, transaction } from '@assay/platform/db/database';
import { FactorStore } from '@assay/platform/factors/store';

const TABLES = { totp: 'operator_totp', passkey: 'operator_passkey', owner: 'operator_id' };

/** Wrong codes of one app before it waits, and for how long. */
const FAILURES_MAX = 5;
const LOCK_MS = 15 * MINUTE;

/** An app that may be tried once more, or how long it waits. */
export type Try =
  | { readonly totpId: string; readonly operatorId: number }
  | { readonly waitMs: number };

/** What a removal asks of the staff as they are: whether nobody is left who can admit others. */
interface Removal<M> {
  members(client: Pick<PoolClient, 'query'>): Promise<M>;
  isLast(members: M): boolean;
}

/** Passkeys and authenticator apps of staff. */
export class StaffFactors extends FactorStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    super(database, TABLES);
    this.#database = database;
  }

  /** Whether there are secrets that only the key can read. */
  async haveSecrets(): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query('select from operator_totp limit 1');
    return rowCount === 1;
  }

  async setKey(totpId: string, keyHash: Buffer): Promise<void> {
    await this.#database.pool.query('update operator_totp set key_hash = $2 where totp_id = $1', [
      totpId,
      keyHash,
    ]);
  }

  /** Counts a try as failed before its code is checked; null when no app has this key or id. */
  async takeTry(of: { keyHash: Buffer } | { totpId: string }, now: number): Promise<Try | null> {
    const [column, value] =
      'keyHash' in of ? (['key_hash', of.keyHash] as const) : (['totp_id', of.totpId] as const);
    const { pool } = this.#database;
    const taken = await pool.query<{ totpId: string; operatorId: number }>(
      `update operator_totp
       set failures = case when failed_at <= $2 then 1 else failures + 1 end, failed_at = $3
       where ${column} = $1 and confirmed_at is not null
         and (failures < ${FAILURES_MAX} or failed_at <= $2)
       returning totp_id as "totpId", operator_id as "operatorId"`,
      [value, now - LOCK_MS, now],
    );
    if (taken.rows[0] !== undefined) return taken.rows[0];
    const { rows } = await pool.query<{ failedAt: number }>(
      `select failed_at as "failedAt" from operator_totp
       where ${column} = $1 and confirmed_at is not null`,
      [value],
    );
    return rows[0] === undefined ? null : { waitMs: rows[0].failedAt + LOCK_MS - now };
  }

  async forgetFailures(totpId: string): Promise<void> {
    await this.#database.pool.query('update operator_totp set failures = 0 where totp_id = $1', [
      totpId,
    ]);
  }

  /**
   * Removes one of several, unless something speaks against it. `members` locks who is of the
   * staff, so that of two removals at the same time the second one sees what the first one left.
   */
  async removeOne<M>(
    operatorId: number,
    kind: 'totp' | 'passkey',
    id: string,
    { members, isLast }: Removal<M>,
  ): Promise<'lastFactor' | 'lastOfStaff' | null> {
    return transaction(this.#database.pool, async (client) => {
      const before = await members(client);
      const { rows } = await client.query<{ passkeys: number; totps: number }>(
        `select (select count(*) from operator_passkey where operator_id = $1) as passkeys,
           (select count(*) from operator_totp
              where operator_id = $1 and confirmed_at is not null) as totps`,
        [operatorId],
      );
      const { passkeys, totps } = rows[0]!;
      if (passkeys + totps <= 1) return 'lastFactor';
      if (kind === 'passkey' && passkeys === 1 && isLast(before)) return 'lastOfStaff';
      const [table, key] =
        kind === 'totp' ? ['operator_totp', 'totp_id'] : ['operator_passkey', 'credential_id'];
      const sql = `delete from ${table} where operator_id = $1 and ${key} = $2`;
      await client.query(sql, [operatorId, id]);
      return null;
    });
  }
}
