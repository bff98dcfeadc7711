import { type Client, type Database, transaction } from '../db/database.ts';

export interface Totp {
  readonly totpId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly sealedSecret: Buffer;
  readonly createdAt: number;
  readonly confirmedAt: number | null;
  readonly lastUsedAt: number | null;
  readonly lastStep: number;
}

export interface Passkey {
  readonly credentialId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  /** How the browser reaches it, separated by commas. */
  readonly transports: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export type FactorKind = 'totp' | 'passkey';

export interface OwnFactors {
  /** Those that a first code has confirmed. */
  readonly totps: readonly Totp[];
  readonly passkeys: readonly Passkey[];
}

/** Where the factors of people, or of staff, are: two tables, and their column for the owner. */
export interface FactorTables {
  readonly totp: string;
  readonly passkey: string;
  readonly owner: string;
}

/** Perhaps in a transaction of the caller's. */
type Querying = Pick<Client, 'query'>;

/** Authenticator apps and passkeys, of people or of staff. */
export class FactorStore {
  readonly #database: Pick<Database, 'pool'>;
  readonly #tables: FactorTables;
  readonly #totpColumns: string;
  readonly #passkeyColumns: string;

  constructor(database: Pick<Database, 'pool'>, tables: FactorTables) {
    this.#database = database;
    this.#tables = tables;
    this.#totpColumns = `totp_id as "totpId", ${tables.owner} as "ownerId", name,
      sealed_secret as "sealedSecret", created_at as "createdAt", confirmed_at as "confirmedAt",
      last_used_at as "lastUsedAt", last_step as "lastStep"`;
    this.#passkeyColumns = `credential_id as "credentialId", ${tables.owner} as "ownerId", name,
      public_key as "publicKey", counter, transports, created_at as "createdAt",
      last_used_at as "lastUsedAt"`;
  }

  async of(ownerId: number, client: Querying = this.#database.pool): Promise<OwnFactors> {
    const { totp, passkey, owner } = this.#tables;
    const totps = await client.query<Totp>(
      `select ${this.#totpColumns} from ${totp}
       where ${owner} = $1 and confirmed_at is not null order by created_at`,
      [ownerId],
    );
    const passkeys = await client.query<Passkey>(
      `select ${this.#passkeyColumns} from ${passkey} where ${owner} = $1 order by created_at`,
      [ownerId],
    );
    return { totps: totps.rows, passkeys: passkeys.rows };
  }

  /** Adds an authenticator app that is not confirmed, in place of earlier ones like that. */
  async addTotp(made: Pick<Totp, 'totpId' | 'ownerId' | 'name' | 'sealedSecret' | 'createdAt'>) {
    const { totpId, ownerId, name, sealedSecret, createdAt } = made;
    const { totp, owner } = this.#tables;
    await transaction(this.#database.pool, async (client) => {
      await client.query(`delete from ${totp} where ${owner} = $1 and confirmed_at is null`, [
        ownerId,
      ]);
      await client.query(
        `insert into ${totp} (totp_id, ${owner}, name, sealed_secret, created_at)
         values ($1, $2, $3, $4, $5)`,
        [totpId, ownerId, name, sealedSecret, createdAt],
      );
    });
  }

  async unconfirmed(ownerId: number, totpId: string, since: number): Promise<Totp | null> {
    const { totp, owner } = this.#tables;
    const { rows } = await this.#database.pool.query<Totp>(
      `select ${this.#totpColumns} from ${totp}
       where ${owner} = $1 and totp_id = $2 and confirmed_at is null and created_at > $3`,
      [ownerId, totpId, since],
    );
    return rows[0] ?? null;
  }

  /** True for exactly one caller. */
  async confirm(
    totpId: string,
    step: number,
    now: number,
    client: Querying = this.#database.pool,
  ): Promise<boolean> {
    const { rowCount } = await client.query(
      `update ${this.#tables.totp} set confirmed_at = $2, last_used_at = $2, last_step = $3
       where totp_id = $1 and confirmed_at is null`,
      [totpId, now, step],
    );
    return rowCount === 1;
  }

  /** Uses up the code of a time step; true for exactly one caller. */
  async useStep(totpId: string, step: number, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update ${this.#tables.totp} set last_step = $2, last_used_at = $3
       where totp_id = $1 and last_step < $2`,
      [totpId, step, now],
    );
    return rowCount === 1;
  }

  /** False when somebody has this passkey already. */
  async addPasskey(
    made: Omit<Passkey, 'lastUsedAt'>,
    client: Querying = this.#database.pool,
  ): Promise<boolean> {
    const { credentialId, ownerId, name, publicKey, counter, transports, createdAt } = made;
    const { passkey, owner } = this.#tables;
    const { rowCount } = await client.query(
      `insert into ${passkey}
         (credential_id, ${owner}, name, public_key, counter, transports, created_at)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [credentialId, ownerId, name, publicKey, counter, transports, createdAt],
    );
    return rowCount === 1;
  }

  async passkey(credentialId: string): Promise<Passkey | null> {
    const { rows } = await this.#database.pool.query<Passkey>(
      `select ${this.#passkeyColumns} from ${this.#tables.passkey} where credential_id = $1`,
      [credentialId],
    );
    return rows[0] ?? null;
  }

  async usedPasskey(credentialId: string, counter: number, now: number): Promise<void> {
    await this.#database.pool.query(
      `update ${this.#tables.passkey} set counter = greatest(counter, $2), last_used_at = $3
       where credential_id = $1`,
      [credentialId, counter, now],
    );
  }

  async remove(
    ownerId: number,
    kind: FactorKind,
    id: string,
    client: Querying = this.#database.pool,
  ): Promise<boolean> {
    const { owner, [kind]: table } = this.#tables;
    const key = kind === 'totp' ? 'totp_id' : 'credential_id';
    const { rowCount } = await client.query(
      `delete from ${table} where ${owner} = $1 and ${key} = $2`,
      [ownerId, id],
    );
    return rowCount === 1;
  }
}
