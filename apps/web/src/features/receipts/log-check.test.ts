import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { headText, type LogHead } from '@assay/core/receipt/head';
import { expect, it } from 'vitest';
import {
  contradiction,
  isInLog,
  type KeyedHead,
  type Proof,
  readReceipt,
  see,
  signatureOf,
} from './log-check.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const sha = (...parts: readonly (string | Buffer)[]) => {
  const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  return createHash('sha256').update(Buffer.concat(bytes)).digest();
};
const hashOf = (n: number, log = 'log') => sha(`${log} ${n}`).toString('hex');
const leaf = (hash: string) => sha(Buffer.from([0]), Buffer.from(hash, 'hex'));
const node = (left: Buffer, right: Buffer) => sha(Buffer.from([1]), left, right);

function signed(head: Omit<LogHead, 'realm'>): KeyedHead {
  const whole: LogHead = { realm: 'real', ...head };
  const signature = sign(null, Buffer.from(headText(whole)), privateKey).toString('hex');
  return { publicKey: KEY, head: { ...whole, signature } };
}

/** Logs of two commands and, a second later, of three. */
function heads(log = 'log') {
  const leaves = [1, 2, 3].map((n) => leaf(hashOf(n, log)));
  const two = node(leaves[0]!, leaves[1]!);
  const three = node(two, leaves[2]!);
  const first = signed({ seq: 2, hash: hashOf(2, log), root: two.toString('hex'), at: 1 });
  const later = signed({ seq: 3, hash: hashOf(3, log), root: three.toString('hex'), at: 2 });
  const path = [leaves[0]!, leaves[2]!].map((one) => one.toString('hex'));
  const proof: Proof = { ...later, hash: hashOf(2, log), path };
  return { first, later, proof };
}

it('UI-935 a receipt is checked by computing the path and the signature', async () => {
  const { later, proof } = heads();
  expect(await signatureOf(later)).toBe('valid');
  expect(await signatureOf({ ...later, head: { ...later.head, seq: 4 } })).toBe('invalid');
  expect(await isInLog({ seq: 2, hash: hashOf(2) }, proof)).toBe(true);
  expect(await isInLog({ seq: 2, hash: hashOf(1) }, proof)).toBe(false);
  expect(await isInLog({ seq: 1, hash: hashOf(2) }, proof)).toBe(false);
  expect(readReceipt(' 2 ', hashOf(2).toUpperCase())).toEqual({ seq: 2, hash: hashOf(2) });
  for (const wrong of ['', '0', '-1', '1.5', 'x']) expect(readReceipt(wrong, hashOf(2))).toBeNull();
  expect(readReceipt('2', 'abc')).toBeNull();
});

it('UI-936 a head that contradicts one that was seen is complained about, for good', async () => {
  const { first, later, proof } = heads();
  const prove = async () => proof;
  expect(await contradiction(first, later, prove)).toBeNull();
  expect(await contradiction(first, first, prove)).toBeNull();
  const forked = heads('other');
  expect(await contradiction(first, forked.later, async () => forked.proof)).toBe('forked');
  expect(await contradiction(first, forked.first, prove)).toBe('forked');
  const { seq: _, ...rest } = first.head;
  const shorter = signed({ ...rest, seq: 1, at: 9 });
  expect(await contradiction(first, shorter, prove)).toBe('shorter');
  expect(await contradiction(first, { ...later, publicKey: '00' }, prove)).toBe('key');
  const seen = await see(null, first, prove);
  const proven = { first, last: later, newest: later, broken: null };
  expect(await see(seen, later, prove)).toEqual(proven);
  // Without a proof the last head stays the one that is known to continue the first.
  expect(await see(seen, later, null)).toEqual({ ...proven, last: first });
  const broken = await see(seen, shorter, prove);
  expect(broken.broken).toEqual({ why: 'shorter', head: shorter, seen: first });
  expect(await see(broken, later, prove)).toBe(broken);
  expect((await see(seen, shorter, null)).broken?.why).toBe('shorter');
  expect((await see(seen, forked.first, null)).broken?.why).toBe('forked');
  const tampered = { ...later, head: { ...later.head, hash: hashOf(9) } };
  expect((await see(seen, tampered, null)).broken).toEqual({
    ...{ why: 'key', head: tampered, seen: first },
  });
});
