import fs from 'node:fs';
import path from 'node:path';
import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { CheckFiles } from '@assay/platform/check/files';
import { CHECK_FOLDER, readOrMakeLogKey } from '@assay/platform/check/signer';
import { systemClock } from '@assay/platform/clock';
import type { Config } from '@assay/platform/config';
import type { Client } from '@assay/platform/db/database';
import { startEmbedded } from '@assay/platform/db/embedded';
import { StartError } from '@assay/platform/start-error';
import { connectTo, realmCheck, sharedCheck } from './service.ts';
import { verifyDatabase } from './verify.ts';

export interface VerifyCommand {
  readonly config: Config;
  readonly build: string | undefined;
  /** What follows `verify` on the command line. */
  readonly args: readonly string[];
  readonly print: (text: string) => void;
}

/**
 * `npm run verify`: verifies the database of a server that runs or is stopped, from a process of
 * its own. Returns the exit code: 0 when nothing is wrong, 1 with findings.
 * `npm run verify -- --lift <realm|shared>`, with the server stopped: what the tables have is taken
 * as right from now on.
 */
export async function verifyCommand(command: VerifyCommand): Promise<number> {
  const { config, args } = command;
  const [word, name, ...more] = args;
  const isLift = word === '--lift' && more.length === 0;
  if (word !== undefined && !isLift)
    throw new StartError(`verify does not know ${args.join(' ')}.`);
  const database = await databaseOf(config);
  const client = await connectTo(database.url, null);
  try {
    return isLift ? await lift(command, client, name ?? '') : await verify(command, client);
  } finally {
    await database.close(client);
    await client.end();
  }
}

async function verify({ config, build, print }: VerifyCommand, client: Client): Promise<number> {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const findings = await verifyDatabase({
    client,
    dataDir: config.DATA_DIR,
    build,
    now: () => systemClock.now(),
    progress: (text) => print(`  ${seconds()} s  ${text}`),
  });
  await client.query('ROLLBACK');
  for (const finding of findings) print(finding);
  const total = findings.length === 0 ? 'nothing is wrong' : `${findings.length} findings`;
  print(`${total}, after ${seconds()} s`);
  return findings.length === 0 ? 0 : 1;
}

/**
 * Accepts what is there: the log as it is, and the tables as the next start loads them, which it
 * writes into the log as an upgrade. Everybody can see there that it was done.
 */
async function lift(
  { config, print }: VerifyCommand,
  client: Client,
  name: string,
): Promise<number> {
  const folder = path.join(config.DATA_DIR, CHECK_FOLDER);
  const signer = readOrMakeLogKey(config.DATA_DIR);
  const files = new CheckFiles(folder, signer);
  const realm = REALMS.find((one): one is Realm => one === name);
  if (realm === undefined && name !== 'shared') {
    throw new StartError(`--lift needs one of: ${REALMS.join(', ')}, shared.`);
  }
  const finding = files.readFinding(realm ?? null);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query(`SET LOCAL search_path TO ${realm === undefined ? '' : `${realm}, `}public`);
  if (realm === undefined) {
    const check = sharedCheck(() => systemClock.now());
    await check.follow(client);
    files.saveShared(check);
  } else {
    const check = realmCheck(realm, ACCEPTED);
    await check.follow(client);
    await files.saveAccepted(check, client);
  }
  await client.query('COMMIT');
  files.forgetFinding(realm ?? null);
  const at = new Date(systemClock.now()).toISOString();
  fs.appendFileSync(path.join(folder, 'lifted'), `${at} ${name}\n${finding ?? 'no finding\n'}`);
  print(`${name}: what is there is taken as right from the next start on`);
  return 0;
}

/** Stands for no build: what it saved is taken over without a state. */
const ACCEPTED = 'accepted';

/** The database of the settings; an embedded one that does not run is started meanwhile. */
async function databaseOf({ DATABASE_URL, DATA_DIR }: Config) {
  if (DATABASE_URL !== '') return { url: DATABASE_URL, close: async () => undefined };
  const folder = path.join(DATA_DIR, 'postgres');
  if (!fs.existsSync(folder)) throw new StartError(`There is no database in ${DATA_DIR}.`);
  const server = await startEmbedded({ folder, owned: false });
  const close = async (client: Client) => {
    if (server.wasRunning || (await isShared(client))) return;
    await server.stop();
  };
  return { url: server.url, close };
}

/** Whether a server has started meanwhile and uses the database. */
async function isShared(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::integer AS others FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  return rows[0]!.others > 0;
}
