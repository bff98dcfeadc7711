import { hash } from 'node:crypto';

/**
 * The tree of hashes over all commands of a log, as in RFC 6962: a leaf for each command, which is
 * its hash in the chain. A path of some twenty hashes shows that a receipt is under a root, and
 * nothing of what others did.
 *
 * Kept are the roots of complete chunks of 1,024 commands, and the leaves of the one that grows.
 */
export const CHUNK_LEAVES = 1024;

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

function sha256(...parts: readonly Buffer[]): Buffer {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

/** The hash of a leaf, of the chain's hash in hex. */
export function leafHash(chainHash: string): Buffer {
  return sha256(LEAF, Buffer.from(chainHash, 'hex'));
}

function nodeHash(left: Buffer, right: Buffer): Buffer {
  return sha256(NODE, left, right);
}

/** The largest power of two below `count`, which is above 1. */
function split(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

export class MerkleLog {
  #chunks: Buffer[] = [];
  #leaves: Buffer[] = [];

  get size(): number {
    return this.#chunks.length * CHUNK_LEAVES + this.#leaves.length;
  }

  append(chainHash: string): void {
    this.#leaves.push(leafHash(chainHash));
    if (this.#leaves.length < CHUNK_LEAVES) return;
    this.#chunks.push(rootOf(this.#leaves));
    this.#leaves = [];
  }

  /** In hex; of no command at all the hash of nothing. */
  root(): string {
    return (this.size === 0 ? sha256() : this.#range(0, this.size)).toString('hex');
  }

  /** The root of a complete chunk, against which its commands are checked when they are read. */
  chunkRoot(chunk: number): string | undefined {
    return this.#chunks[chunk]?.toString('hex');
  }

  /**
   * The hashes beside the way from a leaf to the root, from below, in hex.
   * @param leaves the leaves of the chunk that has the leaf; not needed for the one that grows
   */
  path(index: number, leaves: readonly Buffer[] = this.#leaves): string[] {
    const chunk = Math.floor(index / CHUNK_LEAVES);
    const path: Buffer[] = [];
    this.#walk(index, 0, this.size, { first: chunk * CHUNK_LEAVES, leaves }, path);
    return path.map((one) => one.toString('hex'));
  }

  save(): { readonly chunks: string; readonly leaves: string } {
    const text = (list: readonly Buffer[]) => Buffer.concat(list).toString('base64');
    return { chunks: text(this.#chunks), leaves: text(this.#leaves) };
  }

  restore(saved: { readonly chunks: string; readonly leaves: string }): void {
    this.#chunks = pieces(Buffer.from(saved.chunks, 'base64'));
    this.#leaves = pieces(Buffer.from(saved.leaves, 'base64'));
  }

  #walk(
    index: number,
    start: number,
    end: number,
    own: { readonly first: number; readonly leaves: readonly Buffer[] },
    path: Buffer[],
  ): void {
    if (end - start === 1) return;
    const middle = start + split(end - start);
    const [left, right] = [
      [start, middle],
      [middle, end],
    ] as const;
    const [onto, beside] = index < middle ? [left, right] : [right, left];
    this.#walk(index, onto[0], onto[1], own, path);
    path.push(this.#range(beside[0], beside[1], own));
  }

  /** The hash of a subtree: ranges are those of the tree, so complete chunks lie in one whole. */
  #range(
    start: number,
    end: number,
    own?: { readonly first: number; readonly leaves: readonly Buffer[] },
  ): Buffer {
    if (own !== undefined && start >= own.first && end <= own.first + CHUNK_LEAVES) {
      return rootOf(own.leaves.slice(start - own.first, end - own.first));
    }
    const growing = this.#chunks.length * CHUNK_LEAVES;
    if (start >= growing) return rootOf(this.#leaves.slice(start - growing, end - growing));
    if (end - start === CHUNK_LEAVES) return this.#chunks[start / CHUNK_LEAVES]!;
    const middle = start + split(end - start);
    return nodeHash(this.#range(start, middle, own), this.#range(middle, end, own));
  }
}

function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  const half = split(leaves.length);
  return nodeHash(rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

/** The root of the complete chunk of these leaves, in hex. */
export function chunkRootOf(leaves: readonly Buffer[]): string {
  return rootOf(leaves).toString('hex');
}

function pieces(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / 32 }, (_, i) => bytes.subarray(i * 32, i * 32 + 32));
}
