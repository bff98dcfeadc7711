import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type LogEntry, readLogLine } from '@assay/platform/engine/chain';
import type { History, StandingState } from './state.ts';

/** The whole state of a realm after the last command of its log. */
export type EndState = StandingState & History;

/** The files of a golden: the number is that of the recording. */
export const fixtures = {
  /** A line for each command of the realm demo, exactly as it is stored. */
  log: (number: string) => `log-${number}.jsonl.gz`,
  /** An `EndState` as JSON. */
  end: (number: string) => `end-${number}.json.gz`,
  /** Every row of every table; the form is in `database.ts`. */
  database: (number: string) => `database-${number}.jsonl.gz`,
  /** A `ServerRecord` (`server.ts`) as JSON. */
  server: (number: string) => `server-${number}.json.gz`,
} as const;

export function readFixture(name: string): string {
  return gunzipSync(fs.readFileSync(path.join(import.meta.dirname, name))).toString('utf8');
}

/** Refuses to overwrite a golden file: what an earlier build did is never recorded again. */
export function writeFixture(name: string, text: string): void {
  const bytes = gzipSync(text, { level: 9 });
  fs.writeFileSync(path.join(import.meta.dirname, name), bytes, { flag: 'wx' });
  console.log(`${name}: ${bytes.length} bytes`);
}

export function readGoldenLog(number: string): LogEntry[] {
  return readFixture(fixtures.log(number)).split('\n').map(readLogLine);
}

export function readGoldenEnd(number: string): EndState {
  return ordered(JSON.parse(readFixture(fixtures.end(number))) as EndState);
}

/** History in the order of its ids: memory and tables have orders of their own. */
export function ordered(end: EndState): EndState {
  const inOrder = <T extends { market: string; id: number }>(list: readonly T[]) =>
    [...list].sort((a, b) => (a.market === b.market ? a.id - b.id : a.market < b.market ? -1 : 1));
  return { ...end, endedOrders: inOrder(end.endedOrders), trades: inOrder(end.trades) };
}
