import type { SignedHead } from '@assay/core/receipt/head';
import type { Client } from 'pg';
import { chainHash } from '../engine/chain.ts';
import { EngineStore } from '../engine/store.ts';
import { CHUNK_LEAVES, chunkRootOf, leafHash, type MerkleLog } from './merkle.ts';

/** That a command is in the log under a head: its hash, and the path from it to the head's root. */
export interface LogProof {
  readonly head: SignedHead;
  readonly hash: string;
  readonly path: readonly string[];
}

/** Reads the commands around `seq` and makes the path; null when the log there was changed. */
export async function proveCommand(
  client: Client,
  merkle: MerkleLog,
  head: SignedHead,
  seq: number,
): Promise<LogProof | null> {
  if (merkle.size !== head.seq) return null;
  const chunk = Math.floor((seq - 1) / CHUNK_LEAVES);
  const first = chunk * CHUNK_LEAVES + 1;
  const last = Math.min(first + CHUNK_LEAVES - 1, head.seq);
  const hashes = await hashesOf(new EngineStore(client, []), first, last);
  const leaves = hashes.map(leafHash);
  const isWhole = leaves.length === CHUNK_LEAVES;
  if (isWhole && chunkRootOf(leaves) !== merkle.chunkRoot(chunk)) return null;
  return { head, hash: hashes[seq - first]!, path: merkle.path(seq - 1, leaves) };
}

/** The hashes of the commands from `first` to `last`, recomputed from their lines. */
async function hashesOf(store: EngineStore, first: number, last: number): Promise<string[]> {
  const begin = await store.readLine(first);
  if (begin === null) return [];
  let head = begin.before.reduce(chainHash, begin.headBefore);
  const hashes: string[] = [];
  let seq = first - begin.before.length - 1;
  while (hashes.length <= last - first) {
    const batches = await store.nextBatches(seq, 20);
    if (batches.length === 0) break;
    for (const batch of batches) {
      for (const [i, line] of batch.log.split('\n').entries()) {
        if (batch.firstSeq + i < first) continue;
        head = chainHash(head, line);
        if (batch.firstSeq + i <= last) hashes.push(head);
      }
      seq = batch.lastSeq;
    }
  }
  return hashes;
}
