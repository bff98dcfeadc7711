import fs from 'node:fs';
import path from 'node:path';
import { KEY_FILE } from '@assay/modules/identity';
import { readOrMakeLogKey } from '@assay/platform/check/signer';
import type { Config } from '@assay/platform/config';
import { chooseRunner } from '@assay/platform/db/binaries';
import { prepareDataFolder } from '@assay/platform/db/data-folder';
import { type OpenDatabase, openDatabase } from '@assay/platform/db/database';
import type { Log } from '@assay/platform/log';

/** Opens the database after the folder of everything that must survive. */
export async function openData(config: Config, log: Log): Promise<OpenDatabase> {
  const { DATA_DIR: folder, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = config;
  const group = url === '' ? (chooseRunner()?.gid ?? null) : null;
  prepareDataFolder(folder, [KEY_FILE, 'postgres'], group);
  const db = await openDatabase({
    url: url || undefined,
    ownerUrl: ownerUrl || undefined,
    folder: path.join(folder, 'postgres'),
    expectData: fs.existsSync(path.join(folder, KEY_FILE)),
    log,
  });
  if (db.keptAt !== null) {
    log.warn({ folder: db.keptAt }, 'the database is not in DATA_DIR: back up both folders');
  }
  return db;
}

/** Where days of ticks are kept, and the key that signs their heads. */
export function tickArchive(dataDir: string) {
  return { folder: path.join(dataDir, 'ticks'), signer: readOrMakeLogKey(dataDir) };
}
