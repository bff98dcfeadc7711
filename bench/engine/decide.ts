import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { inlineMore } from '@assay/platform/engine/inlining';
import { Room } from '@assay/platform/engine/room';
import { createRealmMachines } from '../../apps/server/realm.ts';
import { Book } from '../../core/book/book.ts';
import { type Shape, TIGHT, WIDE } from '../match/flow.ts';
import { drive, Tally } from '../match/run.ts';
import { type BenchCommand, CommandFlow, setupCommands } from './realm.ts';

/**
 * The engine without a database: commands with decimal text as they come from the gateway, through
 * orders, book, ledger and fees. Figures are million commands a second of CPU time:
 * "decide" is deciding alone; "recorded" adds what a commit would be given: the log line with its
 * hash, the rows of every table, and the facts for the streams; "book" is `core/book` alone on the
 * same commands, which is the most that there could be.
 *
 * Commands come in stretches; what each leaves for a commit is taken after it. That empties the
 * caches, so the first commands of a stretch count for "recorded" only: without a database nobody
 * would record. As in `match`, the flow is run several times and each stretch is taken at its
 * median and at its best: what else the machine does meanwhile is in the first and not in the
 * second. Each run has a process to itself, as an engine has: V8 makes slower code for several
 * rooms than for one.
 */
const STRETCH = 2_000;
const COLD = 500;
const WARM = 200_000;
const PASSES = 5;
type Work = 'cold' | 'decide' | 'record' | 'book';

/** Microseconds of each stretch, by what was done. */
type Times = Readonly<Record<Work, number>>;

interface Pass {
  readonly stretches: readonly Times[];
  readonly refused: number;
}

class Run {
  readonly #flow: CommandFlow;
  readonly #room = new Room(createRealmMachines('demo'));
  readonly #book: Book;
  readonly #tally = new Tally();
  #refused = 0;

  constructor(shape: Shape, flow: CommandFlow) {
    this.#flow = flow;
    this.#book = new Book(shape.live);
    for (const { type, actor, body } of setupCommands()) this.#room.decide(type, actor, body, 1);
    record(this.#room, []);
  }

  pass(): Pass {
    const stretches: Times[] = [];
    const { count, setup } = this.#flow.flow;
    for (let from = 0; from < count; from += STRETCH) {
      const times = this.#stretch(from, Math.min(count, from + STRETCH));
      if (from >= setup + WARM && from + STRETCH <= count) stretches.push(times);
    }
    this.#room.audit();
    return { stretches, refused: this.#refused };
  }

  #stretch(from: number, to: number): Times {
    const commands = this.#flow.commands(from, to);
    for (const [n, command] of commands.entries()) this.#flow.name(from + n, command);
    const middle = Math.min(to, from + COLD);
    const decided: Decided[] = [];
    const cold = timed(() => this.#decide(from, commands.slice(0, COLD), decided));
    const decide = timed(() => this.#decide(middle, commands.slice(COLD), decided));
    const recorded = timed(() => record(this.#room, decided));
    drive(this.#book, this.#flow.flow, from, middle, this.#tally);
    const book = timed(() => drive(this.#book, this.#flow.flow, middle, to, this.#tally));
    return { cold, decide, record: recorded, book };
  }

  #decide(from: number, commands: readonly BenchCommand[], decided: Decided[]): void {
    const room = this.#room;
    for (let n = 0; n < commands.length; n += 1) {
      const command = commands[n] as BenchCommand;
      const at = from + n;
      // Named before the clock ran, but for an order that was placed in this very stretch.
      if (command.body.orderId === 0) this.#flow.name(at, command);
      const { type, actor, body } = command;
      const outcome = room.decide(type, actor, body, 1 + at);
      if (outcome.refusal !== undefined) this.#refused += 1;
      else if (type === 'placeOrder') this.#flow.placed(at, outcome.id as number);
      decided.push({ seq: room.seq, type, actor, body, outcome });
    }
  }
}

interface Decided {
  readonly seq: number;
  readonly type: string;
  readonly actor: number;
  readonly body: object;
  readonly outcome: ReturnType<Room['decide']>;
}

/** Everything that happens to a batch before it goes to the database. */
function record(room: Room, decided: readonly Decided[]): void {
  for (const { seq, type, actor, body, outcome } of decided) {
    room.chain(seq, room.at, type, actor, null, body, outcome);
  }
  for (const machine of room.machines) for (const writer of machine.writers) writer.drain();
  room.takeFacts();
}

/** Microseconds of processor time, in all threads. */
function timed(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/**
 * Million commands a second when each stretch, of so many commands, takes what it took in the pass
 * of this rank.
 */
function figure(
  passes: readonly Pass[],
  works: readonly Work[],
  commands: number,
  rank: number,
): number {
  const stretches = passes[0]?.stretches.length ?? 0;
  let micros = 0;
  for (let at = 0; at < stretches; at += 1) {
    const times = passes.map(({ stretches }) =>
      works.reduce((sum, work) => sum + (stretches[at]?.[work] ?? 0), 0),
    );
    micros += times.sort((a, b) => a - b)[rank] ?? 0;
  }
  return Math.round(((stretches * commands) / micros) * 1_000) / 1_000;
}

/** One run in a process of its own. */
function passOf(shape: Shape, commands: number): Pass {
  const args = [process.argv[1] as string, '--pass', shape.name, '--commands', String(commands)];
  const printed = execFileSync(process.execPath, args, { maxBuffer: 2 ** 26, encoding: 'utf8' });
  return JSON.parse(printed) as Pass;
}

function report(shape: Shape, commands: number): void {
  const passes = Array.from({ length: PASSES }, () => passOf(shape, commands));
  const figures = (rank: number) => ({
    decide: figure(passes, ['decide'], STRETCH - COLD, rank),
    recorded: figure(passes, ['cold', 'decide', 'record'], STRETCH, rank),
    book: figure(passes, ['book'], STRETCH - COLD, rank),
  });
  console.log(
    JSON.stringify({
      bench: 'engine-decide',
      shape: shape.name,
      commands,
      refused: passes[0]?.refused,
      median: figures(PASSES >> 1),
      best: figures(0),
    }),
  );
}

const { values } = parseArgs({
  options: { commands: { type: 'string', default: '400000' }, pass: { type: 'string' } },
});
const commands = Number(values.commands);
const shapes = [TIGHT, WIDE];
if (values.pass === undefined) for (const shape of shapes) report(shape, commands);
else {
  inlineMore();
  const shape = shapes.find(({ name }) => name === values.pass) as Shape;
  const flow = new CommandFlow(shape, commands + WARM);
  console.log(JSON.stringify(new Run(shape, flow).pass()));
}
