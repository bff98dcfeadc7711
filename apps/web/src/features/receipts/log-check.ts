import type { Realm } from '@assay/core/ledger/realm';
import {
  fromHex,
  headText,
  type Receipt,
  rootOfPath,
  type SignedHead,
} from '@assay/core/receipt/head';

/** A head with the key that it is signed with. */
export interface KeyedHead {
  readonly publicKey: string;
  readonly head: SignedHead;
}

/** The answer of getLogProof. */
export interface Proof extends KeyedHead {
  readonly hash: string;
  readonly path: readonly string[];
}

/** `unknown`: this browser cannot check signatures of this kind. */
export type Signature = 'valid' | 'invalid' | 'unknown';

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

/** Whether the head is signed by the key; computed here. */
export async function signatureOf({ publicKey, head }: KeyedHead): Promise<Signature> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return 'unknown';
  }
  const text = new TextEncoder().encode(headText(head));
  const valid = await crypto.subtle.verify('Ed25519', key, fromHex(head.signature), text);
  return valid ? 'valid' : 'invalid';
}

/** Whether the path leads from the receipt to the root that the head states; computed here. */
export async function isInLog(receipt: Receipt, { head, path }: Proof): Promise<boolean> {
  return (await rootOfPath(receipt, head.seq, path, sha256)) === head.root;
}

/**
 * How a head contradicts one that was seen before: the log is shorter, is another one, or another
 * key signs it.
 */
export type Contradiction = 'key' | 'shorter' | 'forked';

/**
 * Compares a head with one of the same realm that was seen before. The earlier head's hash must be
 * in the later log, at its place: it stands for all commands up to there.
 * @param prove asks for the proof of a command under the later head, or a still later one
 */
export async function contradiction(
  seen: KeyedHead,
  later: KeyedHead,
  prove: (seq: number) => Promise<Proof>,
): Promise<Contradiction | null> {
  if (seen.publicKey !== later.publicKey) return 'key';
  const { seq, hash, root } = seen.head;
  if (later.head.seq < seq) return later.head.at < seen.head.at ? null : 'shorter';
  if (later.head.seq === seq) {
    return later.head.hash === hash && later.head.root === root ? null : 'forked';
  }
  const proof = await prove(seq);
  const isSigned = (await signatureOf(proof)) !== 'invalid' && proof.publicKey === seen.publicKey;
  return isSigned && (await isInLog({ seq, hash }, proof)) ? null : 'forked';
}

/** The heads that a browser keeps of a realm: the first it saw, and the newest. */
export interface SeenHeads {
  readonly first: KeyedHead;
  readonly last: KeyedHead;
  /** What contradicted them, which is not forgotten. */
  readonly broken: { readonly why: Contradiction; readonly head: KeyedHead } | null;
}

/** Takes a new head into those that were seen, or keeps how it contradicts them. */
export async function see(
  seen: SeenHeads | null,
  next: KeyedHead,
  prove: (seq: number) => Promise<Proof>,
): Promise<SeenHeads> {
  if ((await signatureOf(next)) === 'invalid') {
    return { first: next, last: next, ...seen, broken: { why: 'key', head: next } };
  }
  if (seen === null) return { first: next, last: next, broken: null };
  if (seen.broken !== null) return seen;
  for (const known of [seen.last, seen.first]) {
    const why = await contradiction(known, next, prove);
    if (why !== null) return { ...seen, broken: { why, head: next } };
  }
  return next.head.seq < seen.last.head.seq ? seen : { ...seen, last: next };
}

/** A receipt as a person types it; null when it is none. */
export function readReceipt(seq: string, hash: string): (Receipt & { realm?: Realm }) | null {
  const number = Number(seq);
  if (!/^\d{1,15}$/.test(seq.trim()) || number < 1) return null;
  const text = hash.trim().toLowerCase();
  return /^[0-9a-f]{64}$/.test(text) ? { seq: number, hash: text } : null;
}
