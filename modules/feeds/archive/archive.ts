import fs from 'node:fs';
import { type SignedTickHead, type TickHead, tickHeadText } from '@assay/core/receipt/tick-head';
import { CHUNK_LEAVES, chunkRootOf, leafHash, MerkleLog } from '@assay/platform/check/merkle';
import type { Database } from '@assay/platform/db/database';
import type { Tick } from '../rules/index.ts';
import { DayWriter, dayHeader } from '../rules/tick-day.ts';
import { breathe, dayFile, readDay, writeDay } from '../store/day-file.ts';
import { writePlaces } from '../store/day-places.ts';
import { dayOf, dayStart, dayText, type SealedDay, TickDayStore } from '../store/tick-days.ts';
import type { TickStore } from '../store/ticks.ts';
import { SealedDays, type TickSigner } from './sealed-days.ts';

export interface ArchiveOptions {
  readonly db: Pick<Database, 'pool'>;
  readonly ticks: TickStore;
  /** Where days are kept. */
  readonly folder: string;
  readonly signer: TickSigner;
}

/** That a tick is in the log under a head: the path from its hash to the head's root. */
export interface TickProof {
  readonly tick: Tick;
  readonly head: SignedTickHead;
  readonly path: readonly string[];
}

/** The tree of the day that grows, as far as it was asked for. */
interface Growing {
  readonly day: number;
  readonly firstN: number;
  readonly tree: MerkleLog;
  last: { readonly n: number; readonly at: number; readonly hash: string };
}

const HASHES_AT_ONCE = 5_000;
const ROWS_AT_ONCE = 500;
/** A day is sealed when it is over by so much: the last of its ticks are stored. */
const SETTLED_MS = 60_000;

/**
 * Ticks that are older than the database keeps them. A day that is over becomes a file with a
 * signed head; from then on its rows may go. Of ticks that are still rows, heads and paths are made
 * when somebody asks, so that a second in which nobody does costs nothing.
 */
export class TickArchive {
  readonly days: TickDayStore;
  readonly sealed: SealedDays;
  readonly signer: TickSigner;
  readonly #ticks: TickStore;
  readonly #folder: string;
  readonly #growing = new Map<string, Growing>();
  readonly #catching = new Map<string, Promise<unknown>>();
  /** Of each index the last tick that is sealed; null until it was read. */
  #sealedTo: Map<string, number> | null = null;
  /** The day before which nothing is left to seal. */
  #sealedBefore = -1;

  constructor({ db, ticks, folder, signer }: ArchiveOptions) {
    this.days = new TickDayStore(db);
    this.#ticks = ticks;
    this.#folder = folder;
    this.signer = signer;
    this.sealed = new SealedDays(folder, signer);
  }

  /**
   * Seals the first day of one of the indices that is over and is not sealed yet; returns its head,
   * null when there is none. The file is read again before its head is signed.
   */
  async sealNext(indices: Iterable<string>, now: number): Promise<SignedTickHead | null> {
    const over = dayOf(now - SETTLED_MS);
    if (this.#sealedBefore === over) return null;
    const sealedTo = await this.#known();
    for (const index of indices) {
      const first = await this.days.nextTick(index, sealedTo.get(index) ?? 0);
      if (first === undefined || dayOf(first.at) >= over) continue;
      const sealed = await this.#seal(index, dayOf(first.at), first.n, now);
      sealedTo.set(index, sealed.head.n);
      return sealed.head;
    }
    this.#sealedBefore = over;
    return null;
  }

  /** Ticks of the index up to this number may be removed. */
  async mayGo(index: string): Promise<number> {
    return (await this.#known()).get(index) ?? 0;
  }

  /** The head of what there is of the newest day of an index; null before its first tick. */
  async head(index: string): Promise<SignedTickHead | null> {
    const growing = await this.#catchUp(index);
    return growing === null ? null : this.#sign(index, growing);
  }

  /** Null when there is no such tick, or its day was lost. */
  async prove(index: string, n: number): Promise<TickProof | null> {
    const growing = await this.#catchUp(index);
    if (growing !== null && n >= growing.firstN && n <= growing.last.n) {
      return this.#proveGrowing(index, growing, n);
    }
    const sealed = await this.days.with(index, n);
    return sealed === undefined ? this.#proveUnsealed(index, n) : this.#proveSealed(sealed, n);
  }

  async #known(): Promise<Map<string, number>> {
    this.#sealedTo ??= await this.days.sealedTo();
    return this.#sealedTo;
  }

  async #seal(index: string, day: number, firstN: number, now: number): Promise<SealedDay> {
    const { text, last } = await this.#textOf(index, day, firstN);
    const file = dayFile(this.#folder, index, dayText(day));
    const written = await writeDay(file, text);
    // What is signed is what the file says, not what was meant to be in it.
    const read = await readDay(await fs.promises.readFile(file));
    if (read.last.hash !== last.hash || read.last.n !== last.n) {
      throw new Error(`the ticks of ${index} on ${dayText(day)} do not lead to their last hash`);
    }
    await writePlaces(file, read);
    const { n, at, hash } = last;
    const head = { index, day: dayText(day), firstN, n, hash, root: read.tree.root(), at };
    const sealed = { head: this.#signed(head), ...written, sealedAt: now };
    await this.days.add(sealed);
    return sealed;
  }

  async #textOf(index: string, day: number, firstN: number): Promise<{ text: string; last: Tick }> {
    const end = dayStart(day + 1);
    const pieces: string[] = [];
    let writer: DayWriter | null = null;
    let last: Tick | null = null;
    for (let next = firstN; ; ) {
      const ticks = await this.#ticks.read(index, next, ROWS_AT_ONCE);
      for (const tick of ticks) {
        if (tick.at >= end) break;
        if (writer === null) {
          writer = new DayWriter(tick.index);
          pieces.push(dayHeader(tick.index, dayText(day), firstN, tick.prev));
        }
        pieces.push(writer.line(tick));
        last = tick;
      }
      if (last === null) throw new Error(`${index} has no ticks on ${dayText(day)}`);
      if (ticks.length < ROWS_AT_ONCE || last.n < ticks.at(-1)!.n)
        return { text: pieces.join(''), last };
      next = last.n + 1;
      await breathe();
    }
  }

  /** The tree of the newest day with all ticks that are stored by now. One at a time. */
  #catchUp(index: string): Promise<Growing | null> {
    const before = this.#catching.get(index) ?? Promise.resolve();
    const work = before.catch(() => undefined).then(() => this.#catchUpNow(index));
    this.#catching.set(index, work);
    return work;
  }

  async #catchUpNow(index: string): Promise<Growing | null> {
    const newest = (await this.#ticks.heads([index])).get(index);
    if (newest === undefined) return null;
    const day = dayOf(newest.at);
    let growing = this.#growing.get(index);
    if (growing?.day !== day) {
      const firstN = await this.days.firstFrom(index, dayStart(day));
      growing = await this.#treeOf(index, day, firstN, newest.n);
      this.#growing.set(index, growing);
      return growing;
    }
    await this.#append(index, growing, newest.n);
    return growing;
  }

  async #treeOf(index: string, day: number, firstN: number, to: number): Promise<Growing> {
    const last = { n: firstN - 1, at: 0, hash: '' };
    const growing = { day, firstN, tree: new MerkleLog(), last };
    await this.#append(index, growing, to);
    return growing;
  }

  async #append(index: string, growing: Growing, to: number): Promise<void> {
    while (growing.last.n < to) {
      const from = growing.last.n + 1;
      const limit = Math.min(HASHES_AT_ONCE, to - growing.last.n);
      const rows = await this.days.hashes(index, from, limit);
      for (const [i, row] of rows.entries()) {
        if (row.n !== from + i) throw new Error(`tick ${from + i} of ${index} is missing`);
        growing.tree.append(row.hash);
        growing.last = row;
      }
      if (rows.length < limit)
        throw new Error(`ticks of ${index} after ${growing.last.n} are gone`);
      await breathe();
    }
  }

  async #proveGrowing(index: string, growing: Growing, n: number): Promise<TickProof | null> {
    const place = n - growing.firstN;
    const chunk = Math.floor(place / CHUNK_LEAVES);
    const first = growing.firstN + chunk * CHUNK_LEAVES;
    const hashes = await this.days.hashes(index, first, CHUNK_LEAVES);
    const [tick] = await this.#ticks.read(index, n, 1);
    if (tick?.n !== n) return null;
    const { tree } = growing;
    if (tree.size < (chunk + 1) * CHUNK_LEAVES) {
      return { tick, head: this.#sign(index, growing), path: tree.path(place) };
    }
    // Meanwhile the tree may have grown beyond what was read.
    if (hashes.length < CHUNK_LEAVES) return this.#proveGrowing(index, growing, n);
    const leaves = hashes.map(({ hash }) => leafHash(hash));
    if (chunkRootOf(leaves) !== tree.chunkRoot(chunk)) return null;
    return { tick, head: this.#sign(index, growing), path: tree.path(place, leaves) };
  }

  /** A day that is over and whose rows are still there: between midnight and its sealing. */
  async #proveUnsealed(index: string, n: number): Promise<TickProof | null> {
    const [tick] = await this.#ticks.read(index, n, 1);
    if (tick?.n !== n) return null;
    const day = dayOf(tick.at);
    const firstN = await this.days.firstFrom(index, dayStart(day));
    const lastN = (await this.days.firstFrom(index, dayStart(day + 1))) - 1;
    return this.#proveGrowing(index, await this.#treeOf(index, day, firstN, lastN), n);
  }

  async #proveSealed(sealed: SealedDay, n: number): Promise<TickProof | null> {
    const found = await this.sealed.path(sealed, n);
    return typeof found === 'string' ? null : { head: sealed.head, ...found };
  }

  #sign(index: string, { day, firstN, tree, last: { n, at, hash } }: Growing): SignedTickHead {
    return this.#signed({ index, day: dayText(day), firstN, n, hash, root: tree.root(), at });
  }

  #signed(head: TickHead): SignedTickHead {
    return { ...head, signature: this.signer.sign(tickHeadText(head)) };
  }
}
