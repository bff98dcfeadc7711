import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { CHUNK_LEAVES, MerkleLog } from '@assay/platform/check/merkle';
import { writeDurably } from '@assay/platform/db/files';
import { type Tick, tickText } from '../rules/index.ts';
import {
  BadTickDay,
  type BareTick,
  DayLines,
  type DayPlace,
  readTickDay,
} from '../rules/tick-day.ts';
import { sha256 } from '../tick-log.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** A day of one index is some ten megabytes of text; nothing honest is longer. */
const TEXT_MAX_BYTES = 128 * 1024 * 1024;
/** Ticks that are computed between two turns of the event loop: one or two milliseconds of work. */
const SLICE = 100;

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

/** Where a piece of a day begins, and the hash that its first tick is chained to. */
export interface ChainedPlace extends DayPlace {
  readonly prev: string;
}

/** What a day's file says of itself once every hash in it is computed. */
export interface ReadDay {
  readonly index: string;
  readonly day: string;
  readonly firstN: number;
  /** The last tick. */
  readonly last: Tick;
  /** Over the hashes of all ticks in their order. */
  readonly tree: MerkleLog;
  /** Where each chunk of the tree begins. */
  readonly places: readonly ChainedPlace[];
}

/** The bytes of a day's text. @throws BadTickDay when they are not compressed, or too many */
export async function expandDay(packed: Uint8Array): Promise<Buffer> {
  try {
    return await expand(packed, { maxOutputLength: TEXT_MAX_BYTES });
  } catch (error) {
    throw new BadTickDay((error as Error).message);
  }
}

/**
 * Reads a day and computes its hashes, in slices. `visit` is called with each tick.
 * @throws BadTickDay when the file is none, or ends in the middle
 */
export async function readDay(
  packed: Uint8Array,
  visit: (tick: Tick) => void = () => undefined,
): Promise<ReadDay> {
  return readDayText(await expandDay(packed), visit);
}

/** The same of its bytes. @throws BadTickDay */
export async function readDayText(
  bytes: Buffer,
  visit: (tick: Tick) => void = () => undefined,
): Promise<ReadDay> {
  const text = bytes.toString('utf8');
  // Places are found again in the bytes.
  if (text.length !== bytes.length) throw new BadTickDay('it has letters beyond ASCII');
  const { index, day, firstN, prev, ticks } = readTickDay(text);
  const tree = new MerkleLog();
  const places: ChainedPlace[] = [{ ...ticks.place, prev }];
  const last = await chained(ticks, prev, (tick) => {
    tree.append(tick.hash);
    const isEnd = tree.size % CHUNK_LEAVES === 0 && ticks.place.offset < text.length;
    if (isEnd) places.push({ ...ticks.place, prev: tick.hash });
    visit(tick);
  });
  if (last === null) throw new BadTickDay('there is no tick in it');
  return { index, day, firstN, last, tree, places };
}

/** The ticks of a piece of a day, with their hashes. @throws BadTickDay */
export async function readPiece(
  bytes: Buffer,
  { prev, offset, ...place }: ChainedPlace,
  end: number | undefined,
): Promise<Tick[]> {
  const text = bytes.subarray(offset, end).toString('utf8');
  const ticks: Tick[] = [];
  await chained(new DayLines(text, { ...place, offset: 0 }), prev, (tick) => ticks.push(tick));
  return ticks;
}

/** Computes the hashes of ticks one after the other, in slices; returns the last one. */
async function chained(
  ticks: Iterable<BareTick>,
  first: string,
  visit: (tick: Tick) => void,
): Promise<Tick | null> {
  let last: Tick | null = null;
  let prev = first;
  let count = 0;
  for (const bare of ticks) {
    const hash = sha256(tickText({ ...bare, prev }));
    const tick: Tick = { ...bare, prev, hash };
    visit(tick);
    last = tick;
    prev = hash;
    count += 1;
    if (count % SLICE === 0) await breathe();
  }
  return last;
}
