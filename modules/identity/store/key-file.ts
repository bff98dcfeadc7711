import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@assay/platform/db/files';

const KEY_BYTES = 32;

/**
 * A secret of 32 bytes in the file `name`, made at the first start; `identity.key` keys passwords
 * and codes (the pepper). It is kept outside the database, so that a stolen dump alone allows no
 * guessing. A backup needs both: without this file nobody can log in by password. Throws when the
 * file exists but is not a key: a new key would lock everybody out for good.
 */
export function readOrMakeKey(dataDir: string, name: string): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const known = readKey(path);
  if (known !== null) return known;
  writeDurably(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`);
  const made = readKey(path);
  if (made === null) throw new Error(`The key could not be written to ${path}`);
  return made;
}

function readKey(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw err;
  }
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`${path} does not hold a key. Restore it from a backup.`);
  }
  return Buffer.from(text, 'hex');
}
