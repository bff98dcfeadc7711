import fs from 'node:fs';
import path from 'node:path';
import type { Mode } from '@assay/core/schema/mode';
import { LOG_KEY, readOrMakeLogKey } from '../check/signer.ts';
import { type Database, disconnect } from '../db/database.ts';
import { migrationSets } from '../db/migrate.ts';
import { StartError } from '../start-error.ts';

/** What an installation is, and since when. */
export interface Installation {
  readonly mode: Mode;
  readonly begunAt: number;
}

export const installationMigrations = () =>
  migrationSets(import.meta.url, 'installation', {
    shared: { installation: ['insert'], log_key: ['insert'] },
  });

/**
 * What the installation is, before its tables are migrated: what was written at its first start;
 * else what `wanted` asks for, or a trial. One that took commands before there was a choice is a
 * trial, because its capital was made up.
 * @throws StartError when it is already something else than what is asked for
 */
export async function modeOf(db: Pick<Database, 'connectOwner'>, wanted: Mode | ''): Promise<Mode> {
  const known = await readKnown(db);
  if (known === null) return wanted || 'trial';
  if (wanted !== '' && wanted !== known) throw contradiction(known, wanted);
  return known;
}

async function readKnown(db: Pick<Database, 'connectOwner'>): Promise<Mode | null> {
  const owner = await db.connectOwner();
  try {
    const there = await owner.query<{ installation: boolean; engine: boolean }>(
      `select to_regclass('public.installation') is not null as installation,
         to_regclass('real.engine') is not null as engine`,
    );
    const { installation, engine } = there.rows[0]!;
    if (installation) {
      const { rows } = await owner.query<{ mode: Mode }>('select mode from public.installation');
      if (rows[0] !== undefined) return rows[0].mode;
    }
    if (!engine) return null;
    const used = await owner.query(
      'select from real.engine where last_seq > 0 union all select from demo.engine where last_seq > 0',
    );
    return used.rowCount === 0 ? null : 'trial';
  } finally {
    await disconnect(owner);
  }
}

/**
 * Writes at the first start what the installation is, and by which key its logs are signed; of two
 * servers that start at once, one.
 * @throws StartError when it is already something else, or the key in `dataDir` is missing or
 *   another: nobody could verify with it the heads that customers have kept
 */
export async function keepInstallation(
  { pool }: Pick<Database, 'pool'>,
  mode: Mode,
  now: number,
  dataDir: string,
): Promise<Installation> {
  await pool.query(
    'insert into installation (mode, begun_at) values ($1, $2) on conflict do nothing',
    [mode, now],
  );
  const { rows } = await pool.query<Installation>(
    'select mode, begun_at as "begunAt" from installation',
  );
  const kept = rows[0]!;
  if (kept.mode !== mode) throw contradiction(kept.mode, mode);
  await keepLogKey(pool, dataDir);
  return kept;
}

async function keepLogKey(pool: Database['pool'], dataDir: string): Promise<void> {
  const file = path.join(dataDir, LOG_KEY);
  const lost = (fault: string) =>
    new StartError(
      `${file} ${fault}. Restore it from the backup of the same DATA_DIR; customers could not ` +
        'verify with another one.',
    );
  const read = 'select public_key as "publicKey" from log_key';
  const known = await pool.query(read);
  if (known.rowCount !== 0 && !fs.existsSync(file)) {
    throw lost('is missing, but heads of this database were signed with it');
  }
  const { publicKey } = readOrMakeLogKey(dataDir);
  await pool.query('insert into log_key (public_key) values ($1) on conflict do nothing', [
    publicKey,
  ]);
  const { rows } = await pool.query<{ publicKey: string }>(read);
  if (rows[0]?.publicKey !== publicKey) throw lost('is not the key of this database');
}

function contradiction(known: Mode, wanted: Mode): StartError {
  return new StartError(
    `This installation was begun as a ${known} and stays one; INSTALLATION=${wanted} contradicts it. ` +
      `A ${wanted} begins with a DATA_DIR and a database of its own.`,
  );
}
