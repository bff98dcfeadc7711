import { createHash, hash } from 'node:crypto';
import type { Outcome } from './machine.ts';

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

/**
 * The line of one command in the log: the JSON of its entry. `bodyText` is the JSON of the body,
 * for callers that have it already: bodies are the longest part and are written out only once.
 */
export function logLine(entry: LogEntry, bodyText = JSON.stringify(entry[5])): string {
  const [seq, at, type, actor, id, , outcome] = entry;
  const idText = id === null ? 'null' : JSON.stringify(id);
  const head = `[${seq},${at},${JSON.stringify(type)},${actor},${idText}`;
  return `${head},${bodyText},${JSON.stringify(outcome)}]`;
}

export function readLogLine(line: string): LogEntry {
  return JSON.parse(line) as LogEntry;
}

/** Hash of a command: SHA-256 over the hash before it, a line break, and its own line, in hex. */
export function chainHash(previous: string, line: string): string {
  return hash('sha256', `${previous}\n${line}`, 'hex');
}

/** Hash over lines in order: what two engines in the same state agree on. */
export class StateDigest {
  readonly #hash = createHash('sha256');

  readonly write = (line: string): void => {
    this.#hash.update(line).update('\n');
  };

  hex(): string {
    return this.#hash.digest('hex');
  }
}
