import { createHash, hash } from 'node:crypto';
import { assert } from '@assay/core/num/integer';
import { JsonWriter } from './json-writer.ts';
import type { Outcome } from './machine.ts';

const LINE_BREAK = 10;
const COMMA = 44;
const OPEN = 91;
const CLOSE = 93;
/** A hash in hex and the line break after it. */
const BEFORE_LINE = 65;

/** One command as it is stored: [seq, at, type, actor, id or null, body, outcome]. */
export type LogEntry = readonly [
  seq: number,
  at: number,
  type: string,
  actor: number,
  id: string | null,
  body: object,
  outcome: Outcome,
];

export function readLogLine(line: string): LogEntry {
  return JSON.parse(line) as LogEntry;
}

/** Hash of a command: SHA-256 over the hash before it, a line break, and its own line, in hex. */
export function chainHash(previous: string, line: string): string {
  return hash('sha256', `${previous}\n${line}`, 'hex');
}

/**
 * Writes the lines of commands as bytes and chains them. The previous hash and the line are
 * adjacent in one buffer, so that they are hashed without making a string of either.
 */
export class LineWriter {
  readonly #json = new JsonWriter();

  /** The line last written, as UTF-8; overwritten by the next. */
  get line(): Buffer {
    return this.#json.bytes.subarray(BEFORE_LINE, this.#json.end);
  }

  /**
   * Writes the line of a command, the JSON of its entry, and returns its `chainHash`. `bodyText` is
   * the JSON of the body, for callers that have it already, so that no body is serialised twice.
   */
  chain(previous: string, entry: LogEntry, bodyText?: string): string {
    const [seq, at, type, actor, id, body, outcome] = entry;
    const json = this.#json;
    json.end = BEFORE_LINE;
    json.byte(OPEN);
    json.value(seq);
    json.byte(COMMA);
    json.value(at);
    json.byte(COMMA);
    json.value(type);
    json.byte(COMMA);
    json.value(actor);
    json.byte(COMMA);
    json.value(id);
    json.byte(COMMA);
    if (bodyText === undefined) json.value(body);
    else json.text(bodyText);
    json.byte(COMMA);
    json.value(outcome);
    json.byte(CLOSE);
    const start = BEFORE_LINE - 1 - previous.length;
    assert(start >= 0, 'a hash has 64 digits');
    json.bytes.write(previous, start, 'latin1');
    json.bytes[BEFORE_LINE - 1] = LINE_BREAK;
    return hash('sha256', json.bytes.subarray(start, json.end), 'hex');
  }
}

/** Hash over lines in order. Two engines in the same state have the same hash. */
export class StateDigest {
  readonly #hash = createHash('sha256');

  readonly write = (line: string): void => {
    this.#hash.update(line).update('\n');
  };

  hex(): string {
    return this.#hash.digest('hex');
  }
}
