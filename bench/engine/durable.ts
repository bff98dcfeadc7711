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
 * Durable commands: the engine in process on the embedded database, fsync on. The peer sends the
 * same statements with the same parameters to the tables of the other realm, one after another with
 * no computation in between: the fastest that this database takes these rows. Their ratio is the
 * cost of the engine's own work. `rows` are database rows written per command, `engineCpuMicros` is
 * the processor time of this process, including load generator and garbage collector.
 *
 * Engine and peer take turns, a stretch each, and the share is the median over the stretches, so
 * that other load on the machine affects both.
 */

/** Commands in flight at once; they arrive in bursts of a fraction of it. */
const WINDOW = '3000';
const BURSTS = 15;
/** Commands per turn: some 30 batches. */
const STRETCH = 30_000;
const turn = promisify(setImmediate);

interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** A database whose connections record every batch statement that they send. */
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
  // Sleeps instead of polling, because the database needs the processor.
  const fewerThan = (limit: number) =>
    new Promise<void>((resolve) => {
      wake = () => waiting < limit && resolve();
      wake();
    });
  const burst = Math.ceil(window / BURSTS);
  for (let start = from; start < to; start += burst) {
    const commands = flow.commands(start, Math.min(to, start + burst));
    for (const [i, command] of commands.entries()) {
      // An order without an answer has no id yet, so a cancel of it is refused.
      flow.complete(start + i, command);
      waiting += 1;
      void engine.submitAny(command).then((reply) => {
        waiting -= 1;
        wake();
        if (!reply.ok) refused += 1;
        else flow.answered(start + i, reply.value);
      });
    }
    await turn();
    await fewerThan(window);
  }
  await fewerThan(1);
  return refused;
}

/** Counts the rows in the parameters of batch statements, by the first column of each writer. */
function rowsIn(statements: readonly Statement[]): number {
  const writers = Object.values(createRealmMachines('demo')).flatMap((machine) => machine.writers);
  const widths = writers.map(({ statement }) => statement.columns.length);
  let rows = statements.length; // one of engine_batch each
  for (const { values } of statements) {
    let first = values.length - widths.reduce((sum, width) => sum + width, 0);
    for (const width of widths) {
      const literal = values[first] as string;
      if (literal !== '{}') rows += literal.split(',').length;
      first += width;
    }
  }
  return rows;
}

interface Figures {
  readonly engineMs: number[];
  readonly rawMs: number[];
  batches: number;
  rows: number;
  refused: number;
  cpuMicros: number;
}

/** Runs the flow in stretches, each of which the peer then sends again. */
async function measure(
  engine: Engine,
  flow: CommandFlow,
  window: number,
  replay: () => Promise<Statement[]>,
): Promise<Figures> {
  const engineMs: number[] = [];
  const figures: Figures = { engineMs, rawMs: [], batches: 0, rows: 0, refused: 0, cpuMicros: 0 };
  const { setup, count } = flow.flow;
  await drive(engine, flow, [0, setup], window);
  await replay();
  for (let from = setup; from < count; from += STRETCH) {
    const cpu = process.cpuUsage();
    const started = performance.now();
    figures.refused += await drive(engine, flow, [from, Math.min(from + STRETCH, count)], window);
    const between = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    const sent = await replay();
    engineMs.push(between - started);
    figures.cpuMicros += user + system;
    figures.rawMs.push(performance.now() - between);
    figures.batches += sent.length;
    figures.rows += rowsIn(sent);
  }
  return figures;
}

/** A connection to the tables of the other realm, prepared for the engine's statements. */
async function openTwin(db: Database): Promise<Client> {
  const client = await db.connect();
  await client.query('SET search_path TO real, public');
  await client.query('UPDATE engine SET epoch = 1');
  return client;
}

/** Sends the statements recorded since the last call, and returns them. */
async function replayTo(twin: Client, statements: Statement[]): Promise<Statement[]> {
  const sent = statements.splice(0);
  for (const { text, values } of sent) await twin.query({ name: 'batch', text, values });
  return sent;
}

function report(timed: number, figures: Figures): void {
  const { engineMs, rawMs, batches, rows, refused, cpuMicros } = figures;
  const shares = engineMs.map((ms, i) => (rawMs[i] as number) / ms).sort((a, b) => a - b);
  const perSecond = (ms: number[]) => Math.round(timed / (ms.reduce((a, b) => a + b) / 1_000));
  const line = {
    bench: 'engine-durable',
    commands: timed,
    batches,
    perSecond: perSecond(engineMs),
    rawPerSecond: perSecond(rawMs),
    share: Number((shares[shares.length >> 1] as number).toFixed(3)),
    rows: Number((rows / timed).toFixed(2)),
    engineCpuMicros: Number((cpuMicros / timed).toFixed(1)),
    refused,
  };
  console.log(JSON.stringify(line));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      commands: { type: 'string', default: '270000' },
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
    for (const command of setupCommands()) void engine.submitAny(command);
    await engine.settled();
    const flow = new CommandFlow(TIGHT, timed);
    const twin = await openTwin(db);
    const figures = await measure(engine, flow, window, () => replayTo(twin, statements));
    engine.sequencer.audit();
    await engine.stop();
    await twin.end();
    report(timed, figures);
  } finally {
    await db.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
