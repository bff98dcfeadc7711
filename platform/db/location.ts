import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';
import { binary, canReach, type Runner, reachableRoot } from './binaries.ts';
import { writeDurably } from './files.ts';

/** The files of one embedded server and the user that runs it. */
export interface ServerLocation {
  folder: string;
  data: string;
  /** Folder of the Unix socket. Unused on Windows. */
  socket: string;
  logFile: string;
  password: string;
  /** Of the application's role. */
  appPassword: string;
  /** Of the signer's role. */
  signerPassword: string;
  runner: Runner | null;
}

export const databaseUser = 'assay';
/** The role that the application works as. It owns nothing; the tables are the superuser's. */
export const applicationRole = 'assay_app';
/** The role of the process that signs what leaves: it reads what is to be paid, and little else. */
export const signerRole = 'assay_signer';
export const databaseName = 'assay';

/** The kernel's limit of a socket path is 107 bytes, 103 on macOS. */
const LONGEST_SOCKET_PATH = 100;

/**
 * Makes the folders of an embedded server and gives them to `runner`.
 * When the runner cannot reach `wanted` (root's home folder is closed to others), the files go to
 * a folder below /var/lib/assay, and a file `location` in `wanted` says which. That folder is made
 * once: where it is missing later, this is a copy, and what it had is elsewhere.
 * @throws StartError when the folder that `location` names is missing
 */
export function prepareLocation(wanted: string, runner: Runner | null): ServerLocation {
  fs.mkdirSync(wanted, { recursive: true, mode: 0o755 });
  let folder = fs.realpathSync(wanted);
  const pointer = path.join(folder, 'location');
  if (fs.existsSync(pointer)) {
    folder = fs.readFileSync(pointer, 'utf8').trim();
    if (!fs.existsSync(folder)) throw missingFolder(pointer, folder);
  } else if (!canReach(folder, runner)) {
    folder = path.join(reachableRoot, `postgres-${randomBytes(6).toString('hex')}`);
    fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
    writeDurably(pointer, `${folder}\n`, 0o644);
  }
  const location: ServerLocation = {
    folder,
    data: path.join(folder, 'data'),
    socket: socketFolder(folder),
    logFile: path.join(folder, 'server.log'),
    password: readPassword(folder, 'password'),
    appPassword: readPassword(folder, 'password-app'),
    signerPassword: readPassword(folder, 'password-signer'),
    runner,
  };
  fs.mkdirSync(location.socket, { recursive: true, mode: 0o700 });
  give(location.socket, runner);
  return location;
}

function missingFolder(pointer: string, folder: string): StartError {
  return new StartError(
    `The database is kept in ${folder}, as ${pointer} says, and that folder is missing. ` +
      'Restore it from its backup. No new database was made.',
  );
}

/** Whether a database has been made in this place. */
export function hasData(location: ServerLocation): boolean {
  return fs.existsSync(path.join(location.data, 'PG_VERSION'));
}

/** The files of a server belong to the user that it ran as before, who may be another one now. */
export function adoptFiles({ data, socket, runner }: ServerLocation): void {
  if (runner === null || fs.statSync(data).uid === runner.uid) return;
  for (const top of [socket, data]) {
    for (const name of fs.readdirSync(top, { recursive: true, encoding: 'utf8' })) {
      fs.lchownSync(path.join(top, name), runner.uid, runner.gid);
    }
    give(top, runner);
  }
}

function socketFolder(folder: string): string {
  const near = path.join(folder, 'run');
  if (near.length + '/.s.PGSQL.5432'.length <= LONGEST_SOCKET_PATH) return near;
  const mark = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `assay-run-${mark}`);
}

function readPassword(folder: string, name: string): string {
  const file = path.join(folder, name);
  if (!fs.existsSync(file)) writeDurably(file, randomBytes(24).toString('base64url'));
  const password = fs.readFileSync(file, 'utf8').trim();
  if (password === '') {
    throw new StartError(`${file} is empty. Restore it from the backup of the same DATA_DIR.`);
  }
  return password;
}

export function give(target: string, runner: Runner | null): void {
  if (runner) fs.chownSync(target, runner.uid, runner.gid);
}

/**
 * Creates the data folder when there is none. It is made under another name and renamed, so that
 * a crash half-way leaves no folder that looks complete. Without `durable` it is not synced to the
 * disk, which takes most of the time.
 */
export function initialise(location: ServerLocation, native: string, durable: boolean): void {
  const versionFile = path.join(location.data, 'PG_VERSION');
  if (fs.existsSync(versionFile)) {
    refuseOtherVersion(versionFile, native);
    return;
  }
  const draft = `${location.data}.${process.pid}`;
  const passwordFile = `${draft}.pw`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { mode: 0o700 });
  give(draft, location.runner);
  fs.writeFileSync(passwordFile, location.password, { mode: 0o600 });
  give(passwordFile, location.runner);
  try {
    const made = spawnSync(
      binary(native, 'initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${databaseUser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
        ...(durable ? [] : ['--no-sync']),
      ],
      {
        ...(location.runner ?? {}),
        cwd: location.socket,
        encoding: 'utf8',
        env: serverEnvironment(),
      },
    );
    if (made.status !== 0) {
      throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.trim()}`);
    }
    if (!fs.existsSync(versionFile)) fs.renameSync(draft, location.data);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
    fs.rmSync(passwordFile, { force: true });
  }
}

function refuseOtherVersion(versionFile: string, native: string): void {
  const made = fs.readFileSync(versionFile, 'utf8').trim();
  const ours = spawnSync(binary(native, 'postgres'), ['--version'], { encoding: 'utf8' });
  const major = /(\d+)\.\d+/.exec(ours.stdout ?? '')?.[1];
  if (major && major !== made) {
    throw new StartError(
      `The data folder was made by PostgreSQL ${made}, the embedded one is ${major}. ` +
        'Dump it with the old version (pg_dump) and restore it into a new folder.',
    );
  }
}

/** PGDATA, PGPORT and the like of the caller must not reach the embedded server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([key]) => !key.startsWith('PG'));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
