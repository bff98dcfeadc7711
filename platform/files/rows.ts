import { type Database, transaction } from '../db/database.ts';
import type { WrappedKey } from './envelope.ts';

/** What is known of an object without opening it. */
export interface ObjectRow {
  readonly objectId: string;
  /** Whose it is: a user, or below zero a member of staff. */
  readonly owner: number;
  readonly kind: string;
  readonly version: number;
  readonly mediaType: string;
  readonly size: number;
  readonly createdAt: number;
}

/** An object that can still be opened. */
export interface KeptRow extends ObjectRow, WrappedKey {}

export interface NewRow extends KeptRow {
  readonly sha256: Buffer;
  readonly uploadedBy: number;
}

/** How much one owner, and all together, may have stored. */
export interface Quota {
  /** Of an owner, of each kind: what is kept of one thing for years stops no other. */
  readonly objectsOfKind: number;
  readonly bytesOfOwnerADay: number;
  readonly bytesOfAllADay: number;
}

/** Which part of the quota would be exceeded. */
export type OverQuota = 'objects' | 'bytes' | 'everybody';

/** An arbitrary number; the lock keeps two new objects from passing the quota together. */
const QUOTA_LOCK = 4_217_735_244;
const COLUMNS = `object_id as "objectId", owner_id as owner, kind, version,
  media_type as "mediaType", size, created_at as "createdAt", key_id as "keyId",
  wrapped_key as "wrappedKey"`;

/** The table of stored objects. */
export class ObjectRows {
  readonly #database: Pick<Database, 'pool'>;

  constructor(database: Pick<Database, 'pool'>) {
    this.#database = database;
  }

  async keyIds(): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ id: string }>(
      'select distinct key_id as id from stored_object where key_id is not null',
    );
    return rows.map(({ id }) => id);
  }

  /** Announces an object, whose bytes follow; null when there is room for it. */
  add(row: NewRow, quota: Quota, dayStart: number): Promise<OverQuota | null> {
    return transaction(this.#database.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [QUOTA_LOCK]);
      const { rows } = await client.query<{ objects: number; own: number; all: number }>(
        `select
           (select count(*)::int from stored_object
             where owner_id = $1 and kind = $3 and shredded_at is null) as objects,
           (select coalesce(sum(size), 0)::bigint from stored_object
             where owner_id = $1 and created_at > $2) as own,
           (select coalesce(sum(size), 0)::bigint from stored_object
             where created_at > $2) as all`,
        [row.owner, dayStart, row.kind],
      );
      const { objects, own, all } = rows[0]!;
      if (objects >= quota.objectsOfKind) return 'objects';
      if (own + row.size > quota.bytesOfOwnerADay) return 'bytes';
      if (all + row.size > quota.bytesOfAllADay) return 'everybody';
      await client.query(
        `insert into stored_object (object_id, owner_id, kind, version, media_type, size, sha256,
           uploaded_by, created_at, key_id, wrapped_key)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          ...[row.objectId, row.owner, row.kind, row.version, row.mediaType, row.size, row.sha256],
          ...[row.uploadedBy, row.createdAt, row.keyId, row.wrappedKey],
        ],
      );
      return null;
    });
  }

  async stored(objectId: string, now: number): Promise<void> {
    await this.#database.pool.query(
      'update stored_object set stored_at = $2 where object_id = $1',
      [objectId, now],
    );
  }

  /** Null when there is no such object, or its content was destroyed or never arrived. */
  async find(objectId: string): Promise<KeptRow | null> {
    const { rows } = await this.#database.pool.query<KeptRow>(
      `select ${COLUMNS} from stored_object
       where object_id = $1 and shredded_at is null and stored_at is not null`,
      [objectId],
    );
    return rows[0] ?? null;
  }

  async keepUntil(objectIds: readonly string[], until: number | null): Promise<void> {
    await this.#database.pool.query(
      'update stored_object set keep_until = $2 where object_id = any($1)',
      [objectIds, until],
    );
  }

  /** Destroys the keys of these objects, and with them what could tell their contents. */
  async shred(objectIds: readonly string[], now: number): Promise<void> {
    await this.#database.pool.query(
      `update stored_object
       set wrapped_key = null, key_id = null, sha256 = null, shredded_at = $2
       where object_id = any($1) and shredded_at is null`,
      [objectIds, now],
    );
  }

  /** At most `limit` objects whose time is up, or whose bytes have not arrived since `before`. */
  async due(now: number, before: number, limit: number): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ objectId: string }>(
      `select object_id as "objectId" from stored_object
       where shredded_at is null
         and (keep_until <= $1 or (stored_at is null and created_at <= $2))
       order by created_at limit $3`,
      [now, before, limit],
    );
    return rows.map(({ objectId }) => objectId);
  }

  /** At most `limit` objects that are destroyed and whose bytes may still be there. */
  async toRemove(limit: number): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ objectId: string }>(
      `select object_id as "objectId" from stored_object
       where shredded_at is not null and removed_at is null order by shredded_at limit $1`,
      [limit],
    );
    return rows.map(({ objectId }) => objectId);
  }

  async removed(objectId: string, now: number): Promise<void> {
    await this.#database.pool.query(
      'update stored_object set removed_at = $2 where object_id = $1',
      [objectId, now],
    );
  }

  async forgetRemovedBefore(removedAt: number): Promise<void> {
    await this.#database.pool.query('delete from stored_object where removed_at < $1', [removedAt]);
  }

  /** At most `limit` objects, by their ids, that another key of the ring wraps than this one. */
  async wrappedByOthers(keyId: string, after: string, limit: number): Promise<KeptRow[]> {
    const { rows } = await this.#database.pool.query<KeptRow>(
      `select ${COLUMNS} from stored_object where key_id <> $1 and object_id > $2
       order by object_id limit $3`,
      [keyId, after, limit],
    );
    return rows;
  }

  async rewrapped(objectId: string, { keyId, wrappedKey }: WrappedKey): Promise<void> {
    await this.#database.pool.query(
      `update stored_object set key_id = $2, wrapped_key = $3
       where object_id = $1 and wrapped_key is not null`,
      [objectId, keyId, wrappedKey],
    );
  }
}
