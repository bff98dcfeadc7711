import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { settableClock } from '@assay/platform/clock';
import { type Database, openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import type { Engine } from '@assay/platform/engine/engine';
import { silentLog } from '@assay/platform/log';
import type { Client } from 'pg';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, createRealmMachines } from '../../apps/server/realm.ts';
import { cleanAtExit } from '../leftovers.ts';
import { TIGHT } from '../match/flow.ts';
import { CommandFlow, setupCommands } from './realm.ts';

/**
 * Durable commands: the engine in process on the embedded database, fsync on. The peer is the same
 * statements with the same parameters sent to a fresh database one after another with nothing
 * computed in between: the most that this database takes of these rows. Their ratio is what the
 * engine's own work costs. `rows` are database rows written per command.
 */

/** Commands on their way at once; they arrive in bursts of a part of it. */
const WINDOW = '3000';
const BURSTS = 15;
const turn = promisify(setImmediate);

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** A database whose writing connections keep every batch statement that passes. */
function recording(db: Database, statements: Statement[]): Pick<Database, 'connect'> {
  return {
    connect: async () => {
      const client = await db.connect();
      const query = client.query.bind(client) as (q: unknown, v?: unknown) => unknown;
      client.query = ((q: { name?: string; text: string; values: unknown[] }, v?: unknown) => {
        if (q.name === 'batch') statements.push({ text: q.text, values: q.values });
        return query(q, v);
      }) as Client['query'];
      return client;
    },
  };
}

/** Sends a part of the flow; returns how many commands were refused. */
async function drive(
  engine: Engine,
  flow: CommandFlow,
  [from, to]: readonly [number, number],
  window: number,
): Promise<number> {
  let refused = 0;
  let waiting = 0;
  let wake = (): void => undefined;
  // Asleep, not asking again and again: the database needs the processor.
  const fewerThan = (limit: number) =>
    new Promise<void>((resolve) => {
      wake = () => waiting < limit && resolve();
      wake();
    });
  const burst = Math.ceil(window / BURSTS);
  for (let start = from; start < to; start += burst) {
    const commands = flow.commands(start, Math.min(to, start + burst));
    for (const [i, command] of commands.entries()) {
      // An order whose answer is still on its way has no name yet: such a cancel is refused.
      flow.name(start + i, command);
      waiting += 1;
      void engine.submit(command).then((reply) => {
        waiting -= 1;
        wake();
        if (!reply.ok) refused += 1;
        else if (command.type === 'placeOrder') flow.placed(start + i, reply.value.id as number);
      });
    }
    await turn();
    await fewerThan(window);
  }
  await fewerThan(1);
  return refused;
}

/** Rows in the parameters of batch statements, by the first column of each writer. */
function rowsIn(statements: readonly Statement[]): number {
  const writers = createRealmMachines('demo').flatMap((machine) => machine.writers);
  let rows = statements.length; // one of engine_batch each
  for (const { values } of statements) {
    let first = values.length - writers.reduce((sum, { columns }) => sum + columns, 0);
    for (const { columns } of writers) {
      const literal = values[first] as string;
      if (literal !== '{}') rows += literal.split(',').length;
      first += columns;
    }
  }
  return rows;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      commands: { type: 'string', default: '150000' },
      window: { type: 'string', default: WINDOW },
    },
  });
  const timed = Number(values.commands);
  const window = Number(values.window);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
  fs.chmodSync(folder, 0o755);
  cleanAtExit({ folder, database: folder });
  const db = await openDatabase({ folder });
  try {
    await migrate(db, engineTables());
    const statements: Statement[] = [];
    const clock = settableClock(1_763_640_000_000);
    const engine = createEngine({
      realm: 'demo',
      db: recording(db, statements),
      clock,
      log: silentLog,
    });
    await engine.start();
    for (const command of setupCommands()) void engine.submit(command);
    await engine.settled();
    const flow = new CommandFlow(TIGHT, timed);
    const { setup, count } = flow.flow;
    await drive(engine, flow, [0, setup], window);
    const marker = statements.length;
    const started = performance.now();
    const refused = await drive(engine, flow, [setup, count], window);
    const engineSeconds = (performance.now() - started) / 1_000;
    engine.room.audit();
    await engine.stop();
    const rawSeconds = await replay(db, statements, marker);
    const figures = {
      bench: 'engine-durable',
      commands: timed,
      batches: statements.length - marker,
      perSecond: Math.round(timed / engineSeconds),
      rawPerSecond: Math.round(timed / rawSeconds),
      share: Number((rawSeconds / engineSeconds).toFixed(3)),
      rows: Number((rowsIn(statements.slice(marker)) / timed).toFixed(2)),
      refused,
    };
    console.log(JSON.stringify(figures));
  } finally {
    await db.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Sends the same statements to the empty twin of the realm; returns seconds from the marker on. */
async function replay(db: Database, statements: Statement[], marker: number): Promise<number> {
  await db.pool.query('DROP SCHEMA demo CASCADE');
  await db.pool.query('CREATE SCHEMA demo');
  const client = await db.connect();
  await client.query('SET search_path TO demo, public');
  for (const set of engineTables().filter(({ scope }) => scope === 'realm')) {
    for (const file of set.files) await client.query(file.sql);
  }
  await client.query('UPDATE engine SET epoch = 1');
  await client.query('CHECKPOINT');
  let started = performance.now();
  for (const [i, { text, values }] of statements.entries()) {
    if (i === marker) started = performance.now();
    await client.query({ name: 'batch', text, values });
  }
  const seconds = (performance.now() - started) / 1_000;
  await client.end();
  return seconds;
}

await main();
