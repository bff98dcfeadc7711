import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { MerkleLog } from '@assay/platform/check/merkle';
import { writeDurably } from '@assay/platform/db/files';
import { type Tick, tickText } from '../rules/index.ts';
import { BadTickDay, readTickDay, type TickDay } from '../rules/tick-day.ts';
import { sha256 } from '../tick-log.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** A day of one index is some ten megabytes of text; nothing honest is longer. */
const TEXT_MAX_BYTES = 128 * 1024 * 1024;
/** Ticks between two turns of the event loop: some two milliseconds of work. */
export const SLICE = 500;

/** Yields to whatever waits for the event loop. */
export const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Where the day of an index is: `ticks/XAU-USD/2026-11-26.ticks.gz`. */
export function dayFile(folder: string, index: string, day: string): string {
  return path.join(folder, index, `${day}.ticks.gz`);
}

/** Writes the text of a day; returns the length and the SHA-256 of the file. */
export async function writeDay(
  file: string,
  text: string,
): Promise<{ readonly bytes: number; readonly fileHash: string }> {
  const packed = await compress(text, { level: 6 });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  writeDurably(file, packed, 0o644);
  return { bytes: packed.length, fileHash: createHash('sha256').update(packed).digest('hex') };
}

/** What a day's file says of itself once every hash in it is computed. */
export interface ReadDay {
  readonly index: string;
  readonly day: string;
  readonly firstN: number;
  /** The last tick. */
  readonly last: Tick;
  /** The hashes of all ticks in their order, in hex. */
  readonly hashes: readonly string[];
  readonly tree: MerkleLog;
}

/**
 * Reads a day and computes its hashes, in slices. `visit` is called with each tick.
 * @throws BadTickDay when the file is none, or ends in the middle
 */
export async function readDay(
  packed: Uint8Array,
  visit: (tick: Tick) => void = () => undefined,
): Promise<ReadDay> {
  const text = (await expand(packed, { maxOutputLength: TEXT_MAX_BYTES })).toString('utf8');
  const read: TickDay = readTickDay(text);
  const hashes: string[] = [];
  const tree = new MerkleLog();
  let { prev } = read;
  let last: Tick | null = null;
  for (const bare of read.ticks) {
    const tick = { ...bare, prev };
    last = { ...tick, hash: sha256(tickText(tick)) };
    prev = last.hash;
    hashes.push(prev);
    tree.append(prev);
    visit(last);
    if (hashes.length % SLICE === 0) await breathe();
  }
  if (last === null) throw new BadTickDay('there is no tick in it');
  const { index, day, firstN } = read;
  return { index, day, firstN, last, hashes, tree };
}
