import { parseArgs } from 'node:util';
import { Room } from '@assay/platform/engine/room';
import { createRealmMachines, machinesOf } from '../../apps/server/realm.ts';
import { type Shape, TIGHT, WIDE } from '../match/flow.ts';
import { type BenchCommand, CommandFlow, setupCommands } from './realm.ts';

/**
 * The engine without a database: commands with decimal text as they come from the gateway, through
 * orders, book, ledger and fees. Figures are million commands a second of CPU time:
 * "decide" is deciding alone; "recorded" adds what a commit would be given: the log line with its
 * hash, the rows of every table, and the facts for the streams.
 */
const BATCH = 1_000;
const WARM = 300_000;

interface Figures {
  readonly decide: number;
  readonly recorded: number;
  readonly refused: number;
  readonly trades: number;
}

function run(shape: Shape, timed: number): Figures {
  const flow = new CommandFlow(shape, timed + WARM);
  const room = new Room(createRealmMachines('demo'));
  const { ledger, spot } = machinesOf({ room });
  for (const { type, actor, body } of setupCommands()) room.decide(type, actor, body, 1);
  record(room, []);
  const cpu = { decide: 0, record: 0 };
  let refused = 0;
  let trades = 0;
  const { count, setup } = flow.flow;
  for (let start = 0; start < count; start += BATCH) {
    const end = Math.min(count, start + BATCH);
    const timing = start >= setup + WARM;
    const done: Decided[] = [];
    const commands = flow.commands(start, end);
    const before = process.cpuUsage();
    for (let at = start; at < end; at += 1) {
      const command = commands[at - start] as BenchCommand;
      flow.name(at, command);
      const { type, actor, body } = command;
      const outcome = room.decide(type, actor, body, 1 + at);
      if (outcome.refusal !== undefined) refused += 1;
      else if (type === 'placeOrder') flow.placed(at, outcome.id as number);
      done.push({ seq: room.seq, type, actor, body, outcome });
    }
    const middle = process.cpuUsage();
    trades += spot.state.trades.count;
    record(room, done);
    const after = process.cpuUsage(middle);
    if (!timing) continue;
    cpu.decide += micros(middle) - micros(before);
    cpu.record += micros(after);
  }
  room.audit();
  if (ledger.ledger.size === 0) throw new Error('nothing was booked');
  return {
    decide: timed / cpu.decide,
    recorded: timed / (cpu.decide + cpu.record),
    refused,
    trades,
  };
}

interface Decided {
  readonly seq: number;
  readonly type: string;
  readonly actor: number;
  readonly body: object;
  readonly outcome: ReturnType<Room['decide']>;
}

/** Everything that happens to a batch before it goes to the database. */
function record(room: Room, done: readonly Decided[]): void {
  for (const { seq, type, actor, body, outcome } of done) {
    room.chain(seq, room.at, type, actor, null, body, outcome);
  }
  for (const machine of room.machines) for (const writer of machine.writers) writer.drain();
  room.takeFacts();
}

function micros({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

const { values } = parseArgs({ options: { commands: { type: 'string', default: '1000000' } } });
const timed = Number(values.commands);
for (const shape of [TIGHT, WIDE]) {
  const figures = run(shape, timed);
  console.log(
    JSON.stringify({ bench: 'engine-decide', shape: shape.name, commands: timed, ...figures }),
  );
}
