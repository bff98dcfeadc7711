import fs from 'node:fs';
import { tickHeadText } from '@assay/core/receipt/tick-head';
import { CHUNK_LEAVES, chunkRootOf, leafHash, type MerkleLog } from '@assay/platform/check/merkle';
import type { Tick } from '../rules/index.ts';
import { BadTickDay } from '../rules/tick-day.ts';
import { dayFile, expandDay, readDayText, readPiece } from '../store/day-file.ts';
import { type DayPlaces, readPlaces, writePlaces } from '../store/day-places.ts';
import type { SealedDay } from '../store/tick-days.ts';

/** Signs heads; the key is the one that signs those of the logs of commands. */
export interface TickSigner {
  /** In hex. */
  readonly publicKey: string;
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

/** Why ticks cannot be had: the file of their day is not there, or is not what was signed. */
export type TicksLost = 'ticksMissing' | 'ticksBroken';

/** A day whose places lead to its signed head, with the bytes of its text. */
interface OpenDay extends DayPlaces {
  readonly bytes: Buffer;
  readonly lastN: number;
}

/**
 * Ticks out of the files of sealed days. What is read are the chunks that have them, of which each
 * must be in the tree under the day's signed head: a thousand hashes instead of those of a day.
 */
export class SealedDays {
  readonly #folder: string;
  readonly #signer: Pick<TickSigner, 'isSigned'>;

  constructor(folder: string, signer: Pick<TickSigner, 'isSigned'>) {
    this.#folder = folder;
    this.#signer = signer;
  }

  /** The file of a day; undefined when it is not there. */
  async file(sealed: SealedDay): Promise<Buffer | undefined> {
    try {
      return await fs.promises.readFile(this.#path(sealed));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The ticks between two numbers of the day, both ends included. */
  ticks(sealed: SealedDay, from: number, to: number): Promise<readonly Tick[] | TicksLost> {
    return this.#proved(sealed, (day) => ticksIn(day, from, to));
  }

  /** The number of the first tick at an instant or later, which is not above the day's last. */
  firstFrom(sealed: SealedDay, at: number): Promise<number | TicksLost> {
    return this.#proved(sealed, async (day) => {
      const chunk = day.places.findLastIndex((place, i) => i === 0 || place.at < at);
      const ticks = await chunkOf(day, chunk);
      if (ticks === null) return null;
      return ticks.find((tick) => tick.at >= at)?.n ?? day.places[chunk + 1]?.n ?? day.lastN;
    });
  }

  /**
   * A tick and the hashes beside its way to the head's root.
   * @throws BadTickDay when the file is no day of ticks
   */
  async path(
    sealed: SealedDay,
    n: number,
  ): Promise<{ readonly tick: Tick; readonly path: string[] } | TicksLost> {
    return this.#read(sealed, async (day) => {
      const place = n - sealed.head.firstN;
      const ticks = await chunkOf(day, Math.floor(place / CHUNK_LEAVES));
      if (ticks === null) return null;
      const leaves = ticks.map(({ hash }) => leafHash(hash));
      return { tick: ticks[place % CHUNK_LEAVES]!, path: day.tree.path(place, leaves) };
    });
  }

  /** As `#read`; a file that is no day of ticks is not what was signed. */
  async #proved<T>(
    sealed: SealedDay,
    read: (day: OpenDay) => Promise<T | null>,
  ): Promise<T | TicksLost> {
    try {
      return await this.#read(sealed, read);
    } catch (error) {
      if (error instanceof BadTickDay) return 'ticksBroken';
      throw error;
    }
  }

  /** Reads by the places that are kept; if these lead nowhere, by those that the file has. */
  async #read<T>(
    sealed: SealedDay,
    read: (day: OpenDay) => Promise<T | null>,
  ): Promise<T | TicksLost> {
    const { head } = sealed;
    const packed = await this.file(sealed);
    if (packed === undefined) return 'ticksMissing';
    if (!this.#signer.isSigned(tickHeadText(head), head.signature)) return 'ticksBroken';
    const bytes = await expandDay(packed);
    const kept = await readPlaces(this.#path(sealed));
    if (kept !== null && isUnder(kept.tree, sealed)) {
      const found = await read({ ...kept, bytes, lastN: head.n });
      if (found !== null) return found;
    }
    const made = await readDayText(bytes);
    if (!isUnder(made.tree, sealed)) return 'ticksBroken';
    await writePlaces(this.#path(sealed), made);
    return (await read({ ...made, bytes, lastN: head.n })) ?? 'ticksBroken';
  }

  #path({ head: { index, day } }: SealedDay): string {
    return dayFile(this.#folder, index, day);
  }
}

function isUnder(tree: MerkleLog, { head: { firstN, n, root } }: SealedDay): boolean {
  return tree.size === n - firstN + 1 && tree.root() === root;
}

async function ticksIn(day: OpenDay, from: number, to: number): Promise<Tick[] | null> {
  const [first] = day.places;
  const of = (n: number) => Math.floor((n - first!.n) / CHUNK_LEAVES);
  const ticks: Tick[] = [];
  for (let chunk = of(from); chunk <= of(to); chunk += 1) {
    const read = await chunkOf(day, chunk);
    if (read === null) return null;
    ticks.push(...read);
  }
  return ticks.filter(({ n }) => n >= from && n <= to);
}

/** The ticks of a chunk; null when they are not those in the tree. */
async function chunkOf(day: OpenDay, chunk: number): Promise<Tick[] | null> {
  const { bytes, places, tree } = day;
  const place = places[chunk];
  if (place === undefined) return null;
  const ticks = await readPiece(bytes, place, places[chunk + 1]?.offset).catch(nullIfBad);
  if (ticks === null) return null;
  const leaves = ticks.map(({ hash }) => leafHash(hash));
  const root = tree.chunkRoot(chunk);
  const isThere =
    root === undefined
      ? Buffer.concat(leaves).toString('base64') === tree.save().leaves
      : leaves.length === CHUNK_LEAVES && chunkRootOf(leaves) === root;
  return isThere ? ticks : null;
}

function nullIfBad(error: unknown): null {
  if (error instanceof BadTickDay) return null;
  throw error;
}
