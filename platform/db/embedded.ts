import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { type Log, silentLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { binary, chooseRunner, findBinaries, type Runner } from './binaries.ts';
import { sleep, writeDurably } from './files.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import {
  adoptFiles,
  applicationRole,
  databaseName,
  databaseUser,
  give,
  hasData,
  initialise,
  prepareLocation,
  type ServerLocation,
  signerRole,
} from './location.ts';
import {
  claimFiles,
  lastLines,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { hostResources, settingsFile, tunedSettings } from './settings.ts';

const READY_TIMEOUT_MS = 120_000;
const OWNER_TIMEOUT_MS = 5_000;
/** An arbitrary number that stands for "the process that owns this data folder". */
const OWNER_LOCK = 4_217_735_241;

export interface EmbeddedServer {
  /** As the superuser, who owns the tables. */
  readonly url: string;
  /** As the role of the application, who owns nothing. */
  readonly appUrl: string;
  /** As the role of the signer. */
  readonly signerUrl: string;
  /** The folder that holds the data: another than the requested one when that was out of reach. */
  readonly folder: string;
  /** Whether it ran already, so that somebody else uses it or is about to. */
  readonly wasRunning: boolean;
  /** Current process id of the postmaster. */
  pid(): number | null;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  folder: string;
  /** An owner has the folder to itself, restarts the server when it dies, and stops it. */
  owned: boolean;
  /** There was a database: none is made when it is missing. */
  expectData?: boolean;
  /** The user that runs the server; tests name one. */
  runner?: Runner;
  /** Override the tuned settings, e.g. `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
  log?: Log;
}

interface Running {
  location: ServerLocation;
  native: string;
  options: EmbeddedOptions;
  log: Log;
}

/**
 * Starts the PostgreSQL that comes with the project, or takes over one that outlived our last
 * process. After a crash this waits until PostgreSQL has recovered.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  if (!options.owned) return startLocked(options, null);
  fs.mkdirSync(options.folder, { recursive: true, mode: 0o755 });
  const lock = await lockFolder(options.folder, { log: options.log ?? silentLog });
  try {
    return await startLocked(options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startLocked(
  options: EmbeddedOptions,
  lock: FolderLock | null,
): Promise<EmbeddedServer> {
  const log = options.log ?? silentLog;
  const runner = options.runner ?? chooseRunner();
  const location = prepareLocation(options.folder, runner);
  if (options.expectData && !hasData(location)) throw missingData(location);
  const native = findBinaries(runner);
  const running: Running = { location, native, options, log };
  initialise(location, native, options.settings?.fsync !== 'off');
  const wasRunning = runningPostmaster(location.data) !== null;
  await ensureRunning(running);
  await ensureDatabase(location);
  let stopping = false;
  const guard = options.owned ? await guardServer(running, () => stopping) : null;
  return {
    url: serverUrl(location, databaseName),
    appUrl: addressOf(location, applicationRole, location.appPassword, databaseName),
    signerUrl: addressOf(location, signerRole, location.signerPassword, databaseName),
    folder: location.folder,
    wasRunning,
    pid: () => runningPostmaster(location.data),
    stop: async () => {
      stopping = true;
      await guard?.end();
      await stopPostmaster(location.data);
      lock?.release();
    },
  };
}

function missingData({ data }: ServerLocation): StartError {
  return new StartError(
    `${data} is missing, but the data folder has the keys of an installation. Restore the ` +
      'database from the same backup, or set DATABASE_URL to where it is. To start over, use an ' +
      'empty DATA_DIR.',
  );
}

/** Stops the embedded server that runs in `folder`; for tools that clean up after a crash. */
export async function stopEmbedded(folder: string): Promise<void> {
  if (!fs.existsSync(folder)) return;
  await stopPostmaster(prepareLocation(folder, chooseRunner()).data);
}

/** A connection URL of the superuser that node-postgres and psql both understand. */
export function serverUrl(location: ServerLocation, database: string): string {
  return addressOf(location, databaseUser, location.password, database);
}

function addressOf(
  location: ServerLocation,
  role: string,
  password: string,
  database: string,
): string {
  const head = `postgresql://${role}:${password}@localhost`;
  if (process.platform === 'win32') return `${head}:${readPort(location)}/${database}`;
  return `${head}/${database}?host=${encodeURIComponent(location.socket)}`;
}

function readPort(location: ServerLocation): number {
  return Number(fs.readFileSync(path.join(location.folder, 'port'), 'utf8'));
}

async function ensureRunning(running: Running): Promise<void> {
  const { location, log } = running;
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (runningPostmaster(location.data) === null) await spawnOnce(running);
    const failure = await waitUntilReady(location, deadline);
    if (failure === null) return;
    // The start is refused while children of a killed server still hold its shared memory.
    if (Date.now() > deadline) {
      throw new StartError(
        `The embedded PostgreSQL does not start: ${failure}\n${lastLines(location)}`,
      );
    }
    log.warn({ reason: failure }, 'the database is not ready; trying again');
    await sleep(250);
  }
}

async function spawnOnce({ location, native, options, log }: Running): Promise<void> {
  const lock = await claimFiles(location);
  try {
    adoptFiles(location);
    const settings = {
      ...tunedSettings(hostResources(location.folder), supportsLz4(location, native)),
      ...(await listening(location)),
      ...options.settings,
    };
    const owned = path.join(location.data, 'postgresql.conf');
    writeDurably(owned, settingsFile(settings));
    give(owned, location.runner);
    const child = spawnPostmaster(location, native, lock);
    child.on('error', (err) => log.error({ err }, 'the database could not be spawned'));
    log.debug({ pid: child.pid, folder: location.folder }, 'database spawned');
  } finally {
    fs.closeSync(lock);
  }
}

async function listening(location: ServerLocation): Promise<Record<string, string>> {
  if (process.platform !== 'win32') {
    return {
      listen_addresses: '',
      unix_socket_directories: location.socket,
      unix_socket_permissions: '0700',
    };
  }
  const port = await freePort();
  writeDurably(path.join(location.folder, 'port'), String(port));
  return { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Asks the binary: builds without lz4 refuse the setting and would not start. */
function supportsLz4(location: ServerLocation, native: string): boolean {
  const asked = spawnSync(
    binary(native, 'postgres'),
    ['-D', location.data, '-C', 'wal_compression', '-c', 'wal_compression=lz4'],
    { ...(location.runner ?? {}), cwd: location.data, encoding: 'utf8' },
  );
  return asked.status === 0;
}

/** Null once the server answers a connection; the reason when no server is left to wait for. */
async function waitUntilReady(location: ServerLocation, deadline: number): Promise<string | null> {
  let reason = 'it ended at once';
  let seen = false;
  const spawnedAt = Date.now();
  while (Date.now() < deadline) {
    const client = new pg.Client({ connectionString: serverUrl(location, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return null;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      await client.end().catch(() => undefined);
    }
    const alive = runningPostmaster(location.data) !== null;
    seen ||= alive;
    // The process id is written shortly after the spawn: only later does its absence mean an exit.
    if (!alive && (seen || Date.now() - spawnedAt > 3000)) return reason;
    await sleep(15);
  }
  return reason;
}

async function ensureDatabase(location: ServerLocation): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl(location, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [
      databaseName,
    ]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
    await ensureRole(client, applicationRole, location.appPassword);
    await ensureRole(client, signerRole, location.signerPassword);
  } catch (error) {
    // Another process made the database between the two statements.
    if ((error as pg.DatabaseError).code !== '42P04') throw error;
  } finally {
    await client.end();
  }
}

/** Servers that were made before there was such a role get it now. */
async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role]);
  if (found.rowCount !== 0) return;
  await client.query(`create role ${role} login password ${client.escapeLiteral(password)}`);
}

/**
 * Holds a lock on a connection for as long as this process lives. The lock keeps a second process
 * off the folder, and when the connection breaks, the server has died.
 */
async function guardServer(
  running: Running,
  stopping: () => boolean,
): Promise<{ end(): Promise<void> }> {
  let client = await takeOwnership(running.location);
  const watch = (): void => {
    client.once('end', () => {
      if (stopping()) return;
      running.log.error('the database server went away; starting it again');
      void revive();
    });
  };
  const revive = async (): Promise<void> => {
    while (!stopping()) {
      try {
        await ensureRunning(running);
        client = await takeOwnership(running.location);
        running.log.info('the database server is back');
        watch();
        return;
      } catch (err) {
        running.log.error({ err }, 'the database server does not come back; trying again');
        await sleep(1000);
      }
    }
  };
  watch();
  return { end: () => client.end().catch(() => undefined) };
}

async function takeOwnership(location: ServerLocation): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: serverUrl(location, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  const deadline = Date.now() + OWNER_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [OWNER_LOCK],
    );
    if (rows[0]?.mine) return client;
    if (Date.now() > deadline) {
      await client.end();
      throw new StartError(
        `Another server uses the data folder ${location.folder}. Stop it first.`,
      );
    }
    await sleep(50);
  }
}
