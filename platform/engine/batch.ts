import type { Pending } from './command.ts';
import { ID_BYTES } from './command-memory.ts';
import { JsonWriter } from './json-writer.ts';
import type { Sequencer } from './sequencer.ts';
import type { PreparedBatch } from './store.ts';

const LINE_BREAK = 10;

/** A buffer for the lines of one batch, reused by the next. */
const log = new JsonWriter();

/** Turns decided commands into what is stored: lines, hashes, ids, and the rows of all machines. */
export function prepareBatch(sequencer: Sequencer, commands: readonly Pending[]): PreparedBatch {
  const first = commands[0] as Pending;
  const last = commands[commands.length - 1] as Pending;
  log.end = 0;
  for (const pending of commands) {
    const { seq, at, outcome, bodyText } = pending;
    const { type, actor, id, body } = pending.command;
    sequencer.chain(seq, at, type, actor, id ?? null, body, outcome, bodyText);
    if (log.end > 0) log.byte(LINE_BREAK);
    log.copy(sequencer.line);
    pending.hash = sequencer.head;
  }
  const arrays: string[] = [];
  for (const machine of sequencer.list) {
    for (const writer of machine.writers) arrays.push(...writer.drain());
  }
  return {
    firstSeq: first.seq,
    lastSeq: last.seq,
    at: last.at,
    head: sequencer.head,
    ids: `\\x${packIds(commands, first.seq).toString('hex')}`,
    log: Buffer.from(log.bytes.subarray(0, log.end)),
    arrays,
  };
}

/** The part of a command that goes into the list of ids; `key` is the `commandKey` of its id. */
export interface NamedCommand {
  readonly seq: number;
  readonly key: number;
  readonly command: { readonly id?: string };
}

/** Keys and positions of the commands that have an id, in the format of the column `ids`. */
export function packIds(commands: readonly NamedCommand[], firstSeq: number): Buffer {
  let count = 0;
  for (const { command } of commands) if (command.id !== undefined) count += 1;
  const bytes = Buffer.allocUnsafe(count * ID_BYTES);
  let at = 0;
  for (const { command, key, seq } of commands) {
    if (command.id === undefined) continue;
    bytes.writeDoubleLE(key, at);
    bytes.writeUInt32LE(seq - firstSeq, at + 8);
    at += ID_BYTES;
  }
  return bytes;
}
