import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { type Log, silentLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { binary, chooseRunner, findBinaries } from './binaries.ts';
import { sleep, writeDurably } from './files.ts';
import { databaseName, databaseUser, give, initialise, type Place, preparePlace } from './place.ts';
import { lastLines, runningPostmaster, spawnPostmaster, stopPostmaster } from './postmaster.ts';
import { lookAtMachine, settingsFile, tunedSettings } from './settings.ts';

const READY_TIMEOUT_MS = 120_000;
const OWNER_TIMEOUT_MS = 5_000;
/** Any number will do; it names "the server process that owns this data folder". */
const OWNER_LOCK = 4_217_735_241;

export interface EmbeddedServer {
  readonly url: string;
  /** The folder that holds the data; not the wanted one when that was out of reach. */
  readonly folder: string;
  /** Process id of the postmaster at the moment. */
  pid(): number | null;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  folder: string;
  /** An owner is alone on its folder, starts the server again when it dies, and stops it. */
  owned: boolean;
  /** Over the tuned ones, e.g. `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
  log?: Log;
}

interface Running {
  place: Place;
  native: string;
  options: EmbeddedOptions;
  log: Log;
}

/**
 * Starts the PostgreSQL that comes with the project, or takes over one that outlived our last
 * process. After a crash PostgreSQL recovers by itself; we wait for it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const log = options.log ?? silentLog;
  const runner = chooseRunner();
  const place = preparePlace(options.folder, runner);
  const native = findBinaries(runner);
  const running: Running = { place, native, options, log };
  initialise(place, native, options.settings?.fsync !== 'off');
  await ensureRunning(running);
  await ensureDatabase(place);
  let stopping = false;
  const guard = options.owned ? await guardServer(running, () => stopping) : null;
  return {
    url: serverUrl(place, databaseName),
    folder: place.folder,
    pid: () => runningPostmaster(place.data),
    stop: async () => {
      stopping = true;
      await guard?.end();
      await stopPostmaster(place.data);
    },
  };
}

/** Stops whatever embedded server runs in `folder`; for tools that clean up after a crash. */
export async function stopEmbedded(folder: string): Promise<void> {
  if (!fs.existsSync(folder)) return;
  await stopPostmaster(preparePlace(folder, chooseRunner()).data);
}

/** A connection URL that node-postgres and psql both understand. */
export function serverUrl(place: Place, database: string): string {
  const head = `postgresql://${databaseUser}:${place.password}@localhost`;
  if (process.platform === 'win32') return `${head}:${readPort(place)}/${database}`;
  return `${head}/${database}?host=${encodeURIComponent(place.socket)}`;
}

function readPort(place: Place): number {
  return Number(fs.readFileSync(path.join(place.folder, 'port'), 'utf8'));
}

async function ensureRunning(running: Running): Promise<void> {
  const { place, log } = running;
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    if (runningPostmaster(place.data) === null) await spawnOnce(running);
    const failure = await waitUntilReady(place, deadline);
    if (failure === null) return;
    // Children of a killed server may hold its memory for a moment; then the start is refused.
    if (Date.now() > deadline) {
      throw new StartError(
        `The embedded PostgreSQL does not start: ${failure}\n${lastLines(place)}`,
      );
    }
    log.warn({ reason: failure }, 'the database is not ready; trying again');
    await sleep(250);
  }
}

async function spawnOnce({ place, native, options, log }: Running): Promise<void> {
  const lz4 = supportsLz4(place, native);
  const settings = {
    ...tunedSettings(lookAtMachine(place.folder), lz4),
    ...(await listening(place)),
    ...options.settings,
  };
  const owned = path.join(place.data, 'postgresql.conf');
  writeDurably(owned, settingsFile(settings));
  give(owned, place.runner);
  const child = spawnPostmaster(place, native);
  child.on('error', (err) => log.error({ err }, 'the database could not be spawned'));
  log.debug({ pid: child.pid, folder: place.folder }, 'database spawned');
}

async function listening(place: Place): Promise<Record<string, string>> {
  if (process.platform !== 'win32') {
    return {
      listen_addresses: '',
      unix_socket_directories: place.socket,
      unix_socket_permissions: '0700',
    };
  }
  const port = await freePort();
  writeDurably(path.join(place.folder, 'port'), String(port));
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

/** Asks the binary itself: builds without lz4 refuse the setting and would not start. */
function supportsLz4(place: Place, native: string): boolean {
  const asked = spawnSync(
    binary(native, 'postgres'),
    ['-D', place.data, '-C', 'wal_compression', '-c', 'wal_compression=lz4'],
    { ...(place.runner ?? {}), cwd: place.data, encoding: 'utf8' },
  );
  return asked.status === 0;
}

/** Null when a connection was answered; otherwise why not, once no server is left to wait for. */
async function waitUntilReady(place: Place, deadline: number): Promise<string | null> {
  let reason = 'it ended at once';
  let seen = false;
  const spawnedAt = Date.now();
  while (Date.now() < deadline) {
    const client = new pg.Client({ connectionString: serverUrl(place, 'postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return null;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
      await client.end().catch(() => undefined);
    }
    const alive = runningPostmaster(place.data) !== null;
    seen ||= alive;
    // The process id is written a moment after the spawn: only then does its absence mean an end.
    if (!alive && (seen || Date.now() - spawnedAt > 3000)) return reason;
    await sleep(15);
  }
  return reason;
}

async function ensureDatabase(place: Place): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl(place, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [
      databaseName,
    ]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } catch (error) {
    // Made by another process between the two statements.
    if ((error as pg.DatabaseError).code !== '42P04') throw error;
  } finally {
    await client.end();
  }
}

/**
 * Holds a lock on a connection for as long as we live: it keeps a second process off the folder,
 * and its breaking tells us that the server died.
 */
async function guardServer(
  running: Running,
  stopping: () => boolean,
): Promise<{ end(): Promise<void> }> {
  let client = await takeOwnership(running.place);
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
        client = await takeOwnership(running.place);
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

async function takeOwnership(place: Place): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: serverUrl(place, 'postgres') });
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
      throw new StartError(`Another server uses the data folder ${place.folder}. Stop it first.`);
    }
    await sleep(50);
  }
}
