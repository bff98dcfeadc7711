import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { inlineMore } from '@assay/platform/engine/inlining';
import type { Outcome } from '@assay/platform/engine/machine';
import { Sequencer } from '@assay/platform/engine/sequencer';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { Book } from '../../core/book/book.ts';
import { type Flow, type Shape, TIGHT, WIDE } from '../match/flow.ts';
import { drive, Tally } from '../match/run.ts';
import {
  chooseScenes,
  partsOf,
  SCENE_OPTIONS,
  type Stage,
  setUpCommands,
} from '../scenes/choose.ts';
import type { BenchCommand, OrderFlow } from '../scenes/order-flow.ts';
import { companyOf, type Scene } from '../scenes/scene.ts';

/**
 * The engine without a database: commands with decimal text as they come from the gateway, through
 * orders, book, ledger and fees. Figures are million commands per second of CPU time: "decide" is
 * deciding alone; "recorded" adds the input of a commit: the log line with its hash, the rows of
 * every table, and the facts for the streams; "book" is `core/book` alone on the same commands,
 * which is the upper limit. A stretch of commands is what the engine takes as one batch.
 *
 * Each of the three runs the whole flow in a process of its own, as an engine does: in a shared
 * process it would be measured with the processor's caches filled by the others. They take turns,
 * several times, and so do the scenes if more than one is loaded (scenes/): the realm of each pass
 * has all of them, with some orders in those that it does not measure. As in `match`, each stretch
 * of a flow counts with its median and with its best over the passes: other load on the machine
 * affects the median, but not the best.
 */
const STRETCH = 1_000;
const WARM = 200_000;
const PASSES = 9;
const WORKS = ['decide', 'recorded', 'book'] as const;
type Work = (typeof WORKS)[number];

interface Pass {
  /** Microseconds of each stretch. */
  readonly stretches: readonly number[];
  readonly refused: number;
}

/** Runs the commands from..to of the flow, which are created before the timer starts. */
interface Runner {
  readonly refused: number;
  prepare(from: number, to: number): void;
  stretch(from: number, to: number): void;
  end(): void;
}

class RealmRunner implements Runner {
  readonly #flow: OrderFlow;
  readonly #sequencer: Sequencer;
  /** Whether a decided stretch is also recorded. */
  readonly #records: boolean;
  #commands: BenchCommand[] = [];
  #outcomes: Outcome[] = [];

  constructor(flow: OrderFlow, { loaded, measured }: Stage, records: boolean) {
    this.#flow = flow;
    this.#sequencer = new Sequencer(createRealmMachines('demo', partsOf(loaded)));
    this.#records = records;
    for (const { type, actor, body } of setUpCommands(loaded))
      this.#sequencer.decide(type, actor, body, 1);
    this.#sequencer.forget();
    for (const scene of loaded) if (!measured.includes(scene)) this.#fill(companyOf(scene));
  }

  #fill(flow: OrderFlow): void {
    for (const [at, command] of flow.commands(0, flow.flow.count).entries()) {
      flow.complete(at, command);
      flow.answered(at, this.#sequencer.decide(command.type, command.actor, command.body, 1));
    }
    this.#sequencer.forget();
  }

  prepare(from: number, to: number): void {
    this.#commands = this.#flow.commands(from, to);
    this.#outcomes = [];
  }

  get refused(): number {
    return this.#flow.refused;
  }

  stretch(from: number): void {
    const sequencer = this.#sequencer;
    const flow = this.#flow;
    const commands = this.#commands;
    const outcomes = this.#outcomes;
    for (let n = 0; n < commands.length; n += 1) {
      const command = commands[n] as BenchCommand;
      const at = from + n;
      flow.complete(at, command);
      const outcome = sequencer.decide(command.type, command.actor, command.body, 1 + at);
      flow.answered(at, outcome);
      if (this.#records) outcomes.push(outcome);
    }
    if (this.#records) record(sequencer, commands, outcomes);
    else sequencer.forget();
  }

  end(): void {
    this.#sequencer.audit();
  }
}

class BookRunner implements Runner {
  readonly refused = 0;
  readonly #flow: OrderFlow;
  readonly #book: Book;
  readonly #tally = new Tally();

  constructor(flow: OrderFlow, live: number) {
    this.#flow = flow;
    this.#book = new Book(live);
  }

  prepare(): void {}

  stretch(from: number, to: number): void {
    drive(this.#book, this.#flow.flow, from, to, this.#tally);
  }

  end(): void {
    this.#book.validate();
  }
}

function runnerOf(work: Work, shape: Shape, flow: OrderFlow, stage: Stage): Runner {
  if (work === 'book') return new BookRunner(flow, shape.live);
  return new RealmRunner(flow, stage, work === 'recorded');
}

/** Runs the whole flow; the first stretches, which fill the book and warm up, are not counted. */
function passOf(runner: Runner, { count, setup }: Flow): Pass {
  const stretches: number[] = [];
  for (let from = 0; from < count; from += STRETCH) {
    const to = Math.min(count, from + STRETCH);
    runner.prepare(from, to);
    const micros = timed(() => runner.stretch(from, to));
    if (from >= setup + WARM && from + STRETCH <= count) stretches.push(micros);
  }
  runner.end();
  return { stretches, refused: runner.refused };
}

/** Does everything that happens to a batch before it goes to the database. */
function record(
  sequencer: Sequencer,
  commands: readonly BenchCommand[],
  outcomes: readonly Outcome[],
): void {
  const from = sequencer.seq - commands.length + 1;
  for (const [n, { type, actor, body }] of commands.entries()) {
    sequencer.chain(from + n, sequencer.at, type, actor, null, body, outcomes[n] as Outcome);
  }
  for (const machine of sequencer.list) for (const writer of machine.writers) writer.drain();
  sequencer.takeFacts();
}

/** Microseconds of processor time of all threads. */
function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Million commands a second if every stretch takes its time of this rank among the passes. */
function figure(passes: readonly Pass[], rank: number): number {
  const stretches = passes[0]?.stretches.length ?? 0;
  let micros = 0;
  for (let at = 0; at < stretches; at += 1) {
    const times = passes.map((pass) => pass.stretches[at] ?? 0);
    micros += times.sort((a, b) => a - b)[rank] ?? 0;
  }
  return Math.round(((stretches * STRETCH) / micros) * 1_000) / 1_000;
}

/** Runs one pass in a separate process. */
function passInProcess(work: Work, scene: Scene, shape: Shape): Pass {
  const args = { work, scene: scene.name, shape: shape.name, commands, parts: values.parts };
  const argv = Object.entries(args).map(([name, value]) => `--${name}=${value}`);
  const file = process.argv[1] as string;
  const options = { maxBuffer: 2 ** 26, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, [file, ...argv], options)) as Pass;
}

/** Measures scenes in turns and prints a line for each; the book has the same commands in all. */
function report(scenes: readonly Scene[], shape: Shape): void {
  const lanes = scenes.map((scene) => ({ scene, decide: [] as Pass[], recorded: [] as Pass[] }));
  const book: Pass[] = [];
  for (let turn = 0; turn < PASSES; turn += 1) {
    for (const { scene, decide, recorded } of lanes) {
      decide.push(passInProcess('decide', scene, shape));
      recorded.push(passInProcess('recorded', scene, shape));
    }
    book.push(passInProcess('book', scenes[0] as Scene, shape));
  }
  for (const { scene, decide, recorded } of lanes) {
    const figures = (rank: number) => ({
      decide: figure(decide, rank),
      recorded: figure(recorded, rank),
      book: figure(book, rank),
    });
    const line = {
      bench: 'engine-decide',
      scene: scene.name,
      loaded: stage.loaded.map(({ name }) => name),
      shape: shape.name,
      commands,
      refused: decide[0]?.refused,
      median: figures(PASSES >> 1),
      best: figures(0),
    };
    console.log(JSON.stringify(line));
  }
}

const { values } = parseArgs({
  options: {
    ...SCENE_OPTIONS,
    commands: { type: 'string', default: '400000' },
    work: { type: 'string' },
    shape: { type: 'string' },
  },
});
const commands = Number(values.commands);
const stage = chooseScenes(values);
const shapes = [TIGHT, WIDE];
const work = WORKS.find((name) => name === values.work);
if (work === undefined) for (const shape of shapes) report(stage.measured, shape);
else {
  inlineMore();
  const shape = shapes.find(({ name }) => name === values.shape) as Shape;
  const flow = (stage.measured[0] as Scene).workload(shape, commands + WARM);
  console.log(JSON.stringify(passOf(runnerOf(work, shape, flow, stage), flow.flow)));
}
