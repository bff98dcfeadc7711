import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createDice } from '@assay/core/testing/dice';
import { connectDatabase } from '@assay/platform/db/database';
import { Child, pause } from '../kill9/child.ts';
import { root } from '../tree.ts';
import { type Edit, evidenceTables, randomEdit } from './edits.ts';
import { runTraded } from './traded.ts';

/**
 * Edits rows beside the built server, at random moments, and looks how long it works on:
 *   npx tsx sim/tamper/running.ts [--edits 10] [--entries 1000000] [--seed 1] [--port 8230]
 * Each edit meets a copy of what a stopped server has left. Prints a line of JSON at the end:
 * seconds from start to ready, and from the edit to the halt. Ends with 1 when an edit was not
 * found within a minute.
 */
const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '10' },
    entries: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '8230' },
  },
});
/** A minute, and some more to say by how much it was missed. */
const PATIENCE_MS = 120_000;
const FOUND_WITHIN_S = 60;
const address = `http://127.0.0.1:${values.port}`;
const dice = createDice(Number(values.seed));
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-tamper-'));
const db = await runTraded(dataDir, 'tamper', Number(values.entries));
const name = new URL(db.url).pathname.slice(1);
// The first start of another build takes the state over, once.
await (await start(name, dataDir)).server.stop();
const readyS: number[] = [];
const foundS: number[] = [];
while (foundS.length < Number(values.edits)) await oneEdit();
await db.drop();
fs.rmSync(dataDir, { recursive: true });
console.log(JSON.stringify({ entries: Number(values.entries), readyS, foundS }));
process.exit(Math.max(...foundS) > FOUND_WITHIN_S ? 1 : 0);

/** Without prices nobody trades: what is edited is not written over before anybody looks. */
async function start(database: string, folder: string) {
  const began = performance.now();
  const server = new Child([path.join(root, 'dist/server/main.js')], {
    ...{ PORT: values.port, DATA_DIR: folder, FEED: 'live', LOG_LEVEL: 'fatal' },
    DATABASE_URL: withDatabase(db.app.url, database),
    DATABASE_OWNER_URL: withDatabase(db.url, database),
  });
  await server.prints(/is ready/);
  return { server, seconds: secondsSince(began) };
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 100) / 10;
}

/** A copy of the database, and of what the check keeps beside it, is edited while a server runs. */
async function oneEdit(): Promise<void> {
  const copy = `edited_${foundS.length}`;
  await onServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    `CREATE DATABASE ${copy} TEMPLATE ${name} STRATEGY file_copy`,
  );
  const folder = `${dataDir}-${copy}`;
  fs.cpSync(dataDir, folder, { recursive: true });
  const { server, seconds } = await start(copy, folder);
  await pause(dice.int(0, 30_000));
  const edit = await edited(copy);
  if (edit !== null) {
    const took = await untilDown();
    readyS.push(seconds);
    foundS.push(took);
    console.log(`${edit.table} ${edit.what}: ready in ${seconds} s, found after ${took} s`);
  }
  await server.kill();
  await onServer(`DROP DATABASE ${copy} WITH (force)`);
  fs.rmSync(folder, { recursive: true });
}

async function edited(database: string): Promise<Edit | null> {
  const client = await connectDatabase(withDatabase(db.url, database)).connect();
  await client.query('BEGIN');
  const edit = await randomEdit(client, dice.pick(await evidenceTables(client)), dice);
  await client.query('COMMIT');
  await client.end();
  return edit;
}

/** Seconds until the server says that it does not work. */
async function untilDown(): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < PATIENCE_MS) {
    if ((await fetch(`${address}/health`)).status !== 200) break;
    await pause(100);
  }
  return secondsSince(began);
}

async function onServer(...statements: readonly string[]): Promise<void> {
  const client = await connectDatabase(withDatabase(db.url, 'postgres')).connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
