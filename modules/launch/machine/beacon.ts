import { createHash, hash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { LOTTERY_RULE, SIGNATURE } from '../rules/lottery.ts';

/** The suite of the scheme `bls-unchained-g1-rfc9380`: signatures in G1, keys in G2. */
const SUITE = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

const bls = bls12_381.shortSignatures;

/** What the beacon signs: the SHA-256 of the round's number in eight bytes. */
function messageOf(round: number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(round));
  return bls.hash(createHash('sha256').update(bytes).digest(), SUITE);
}

/**
 * Whether it is the signature of a round under a key: there is exactly one. What is no point of the
 * group is refused when it is read, also one that only differs by a part that a pairing ignores; so
 * is a point that is written in another way.
 */
export function isSignature(publicKey: string, round: number, signature: string): boolean {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false;
  try {
    const point = bls.Signature.fromHex(signature);
    // Read modulo the field, a quarter of all points has a second form, with another hash.
    if (bls.Signature.toHex(point) !== signature) return false;
    return bls.verify(point, messageOf(round), bls12_381.G2.Point.fromHex(publicKey));
  } catch {
    return false;
  }
}

/** The value of a round. */
export function roundValue(signature: string): string {
  return createHash('sha256').update(Buffer.from(signature, 'hex')).digest('hex');
}

/** The key of a ticket of a project. */
export function ticketKey(launchId: number, value: string, number: number): string {
  return hash('sha256', `${LOTTERY_RULE}\n${launchId}\n${value}\n${number}`);
}

/** Signs a round with a key; only for beacons that are ours. */
export function signRound(secretKey: string, round: number): string {
  return bls.sign(messageOf(round), Buffer.from(secretKey, 'hex')).toHex();
}

/** The key of the practice beacon: everybody may know it, so its rounds decide nothing of worth. */
export const PRACTICE_KEY = hash(
  'sha256',
  'assay practice beacon: its key is public, so anybody can know its rounds',
);
