import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { settableClock } from '@assay/platform/clock';
import { openDatabase } from '@assay/platform/db/database';
import { migrate } from '@assay/platform/db/migrate';
import { silentLog } from '@assay/platform/log';
import { engineTables } from '../../apps/server/migrations.ts';
import { createEngine, type RealmEngine } from '../../apps/server/realm.ts';
import { cleanAtExit } from '../leftovers.ts';
import { TIGHT } from '../match/flow.ts';
import {
  chooseScenes,
  partsOf,
  SCENE_OPTIONS,
  type Stage,
  setUpCommands,
} from '../scenes/choose.ts';
import type { OrderFlow } from '../scenes/order-flow.ts';
import { companyOf } from '../scenes/scene.ts';
import { openTwin, recording, replayTo, rowsIn, type Statement } from './recorded.ts';

/**
 * Durable commands: the engine in process on the embedded database, fsync on. The peer sends the
 * same statements with the same parameters to the tables of the other realm, one after another with
 * no computation in between: the fastest that this database takes these rows. Their ratio is the
 * cost of the engine's own work. `rows` are database rows written per command, `engineCpuMicros` is
 * the processor time of this process, including load generator and garbage collector.
 *
 * Engine and peer take turns, a stretch each, and the share is the median over the stretches, so
 * that other load on the machine affects both. If more than one scene is loaded (scenes/), they are
 * in one realm and take turns as well.
 */

/** Commands in flight at once; they arrive in bursts of a fraction of it. */
const WINDOW = '3000';
const BURSTS = 15;
/** Commands per turn: some 30 batches. */
const STRETCH = 30_000;
const turn = promisify(setImmediate);

/** Sends a part of the flow; returns how many commands were refused. */
async function drive(
  engine: RealmEngine,
  flow: OrderFlow,
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

/** A scene while it is measured. */
class Lane {
  readonly scene: string;
  readonly flow: OrderFlow;
  readonly engineMs: number[] = [];
  readonly rawMs: number[] = [];
  batches = 0;
  rows = 0;
  refused = 0;
  cpuMicros = 0;

  constructor(scene: string, flow: OrderFlow) {
    this.scene = scene;
    this.flow = flow;
  }
}

interface Bench {
  readonly engine: RealmEngine;
  readonly stage: Stage;
  readonly window: number;
  /** Sends what the engine has sent since the last call to the other realm, and returns it. */
  replay(): Promise<Statement[]>;
}

/** Runs the flows in stretches, one of each scene in turn, which the peer then sends again. */
async function measure(bench: Bench, timed: number): Promise<Lane[]> {
  const { engine, stage, window, replay } = bench;
  const { loaded, measured } = stage;
  for (const scene of loaded.filter((one) => !measured.includes(one))) {
    const flow = companyOf(scene);
    await drive(engine, flow, [0, flow.flow.count], window);
  }
  const lanes = measured.map((scene) => new Lane(scene.name, scene.workload(TIGHT, timed)));
  for (const { flow } of lanes) await drive(engine, flow, [0, flow.flow.setup], window);
  await replay();
  for (let done = 0; done < timed; done += STRETCH) {
    for (const lane of lanes) await stretch(bench, lane, done, Math.min(timed, done + STRETCH));
  }
  return lanes;
}

async function stretch(bench: Bench, lane: Lane, from: number, to: number): Promise<void> {
  const { setup } = lane.flow.flow;
  const range = [setup + from, setup + to] as const;
  const cpu = process.cpuUsage();
  const started = performance.now();
  lane.refused += await drive(bench.engine, lane.flow, range, bench.window);
  const between = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  const sent = await bench.replay();
  lane.engineMs.push(between - started);
  lane.cpuMicros += user + system;
  lane.rawMs.push(performance.now() - between);
  lane.batches += sent.length;
  lane.rows += rowsIn(sent, partsOf(bench.stage.loaded));
}

function report(timed: number, { loaded }: Stage, lane: Lane): void {
  const { scene, engineMs, rawMs, batches, rows, refused, cpuMicros } = lane;
  const shares = engineMs.map((ms, i) => (rawMs[i] as number) / ms).sort((a, b) => a - b);
  const perSecond = (ms: number[]) => Math.round(timed / (ms.reduce((a, b) => a + b) / 1_000));
  const line = {
    bench: 'engine-durable',
    scene,
    loaded: loaded.map(({ name }) => name),
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
      ...SCENE_OPTIONS,
      commands: { type: 'string', default: '270000' },
      window: { type: 'string', default: WINDOW },
    },
  });
  const timed = Number(values.commands);
  const window = Number(values.window);
  const stage = chooseScenes(values);
  const parts = partsOf(stage.loaded);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
  fs.chmodSync(folder, 0o755);
  cleanAtExit({ folder, database: folder });
  const db = await openDatabase({ folder });
  try {
    await migrate(db, engineTables(parts));
    const statements: Statement[] = [];
    const clock = settableClock(1_763_640_000_000);
    const engine = createEngine({
      realm: 'demo',
      db: recording(db, statements),
      clock,
      log: silentLog,
      parts,
    });
    await engine.start();
    for (const command of setUpCommands(stage.loaded)) void engine.submitAny(command);
    await engine.settled();
    const twin = await openTwin(db);
    const replay = () => replayTo(twin, statements);
    const lanes = await measure({ engine, stage, window, replay }, timed);
    engine.sequencer.audit();
    await engine.stop();
    await twin.end();
    for (const lane of lanes) report(timed, stage, lane);
  } finally {
    await db.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
