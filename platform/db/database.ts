import fs from 'node:fs';
import net from 'node:net';
import pg from 'pg';
import { type Log, silentLog } from '../log.ts';
import { StartError } from '../start-error.ts';
import { withDeadline } from './deadline.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';
import { excessOf } from './rights.ts';
import { wireTypes } from './types.ts';

export type { Client, Pool, PoolClient } from 'pg';
export { transaction } from './transaction.ts';

/** Shared by every request handler; the engines have connections of their own. */
const POOL_SIZE = 10;
/** A request handler's query that takes longer is a bug or an attack. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the database itself allows: after it the connection is taken to be dead. */
const NO_ANSWER_MS = 20_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** An idle connection that the network has dropped is found by the system after this time. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** A new connection costs as much as many queries; a pause of people is minutes long. */
const IDLE_MS = 10 * 60_000;
const GOODBYE_MS = 1_000;
/** The oldest version that is tested. */
const OLDEST_VERSION = 150_000;

export interface Database {
  readonly url: string;
  /** For stores. Each statement is limited to 15 s. */
  readonly pool: pg.Pool;
  /** A dedicated connection, whose statements may take any time; the caller ends it. */
  connect(): Promise<pg.Client>;
  /** The same as the role that makes and owns the tables; the application's owns nothing. */
  connectOwner(): Promise<pg.Client>;
  close(): Promise<void>;
}

export interface OpenDatabase extends Database {
  /** Where the embedded server keeps its files when that is not in the wanted folder. */
  readonly keptAt: string | null;
  /** What the database lacks, as it was found at the start (weaknessesOf). */
  readonly weaknesses: readonly string[];
  /** The embedded server as the role of the signer; null where the database is another one. */
  readonly signerUrl: string | null;
}

export interface DatabaseConfig {
  /** Any PostgreSQL >= 15. Without it the embedded server is started in `folder`. */
  url?: string | undefined;
  /** The same database as the role that owns its tables; by default that of `url` does. */
  ownerUrl?: string | undefined;
  /** Where the embedded server keeps its files: DATA_DIR/postgres. */
  folder: string;
  /** There was a database: none is made, and an empty one is refused. */
  expectData?: boolean;
  poolSize?: number;
  log?: Log;
}

/**
 * Opens the database of DATABASE_URL, else starts (or takes over) the embedded server.
 * Throws StartError, which says what to do, when neither is possible.
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  const log = config.log ?? silentLog;
  let server: EmbeddedServer | null = null;
  const { folder, expectData = false } = config;
  if (!config.url) server = await startEmbedded({ folder, owned: true, expectData, log });
  const url = config.url ?? server?.appUrl;
  if (!url) throw new Error('No database: set DATABASE_URL.');
  const ownerUrl = config.ownerUrl ?? server?.url;
  const database = connectDatabase(url, { log, ownerUrl, poolSize: config.poolSize ?? POOL_SIZE });
  let weaknesses: string[] = [];
  try {
    if (ownerUrl !== undefined) await refuseOtherDatabase(database);
    await refuseOldServer(database.pool);
    weaknesses = await weaknessesOf(database.pool);
    if (expectData) await refuseEmpty(database.pool);
  } catch (error) {
    await database.close().catch(() => undefined);
    await server?.stop();
    if (error instanceof StartError || server !== null) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const setting = error instanceof OwnerError ? 'DATABASE_OWNER_URL' : 'DATABASE_URL';
    throw new StartError(`The database of ${setting} cannot be used: ${reason}`);
  }
  const wanted = server !== null && fs.realpathSync(folder);
  return {
    ...database,
    weaknesses,
    signerUrl: server?.signerUrl ?? null,
    keptAt: server === null || server.folder === wanted ? null : server.folder,
    close: async () => {
      await database.close();
      await server?.stop();
    },
  };
}

/** A pool and connections to a server that is already running. */
export function connectDatabase(
  url: string,
  options: {
    log?: Log;
    poolSize?: number;
    ownerUrl?: string | undefined;
    /** After this time without an answer, a statement of a dedicated connection fails. */
    noAnswerMs?: number;
  } = {},
): Database {
  const log = options.log ?? silentLog;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? POOL_SIZE,
    idleTimeoutMillis: IDLE_MS,
    types: wireTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: NO_ANSWER_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'assay',
    onConnect: askForDurability,
  });
  // The pool replaces a broken connection at its next use; without a listener the event would end
  // the process. The pool reports idle connections only: one in use fails the query it runs.
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection broke'));
  pool.on('connect', ignoreErrorEvents);
  return {
    url,
    pool,
    connect: () => connectAs(url, options.noAnswerMs),
    connectOwner: () => connectAs(options.ownerUrl ?? url, options.noAnswerMs),
    close: () => pool.end(),
  };
}

async function connectAs(url: string, noAnswerMs?: number): Promise<pg.Client> {
  const socket = new net.Socket();
  const client = new pg.Client({
    connectionString: url,
    types: wireTypes,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: noAnswerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: 'assay-engine',
    stream: () => socket,
  });
  sockets.set(client, socket);
  ignoreErrorEvents(client);
  await client.connect();
  try {
    await withDeadline(askForDurability(client), CONNECT_TIMEOUT_MS);
  } catch (error) {
    await disconnect(client);
    throw error;
  }
  return client;
}

const sockets = new WeakMap<pg.Client, net.Socket>();

/**
 * Ends a connection of `connect()`. One that does not say goodbye in a second is cut: a database
 * that cannot be reached would never end it.
 */
export async function disconnect(client: pg.Client): Promise<void> {
  await withDeadline(client.end(), GOODBYE_MS).catch(() => sockets.get(client)?.destroy());
}

/** A broken connection fails the query that waits on it; the event must not end the process. */
function ignoreErrorEvents(client: pg.ClientBase): void {
  client.on('error', () => undefined);
}

/**
 * What we answer is durable, whatever the default of the role or the database: a commit is on the
 * disk before it is reported. `remote_apply` waits for more, and stays.
 */
async function askForDurability(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('synchronous_commit', 'on', false)
     where current_setting('synchronous_commit') <> 'remote_apply'`,
  );
}

/** What went wrong with the connection of the owning role. */
class OwnerError extends Error {}

/** Refuses two addresses that lead to different databases. */
async function refuseOtherDatabase(db: Database): Promise<void> {
  const owner = await db.connectOwner().catch((cause: Error) => {
    throw new OwnerError(cause.message, { cause });
  });
  try {
    const [ours, theirs] = await Promise.all([db.pool, owner].map(identityOf));
    if (ours !== theirs) throw new OwnerError('it is another one than that of DATABASE_URL');
  } finally {
    await disconnect(owner);
  }
}

async function identityOf(connection: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await connection.query<{ identity: string }>(
    `select current_database() || ' since ' || pg_postmaster_start_time() as identity`,
  );
  return rows[0]!.identity;
}

async function refuseEmpty(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ empty: boolean }>(
    `select to_regclass('public.migration') is null as empty`,
  );
  if (rows[0]?.empty) {
    throw new StartError(
      'The database is empty, but the data folder has the keys of an installation. Restore the ' +
        'database, or set DATABASE_URL to where it is. To start over, use an empty DATA_DIR.',
    );
  }
}

/**
 * What a database with money in it must not be: one whose server may lose or tear by a power cut
 * what it has reported as durable, which only its operator can change, and one whose role may do
 * more than the application needs.
 */
export async function weaknessesOf(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`,
  );
  const off = rows.map(({ name }) => `${name} is off: a power cut may lose what was acknowledged`);
  return [...off, ...(await excessOf(pool))];
}

async function refuseOldServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  );
  const version = Number(rows[0]?.version);
  if (version < OLDEST_VERSION) {
    throw new StartError(`PostgreSQL 15 or later is needed; this one is ${version}.`);
  }
}
