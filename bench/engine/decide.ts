import { parseArgs } from 'node:util';
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
 * As in `match`, the flow is run several times and each stretch of a thousand commands is taken at
 * its median and at its best: what else the machine does meanwhile is in the first and not in the
 * second.
 */
const STRETCH = 1_000;
const WARM = 200_000;
const PASSES = 5;
const WORK = ['decide', 'record', 'book'] as const;
type Work = (typeof WORK)[number];

/** Microseconds of each stretch, by what was done. */
type Times = Readonly<Record<Work, number[]>>;

interface Pass {
  readonly times: Times;
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
    const times: Times = { decide: [], record: [], book: [] };
    const { count, setup } = this.#flow.flow;
    for (let from = 0; from < count; from += STRETCH) {
      const to = Math.min(count, from + STRETCH);
      const commands = this.#flow.commands(from, to);
      for (const [n, command] of commands.entries()) this.#flow.name(from + n, command);
      const decided: Decided[] = [];
      const stretch = {
        decide: timed(() => this.#decide(from, commands, decided)),
        record: timed(() => record(this.#room, decided)),
        book: timed(() => drive(this.#book, this.#flow.flow, from, to, this.#tally)),
      };
      if (from < setup + WARM) continue;
      for (const work of WORK) times[work].push(stretch[work]);
    }
    this.#room.audit();
    return { times, refused: this.#refused };
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

/** Million commands a second when each stretch takes what it took in the pass of this rank. */
function figure(passes: readonly Pass[], works: readonly Work[], rank: number): number {
  const stretches = passes[0]?.times.decide.length ?? 0;
  let micros = 0;
  for (let at = 0; at < stretches; at += 1) {
    const times = passes.map(({ times }) => works.reduce((sum, work) => sum + times[work][at]!, 0));
    micros += times.sort((a, b) => a - b)[rank] ?? 0;
  }
  return Math.round(((stretches * STRETCH) / micros) * 1_000) / 1_000;
}

const { values } = parseArgs({ options: { commands: { type: 'string', default: '400000' } } });
const commands = Number(values.commands);
for (const shape of [TIGHT, WIDE]) {
  const passes = Array.from({ length: PASSES }, () =>
    new Run(shape, new CommandFlow(shape, commands + WARM)).pass(),
  );
  const figures = (rank: number) => ({
    decide: figure(passes, ['decide'], rank),
    recorded: figure(passes, ['decide', 'record'], rank),
    book: figure(passes, ['book'], rank),
  });
  const { refused } = passes[0] as Pass;
  console.log(
    JSON.stringify({
      bench: 'engine-decide',
      shape: shape.name,
      commands,
      refused,
      median: figures(PASSES >> 1),
      best: figures(0),
    }),
  );
}
