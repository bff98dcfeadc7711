import { createHash, generateKeyPairSync } from 'node:crypto';
import { headText, rootOfPath } from '@assay/core/receipt/head';
import { expect, it } from 'vitest';
import { CHUNK_LEAVES, leafHash, MerkleLog } from './merkle.ts';
import { LogSigner } from './signer.ts';

const hashOf = (n: number) => createHash('sha256').update(`command ${n}`).digest('hex');
const sha256 = async (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** The tree by its definition (RFC 6962, 2.1), without anything kept. */
function plainRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  const [left, right] = [plainRoot(leaves.slice(0, half)), plainRoot(leaves.slice(half))];
  return createHash('sha256')
    .update(Buffer.concat([Buffer.from([1]), left, right]))
    .digest();
}

it('ENGN-241 a path leads from every command to the root, in trees of any size, and from no other', async () => {
  const log = new MerkleLog();
  const leaves: Buffer[] = [];
  const sizes = [1, 2, 3, 5, 8, 1023, 1024, 1025, 2048, 2500, 4100];
  for (let n = 1; n <= 4100; n += 1) {
    log.append(hashOf(n));
    leaves.push(leafHash(hashOf(n)));
    if (!sizes.includes(n)) continue;
    const root = log.root();
    expect(root).toBe(plainRoot(leaves).toString('hex'));
    for (const seq of new Set([1, 2, Math.ceil(n / 2), n - 1, n, 1024, 1025])) {
      if (seq < 1 || seq > n) continue;
      const first = Math.floor((seq - 1) / CHUNK_LEAVES) * CHUNK_LEAVES;
      const path = log.path(seq - 1, leaves.slice(first, first + CHUNK_LEAVES));
      const receipt = { seq, hash: hashOf(seq) };
      expect(await rootOfPath(receipt, n, path, sha256), `${seq} of ${n}`).toBe(root);
      const other = { seq, hash: hashOf(seq + 1) };
      expect(await rootOfPath(other, n, path, sha256)).not.toBe(root);
      if (n > 1) {
        const moved = { seq: (seq % n) + 1, hash: hashOf(seq) };
        expect(await rootOfPath(moved, n, path, sha256), `${seq} of ${n}`).not.toBe(root);
        expect(await rootOfPath(receipt, n, path.slice(1), sha256)).not.toBe(root);
      }
    }
    const saved = new MerkleLog();
    saved.restore(log.save());
    expect(saved.root()).toBe(root);
  }
});

it('ENGN-240 a head is signed over all that it says', () => {
  const signer = new LogSigner(generateKeyPairSync('ed25519').privateKey);
  const head = { realm: 'real', seq: 7, hash: hashOf(7), root: hashOf(8), at: 9 } as const;
  const { signature } = signer.signHead(head);
  expect(signer.isSigned(headText(head), signature)).toBe(true);
  const others = [
    { realm: 'demo' as const },
    { seq: 8 },
    { hash: hashOf(1) },
    { root: '' },
    { at: 1 },
  ];
  for (const other of others) {
    expect(signer.isSigned(headText({ ...head, ...other }), signature)).toBe(false);
  }
});
