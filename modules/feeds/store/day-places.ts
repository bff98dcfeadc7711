import fs from 'node:fs';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { MerkleLog } from '@assay/platform/check/merkle';
import { writeDurably } from '@assay/platform/db/files';
import type { ChainedPlace } from './day-file.ts';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/**
 * By what a few ticks of a day are read without the others: where each chunk begins, and the tree,
 * whose root is that of the signed head. It follows from the day's file, and nobody believes it:
 * what is read by it is compared with the tree, and the tree with the head.
 */
export interface DayPlaces {
  readonly places: readonly ChainedPlace[];
  readonly tree: MerkleLog;
}

type Kept = readonly [
  ...[n: number, offset: number, index: string, at: number, price: string, head: string],
  prev: string,
];

/** Beside the file of the day: `2026-11-26.places.gz`. */
const placesFile = (dayFile: string) => dayFile.replace(/\.ticks\.gz$/, '.places.gz');

export async function writePlaces(file: string, { places, tree }: DayPlaces): Promise<void> {
  const kept = places.map(({ n, offset, index, at, price, head, prev }): Kept => {
    return [n, offset, index, at, `${price}`, head, prev];
  });
  const text = JSON.stringify({ places: kept, tree: tree.save() });
  writeDurably(placesFile(file), await compress(text), 0o644);
}

/** Null: there are none, or what is there cannot be read; they are made again from the day. */
export async function readPlaces(file: string): Promise<DayPlaces | null> {
  try {
    const text = await expand(await fs.promises.readFile(placesFile(file)));
    const read = JSON.parse(text.toString('utf8')) as {
      readonly places: readonly Kept[];
      readonly tree: ReturnType<MerkleLog['save']>;
    };
    const tree = new MerkleLog();
    tree.restore(read.tree);
    const places = read.places.map(([n, offset, index, at, price, head, prev]) => {
      return { n, offset, index, at, price: BigInt(price), head, prev };
    });
    return { places, tree };
  } catch {
    return null;
  }
}
