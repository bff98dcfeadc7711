import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@assay/platform/db/files';
import { StartError } from '@assay/platform/start-error';

const KEY_BYTES = 32;

/**
 * A secret of 32 bytes in the file `name`, made at the first start; `identity.key` keys passwords
 * and codes (the pepper). It is kept outside the database, so that a stolen dump alone allows no
 * guessing. A backup needs both: without this file nobody can log in by password.
 * @param isUsed whether the database has something that only the lost key could read
 * @throws StartError when the file is not a key, or is missing and used: a new key would lock
 *   everybody out for good
 */
export async function readOrMakeKey(
  dataDir: string,
  name: string,
  isUsed: () => Promise<boolean>,
): Promise<Buffer> {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const known = readKey(path);
  if (known !== null) return known;
  if (await isUsed()) {
    throw new StartError(
      `${path} is missing, but the database has accounts that need it. Restore it from the ` +
        'backup of the same DATA_DIR; nobody could log in with a new one.',
    );
  }
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
    throw new StartError(`${path} does not hold a key. Restore it from a backup.`);
  }
  return Buffer.from(text, 'hex');
}
