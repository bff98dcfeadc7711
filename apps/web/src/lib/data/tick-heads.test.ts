import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { type TickHead, tickHeadText } from '@assay/core/receipt/tick-head';
import { expect, it } from 'vitest';
import { type KeyedTickHead, NO_TICKS } from './tick-evidence.ts';
import { seeTicks, type TickProof } from './tick-heads.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const INDEX = 'BTC-USDT';
const sha = (...parts: readonly Buffer[]) => {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
};
const hashOf = (n: number, log: string) => sha(Buffer.from(`${log} ${n}`)).toString('hex');
const leaf = (hash: string) => sha(Buffer.from([0]), Buffer.from(hash, 'hex'));
const node = (left: Buffer, right: Buffer) => sha(Buffer.from([1]), left, right);

/** Ticks 7 and 8 of a day, and a second later also 9, with the proof of 8. */
function day(log = 'log') {
  const leaves = [7, 8, 9].map((n) => leaf(hashOf(n, log)));
  const signed = (n: number, root: Buffer): KeyedTickHead => {
    const named = { index: INDEX, day: '2026-11-26', firstN: 7, n, hash: hashOf(n, log) };
    const head: TickHead = { ...named, root: root.toString('hex'), at: n * 1_000 };
    const signature = sign(null, Buffer.from(tickHeadText(head)), privateKey).toString('hex');
    return { publicKey: KEY, head: { ...head, signature } };
  };
  const two = node(leaves[0]!, leaves[1]!);
  const first = signed(8, two);
  const later = signed(9, node(two, leaves[2]!));
  const path = [leaves[0]!, leaves[2]!].map((one) => one.toString('hex'));
  const proof: TickProof = { ...later, tick: { n: 8, hash: hashOf(8, log) }, path };
  return { first, later, proof };
}

it('UI-938 a browser keeps the newest head of the ticks of each index that it has seen, if it goes on from the one before', async () => {
  const { first, later, proof } = day();
  const seen = await seeTicks(NO_TICKS, INDEX, first, null);
  expect(seen).toEqual({ heads: { [INDEX]: first }, broken: null });
  expect(await seeTicks(seen, INDEX, first, null)).toEqual(seen);
  // Without a proof the first stays, so that the next proof is of it.
  expect(await seeTicks(seen, INDEX, later, null)).toEqual(seen);
  const next = await seeTicks(seen, INDEX, later, async () => proof);
  expect(next).toEqual({ heads: { [INDEX]: later }, broken: null });
  // An answer that was on its way is older and contradicts nothing.
  expect(await seeTicks(next, INDEX, first, async () => proof)).toEqual(next);
});

it('UI-938 two heads of ticks that are not of one chain are kept as evidence, for good', async () => {
  const { first, later, proof } = day();
  const other = day('other');
  const seen = await seeTicks(NO_TICKS, INDEX, first, null);
  const broken = async (next: KeyedTickHead, proved: TickProof | null) => {
    const prove = proved === null ? null : async () => proved;
    return (await seeTicks(seen, INDEX, next, prove)).broken;
  };
  const evidence = (why: string, head: KeyedTickHead) => ({ why, head, seen: first });
  expect(await broken(other.first, null)).toEqual(evidence('forked', other.first));
  expect(await broken(other.later, other.proof)).toEqual(evidence('forked', other.later));
  // The tick is there, and the path is not.
  const lying = { ...proof, head: other.later.head };
  expect(await broken(later, lying)).toEqual(evidence('forked', later));
  expect(await broken(later, { ...proof, path: [] })).toEqual(evidence('forked', later));
  const unsigned = { ...later, head: { ...later.head, hash: hashOf(9, 'x') } };
  expect(await broken(unsigned, proof)).toEqual(evidence('key', unsigned));
  expect(await broken({ ...later, publicKey: '00' }, proof)).toMatchObject({ why: 'key' });
  const kept = await seeTicks(seen, INDEX, other.first, null);
  expect(await seeTicks(kept, INDEX, later, async () => proof)).toBe(kept);
});
