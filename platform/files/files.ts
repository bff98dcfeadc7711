import { hash, randomBytes } from 'node:crypto';
import { DAY, HOUR } from '@assay/core/time';
import type { Database } from '../db/database.ts';
import { migrationSets } from '../db/migrate.ts';
import { open, rewrap, type Sealed, seal, Tampered } from './envelope.ts';
import type { ObjectStore } from './folder.ts';
import { type KeyRing, readOrMakeKeyRing } from './key-ring.ts';
import { type ObjectRow, ObjectRows, type OverQuota, type Quota } from './rows.ts';

/** The file below DATA_DIR with the keys that wrap those of objects. */
export const FILES_KEY_FILE = 'files.key';

/** The form of what is encrypted; part of what each object is bound to. */
const VERSION = 1;
/** Bytes that have not arrived by then never will: their server was stopped. */
const ARRIVES_WITHIN_MS = HOUR;
/** How long it is remembered that there was an object: the quota counts days. */
const REMEMBERED_MS = 30 * DAY;
const STEP = 100;

const QUOTA: Quota = {
  objectsOfKind: 20,
  bytesOfOwnerADay: 200 * 1024 * 1024,
  bytesOfAllADay: 20 * 1024 * 1024 * 1024,
};

export interface FilesOptions {
  readonly database: Pick<Database, 'pool'>;
  /** The folder of the key file. */
  readonly dataDir: string;
  readonly store: ObjectStore;
  /** More ids of keys that are in use: whoever seals texts of its own with this ring. */
  readonly keyIdsOfOthers?: () => Promise<readonly string[]>;
  readonly quota?: Quota;
}

/** A content and whose it is. */
export interface NewFile {
  readonly owner: number;
  /** What it is, such as `verification`: an object of one kind cannot pass for another. */
  readonly kind: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly uploadedBy: number;
  /** How many of this kind their owner may have; without it what the quota says. */
  readonly most?: number | undefined;
}

export const filesMigrations = () =>
  migrationSets(import.meta.url, 'files', {
    shared: { stored_object: ['insert', 'update', 'delete'] },
  });

/**
 * Objects that are stored encrypted (decision 0034). What is in the database tells whose they are
 * and how large; what is in the folder or bucket is unreadable without the database and the key
 * file together.
 */
export class Files {
  /** For texts that are kept in tables of modules. */
  readonly ring: KeyRing;
  readonly #rows: ObjectRows;
  readonly #store: ObjectStore;
  readonly #quota: Quota;

  private constructor(ring: KeyRing, rows: ObjectRows, store: ObjectStore, quota: Quota) {
    this.ring = ring;
    this.#rows = rows;
    this.#store = store;
    this.#quota = quota;
  }

  /** @throws StartError when the key file is damaged, or lacks a key that something needs */
  static async start(options: FilesOptions): Promise<Files> {
    const { database, dataDir, store, quota = QUOTA, keyIdsOfOthers = async () => [] } = options;
    const rows = new ObjectRows(database);
    const used = async () => [...(await rows.keyIds()), ...(await keyIdsOfOthers())];
    const ring = await readOrMakeKeyRing(dataDir, FILES_KEY_FILE, used);
    return new Files(ring, rows, store, quota);
  }

  /** Stores a content; resolves once it is durable. */
  async add(file: NewFile, now: number): Promise<ObjectRow | OverQuota> {
    const { bytes, owner, kind, mediaType, uploadedBy } = file;
    const objectsOfKind = file.most ?? this.#quota.objectsOfKind;
    const objectId = randomBytes(16).toString('hex');
    const size = bytes.length;
    const row = { objectId, owner, kind, version: VERSION, mediaType, size, createdAt: now };
    const { sealed, ...wrapped } = seal(this.ring, boundTo(row), bytes);
    const sha256 = hash('sha256', bytes, 'buffer');
    const over = await this.#rows.add(
      { ...row, ...wrapped, sha256, uploadedBy },
      { ...this.#quota, objectsOfKind },
      now - DAY,
    );
    if (over !== null) return over;
    await this.#store.put(objectId, sealed);
    await this.#rows.stored(objectId, now);
    return row;
  }

  /**
   * The content of an object; null when there is none or it was destroyed.
   * @throws Tampered when bytes or row are not what was stored
   */
  async read(objectId: string): Promise<{ row: ObjectRow; bytes: Buffer } | null> {
    const row = await this.#rows.find(objectId);
    if (row === null) return null;
    const sealed = await this.#store.get(objectId);
    if (sealed === null) throw new Tampered('the bytes of an object are missing');
    const { keyId, wrappedKey } = row;
    return { row, bytes: open(this.ring, boundTo(row), { keyId, wrappedKey, sealed }) };
  }

  /** When these are to be destroyed; null: not as long as nobody says so. */
  keepUntil(objectIds: readonly string[], until: number | null): Promise<void> {
    return this.#rows.keepUntil(objectIds, until);
  }

  /** Destroys contents by their keys, at once and for good; the bytes are removed afterwards. */
  async shred(objectIds: readonly string[], now: number): Promise<void> {
    if (objectIds.length === 0) return;
    await this.#rows.shred(objectIds, now);
    await this.#removeShredded(now);
  }

  /** Destroys what is no longer to be kept. Every hour. */
  async forgetOld(now: number): Promise<void> {
    for (;;) {
      const due = await this.#rows.due(now, now - ARRIVES_WITHIN_MS, STEP);
      await this.#rows.shred(due, now);
      if (due.length < STEP) break;
    }
    await this.#removeShredded(now);
    await this.#rows.forgetRemovedBefore(now - REMEMBERED_MS);
  }

  /**
   * Wraps by the current key what another one wraps, so that the other one can be removed.
   * @throws Tampered at the end, when keys of some objects are not what was stored
   */
  async rewrapAll(): Promise<void> {
    const broken: string[] = [];
    for (let after = ''; ; ) {
      const rows = await this.#rows.wrappedByOthers(this.ring.currentId, after, STEP);
      for (const row of rows) {
        after = row.objectId;
        try {
          await this.#rows.rewrapped(row.objectId, rewrap(this.ring, boundTo(row), row));
        } catch (err) {
          if (!(err instanceof Tampered)) throw err;
          broken.push(row.objectId);
        }
      }
      if (rows.length < STEP) break;
    }
    if (broken.length > 0) throw new Tampered(`the keys of ${broken.join(', ')} are unreadable`);
  }

  async #removeShredded(now: number): Promise<void> {
    for (;;) {
      const names = await this.#rows.toRemove(STEP);
      for (const name of names) {
        await this.#store.remove(name);
        await this.#rows.removed(name, now);
      }
      if (names.length < STEP) return;
    }
  }

  /** A text that modules keep in their own tables, sealed like a file. */
  sealText(belongsTo: string, text: string): Sealed {
    return seal(this.ring, belongsTo, Buffer.from(text));
  }

  /** @throws Tampered */
  openText(belongsTo: string, sealed: Sealed): string {
    return open(this.ring, belongsTo, sealed).toString('utf8');
  }
}

const boundTo = ({ owner, kind, objectId, version }: ObjectRow): string =>
  `${owner}|${kind}|${objectId}|${version}`;
