import type { Realm } from '@assay/core/ledger/realm';
import { type Database, transaction } from '@assay/platform/db/database';
import type { KeyKind, Permission, RevokedWhy } from './rules/index.ts';

/** A row of the table of keys. */
export interface KeyRow {
  readonly keyId: number;
  readonly name: string;
  readonly userId: number;
  readonly realm: Realm;
  readonly label: string;
  readonly kind: KeyKind;
  readonly permission: Permission;
  readonly ips: readonly string[];
  /** Of hmac keys. */
  readonly sealedSecret: Buffer | null;
  /** Of ed25519 keys: 32 bytes. */
  readonly publicKey: Buffer | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly lastUsedNetwork: string;
  readonly revokedAt: number | null;
  /** Null when its owner revoked it. */
  readonly revokedWhy: RevokedWhy | null;
  /** The last network from which its owner is known to act: that made it, or signed with it. */
  readonly knownNetwork: string;
  readonly knownAt: number;
}

export type NewKey = Omit<
  KeyRow,
  'keyId' | 'lastUsedAt' | 'lastUsedNetwork' | 'revokedAt' | 'revokedWhy' | 'knownAt'
>;

/** The fields that a change may set. */
export type Changeable = Pick<KeyRow, 'label' | 'permission' | 'ips'>;

/** When and from which network a key was used. */
export interface Use {
  readonly at: number;
  readonly network: string;
}

/** The last use of a key, and the last one with a signature. */
export interface Uses {
  readonly last: Use;
  readonly signed: Use | null;
}

const COLUMNS = `key_id as "keyId", name, user_id as "userId", realm, label, kind, permission, ips,
  sealed_secret as "sealedSecret", public_key as "publicKey", created_at as "createdAt",
  last_used_at as "lastUsedAt", last_used_network as "lastUsedNetwork",
  revoked_at as "revokedAt", revoked_why as "revokedWhy",
  known_network as "knownNetwork", known_at as "knownAt"`;

/** The table of keys. Expired keys stay until they are revoked, because they are shown. */
export class KeyStore {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async byName(name: string): Promise<KeyRow | null> {
    const { rows } = await this.#database.pool.query<KeyRow>(
      `select ${COLUMNS} from api_key where name = $1 and revoked_at is null`,
      [name],
    );
    return rows[0] ?? null;
  }

  /** A key of this account; null for any other key. */
  async byId(userId: number, realm: Realm, keyId: number): Promise<KeyRow | null> {
    const { rows } = await this.#database.pool.query<KeyRow>(
      `select ${COLUMNS} from api_key
       where key_id = $3 and user_id = $1 and realm = $2 and revoked_at is null`,
      [userId, realm, keyId],
    );
    return rows[0] ?? null;
  }

  /** The keys of an account, and those revoked for a reason after `since`; the oldest first. */
  async ofAccount(userId: number, realm: Realm, since: number): Promise<KeyRow[]> {
    const { rows } = await this.#database.pool.query<KeyRow>(
      `select ${COLUMNS} from api_key where user_id = $1 and realm = $2
         and (revoked_at is null or revoked_why is not null and revoked_at > $3)
       order by key_id`,
      [userId, realm, since],
    );
    return rows;
  }

  /** Null when the account has `max` keys already, however many are added at once. */
  async add(key: NewKey, max: number): Promise<KeyRow | null> {
    return transaction(this.#database.pool, async (client) => {
      // A statement of its own: only one that starts after we have the lock counts other inserts.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `api_key ${key.realm} ${key.userId}`,
      ]);
      const { rows } = await client.query<KeyRow>(
        `insert into api_key (name, user_id, realm, label, kind, permission, ips, sealed_secret,
           public_key, created_at, known_at, known_network)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $12
         where (select count(*) from api_key
                where user_id = $2 and realm = $3 and revoked_at is null) < $11
         returning ${COLUMNS}`,
        [
          key.name,
          key.userId,
          key.realm,
          key.label,
          key.kind,
          key.permission,
          key.ips,
          key.sealedSecret,
          key.publicKey,
          key.createdAt,
          max,
          key.knownNetwork,
        ],
      );
      return rows[0] ?? null;
    });
  }

  /** Null when the rights are no longer those of `before`, or the key is revoked. */
  async change(before: KeyRow, after: Changeable): Promise<KeyRow | null> {
    const { rows } = await this.#database.pool.query<KeyRow>(
      `update api_key set label = $2, permission = $3, ips = $4
       where key_id = $1 and permission = $5 and ips = $6 and revoked_at is null
       returning ${COLUMNS}`,
      [before.keyId, after.label, after.permission, after.ips, before.permission, before.ips],
    );
    return rows[0] ?? null;
  }

  /** Deletes the secret and keeps the row, so that past use can be traced. False when too late. */
  async revoke(keyId: number, now: number): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      `update api_key set revoked_at = $2, sealed_secret = null
       where key_id = $1 and revoked_at is null`,
      [keyId, now],
    );
    return rowCount === 1;
  }

  /** Whether any key has a secret that is sealed. */
  async haveSecrets(): Promise<boolean> {
    const { rowCount } = await this.#database.pool.query(
      'select from api_key where sealed_secret is not null limit 1',
    );
    return rowCount === 1;
  }

  /** The users whose virtual accounts have keys. */
  async virtualOwners(): Promise<number[]> {
    const { rows } = await this.#database.pool.query<{ userId: number }>(
      `select distinct user_id as "userId" from api_key
       where realm = 'demo' and revoked_at is null`,
    );
    return rows.map(({ userId }) => userId);
  }

  /** Revokes all keys of these people, in both realms, and returns their names. */
  async revokeAllOf(
    userIds: readonly number[],
    why: RevokedWhy | null,
    now: number,
  ): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ name: string }>(
      `update api_key set revoked_at = $3, revoked_why = $2, sealed_secret = null
       where user_id = any($1) and revoked_at is null returning name`,
      [userIds, why, now],
    );
    return rows.map(({ name }) => name);
  }

  /** Revokes the keys of a person that may trade, in both realms, and returns their names. */
  async revokeTradingOf(userId: number, why: RevokedWhy, now: number): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ name: string }>(
      `update api_key set revoked_at = $3, revoked_why = $2, sealed_secret = null
       where user_id = $1 and permission = 'trade' and revoked_at is null returning name`,
      [userId, why, now],
    );
    return rows.map(({ name }) => name);
  }

  /** All keys that a person has or had, without secrets. */
  async allOf(userId: number): Promise<object[]> {
    const { rows } = await this.#database.pool.query<object>(
      `select name, realm, label, kind, permission, ips, created_at as "createdAt",
         last_used_at as "lastUsedAt", last_used_network as "lastUsedNetwork",
         revoked_at as "revokedAt"
       from api_key where user_id = $1 order by key_id`,
      [userId],
    );
    return rows;
  }

  /** What a person wrote and where they were; the names stay, to which orders can be traced. */
  async eraseAllOf(userId: number): Promise<void> {
    await this.#database.pool.query(
      `update api_key set label = '-', ips = '{}', last_used_network = '', known_network = ''
       where user_id = $1`,
      [userId],
    );
  }

  async writeUsed(uses: ReadonlyMap<number, Uses>): Promise<void> {
    const all = [...uses.values()];
    await this.#database.pool.query(
      `update api_key set last_used_at = used.at, last_used_network = used.network,
         known_at = coalesce(used.signed_at, known_at),
         known_network = coalesce(used.signed_network, known_network)
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[])
         as used(id, at, network, signed_at, signed_network)
       where key_id = used.id and coalesce(last_used_at, 0) <= used.at`,
      [
        [...uses.keys()],
        all.map(({ last }) => last.at),
        all.map(({ last }) => last.network),
        all.map(({ signed }) => signed?.at ?? null),
        all.map(({ signed }) => signed?.network ?? null),
      ],
    );
  }
}
