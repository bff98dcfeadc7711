import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { connectDatabase, type Database } from '../db/database.ts';
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts';
import { isAlive, sleep } from '../db/files.ts';
import { type MigrationSet, migrate } from '../db/migrate.ts';
import { stopPostmaster } from '../db/postmaster.ts';

/**
 * A database as its owner, who may do everything; `app` is the same with the rights of the product,
 * which get to it with the migrations.
 */
export type TestDatabase = Database & {
  readonly app: Database;
  /** The names of the sets of tables that it was made with. */
  readonly sets: ReadonlySet<string>;
  /** The address for the role of the signer. */
  readonly signerUrl: string;
  drop(): Promise<void>;
};

/** The settings by which the product opens the database, with both of its roles. */
export function urlsOf({ url, app }: Pick<TestDatabase, 'url' | 'app'>) {
  return { DATABASE_URL: app.url, DATABASE_OWNER_URL: url };
}

/** Set at the start of a test run; all its workers share the one server in this folder. */
export const runFolderVariable = 'ASSAY_TEST_RUN';
const runPrefix = 'assay-test-';
/** Shorter than a hook may take; a cluster is made in seconds, on a busy machine in a minute. */
const START_TIMEOUT_MS = 150_000;

/**
 * What was acknowledged must survive a kill of the server, but not a power cut: no test cuts the
 * power, and without fsync a database is made in a third of the time.
 */
const testSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  max_connections: '200',
};

/**
 * A database of its own on the server of this test run: empty, or with the tables of `sets`.
 * `drop` removes it.
 */
export async function createTestDatabase(sets: MigrationSet[] = []): Promise<TestDatabase> {
  const server = await sharedServer();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = sets.length === 0 ? 'template1' : await templateOf(server, sets);
  await onServer(server.url, `create database ${name} template ${template}`);
  const { database, app } = connectBoth(server, name);
  return {
    ...database,
    app,
    sets: new Set(sets.map((set) => set.name)),
    signerUrl: withDatabase(server.signerUrl, name),
    drop: async () => {
      await Promise.all([database.close(), app.close()]);
      await onServer(server.url, `drop database if exists ${name} with (force)`);
    },
  };
}

function connectBoth({ url, appUrl }: Addresses, name: string) {
  const ownerUrl = withDatabase(url, name);
  return {
    database: connectDatabase(ownerUrl, { poolSize: 5 }),
    app: connectDatabase(withDatabase(appUrl, name), { ownerUrl, poolSize: 5 }),
  };
}

/**
 * The database with the tables of `sets` that others are copied from. All tables of the product
 * take two seconds of a processor to make, and a twentieth of that to copy.
 */
async function templateOf(server: Addresses, sets: MigrationSet[]): Promise<string> {
  const name = `tables_${createHash('sha256').update(JSON.stringify(sets)).digest('hex').slice(0, 32)}`;
  await onServer(server.url, async (client) => {
    // Of all workers one makes it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const made = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (made.rows.length > 0) return;
    // One that was begun by a worker that was killed is not taken for made.
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    const { database, app } = connectBoth(server, draft);
    try {
      await migrate(app, sets);
    } finally {
      await Promise.all([database.close(), app.close()]);
    }
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function onServer(
  url: string,
  work: string | ((client: pg.Client) => Promise<void>),
): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    if (typeof work === 'string') await client.query(work);
    else await work(client);
  } finally {
    await client.end();
  }
}

/** Addresses of the shared server, as its superuser and as the roles of the product. */
type Addresses = Pick<EmbeddedServer, 'url' | 'appUrl' | 'signerUrl'>;

let starting: Promise<Addresses> | null = null;

function sharedServer(): Promise<Addresses> {
  starting ??= startOrJoin(process.env[runFolderVariable] ?? makeRunOfOwnProcess());
  return starting;
}

/** Outside a test run (a script, the simulator) the server lives as long as the process. */
function makeRunOfOwnProcess(): string {
  const folder = makeTestRun();
  process.once('exit', () => {
    const pidFile = path.join(folder, 'postgres', 'data', 'postmaster.pid');
    const pid = fs.existsSync(pidFile) && Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10);
    if (pid) process.kill(pid, 'SIGQUIT');
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return folder;
}

async function startOrJoin(folder: string): Promise<Addresses> {
  const ready = path.join(folder, 'addresses');
  const lock = path.join(folder, 'starting');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (fs.existsSync(ready)) return JSON.parse(fs.readFileSync(ready, 'utf8')) as Addresses;
    if (takeLock(lock)) {
      const server = await startEmbedded({
        folder: path.join(folder, 'postgres'),
        owned: false,
        settings: testSettings,
      });
      const { url, appUrl, signerUrl } = server;
      const addresses = { url, appUrl, signerUrl };
      fs.writeFileSync(`${ready}.draft`, JSON.stringify(addresses), { mode: 0o600 });
      fs.renameSync(`${ready}.draft`, ready);
      return addresses;
    }
    await sleep(20);
  }
  throw new Error(`The test database in ${folder} did not start in time.`);
}

function takeLock(lock: string): boolean {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const owner = Number(fs.readFileSync(lock, 'utf8'));
    // The worker that was starting the server was killed: the next one starts it.
    if (owner > 0 && !isAlive(owner)) fs.rmSync(lock, { force: true });
    return false;
  }
}

/** A new folder for the shared server of one test run. */
export function makeTestRun(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), runPrefix));
  fs.chmodSync(folder, 0o755);
  fs.writeFileSync(path.join(folder, 'owner'), String(process.pid));
  return folder;
}

/** Stops the server of a test run and removes its files. */
export async function endTestRun(folder: string): Promise<void> {
  await stopPostmaster(path.join(folder, 'postgres', 'data'));
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Ends the servers of runs that were killed before they could clean up. */
export async function sweepTestRuns(): Promise<void> {
  for (const name of fs.readdirSync(os.tmpdir())) {
    if (!name.startsWith(runPrefix)) continue;
    const folder = path.join(os.tmpdir(), name);
    try {
      const owner = Number(fs.readFileSync(path.join(folder, 'owner'), 'utf8'));
      if (!isAlive(owner)) await endTestRun(folder);
    } catch {
      // A folder of another user, or one that is being made or removed at this moment.
    }
  }
}
