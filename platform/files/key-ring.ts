import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../db/files.ts';
import { StartError } from '../start-error.ts';

const KEY_BYTES = 32;
const LINE = /^([a-z0-9]{1,16}) ([0-9a-f]{64})$/;

/** Keys that wrap other keys, by their ids. New ones are wrapped by the last of the file. */
export class KeyRing {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly currentId: string;

  constructor(keys: ReadonlyMap<string, Buffer>) {
    const last = [...keys.keys()].at(-1);
    if (last === undefined) throw new Error('a ring has a key');
    this.#keys = keys;
    this.currentId = last;
  }

  has(id: string): boolean {
    return this.#keys.has(id);
  }

  key(id: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined) throw new Error(`there is no key ${id}`);
    return key;
  }
}

/**
 * Reads the ring of the file `name` in DATA_DIR, made with one key at the first start: a line for
 * each key, its id and 64 hexadecimal digits. To rotate, its owner adds a line and restarts.
 * @param used the ids of the keys that something in the database is wrapped by
 * @throws StartError when the file is damaged, or lacks a key that is used: what it wraps would be
 *   unreadable for good
 */
export async function readOrMakeKeyRing(
  dataDir: string,
  name: string,
  used: () => Promise<readonly string[]>,
): Promise<KeyRing> {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const ids = await used();
  if (readText(path) === null && ids.length === 0) {
    writeDurably(path, `k1 ${randomBytes(KEY_BYTES).toString('hex')}\n`);
  }
  const ring = parseRing(readText(path), path);
  const lost = ids.filter((id) => !ring.has(id));
  if (lost.length === 0) return ring;
  throw new StartError(
    `${path} lacks the keys ${lost.join(', ')}, which stored documents need. Restore it from the ` +
      'backup of the same DATA_DIR; without them nobody could read these documents again.',
  );
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw err;
  }
}

function parseRing(text: string | null, path: string): KeyRing {
  if (text === null) {
    throw new StartError(
      `${path} is missing, but the database has documents that need it. Restore it from the ` +
        'backup of the same DATA_DIR.',
    );
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const keys = new Map<string, Buffer>();
  for (const line of lines) {
    const [, id, hex] = LINE.exec(line.trim()) ?? [];
    if (id === undefined || hex === undefined || keys.has(id)) {
      throw new StartError(`${path} does not hold keys. Restore it from a backup.`);
    }
    keys.set(id, Buffer.from(hex, 'hex'));
  }
  if (keys.size === 0) throw new StartError(`${path} is empty. Restore it from a backup.`);
  return new KeyRing(keys);
}
