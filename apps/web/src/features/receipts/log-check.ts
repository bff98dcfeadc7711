import type { Realm } from '@assay/core/ledger/realm';
import { headText, type Receipt, rootOfPath, type SignedHead } from '@assay/core/receipt/head';
import { type Signature, sha256, signatureOfText } from '../../lib/data/signed.ts';

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

/** Whether the head is signed by the key; computed here. */
export function signatureOf({ publicKey, head }: KeyedHead): Promise<Signature> {
  return signatureOfText(publicKey, headText(head), head.signature);
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

/** The heads that a browser keeps of a realm. */
export interface SeenHeads {
  /** The first that it saw. */
  readonly first: KeyedHead;
  /** The last of which it knows by a proof that it continues the first. */
  readonly last: KeyedHead;
  /** The newest that it saw. */
  readonly newest: KeyedHead;
  /** What contradicted them, which is not forgotten. */
  readonly broken: Broken | null;
}

interface Broken {
  readonly why: Contradiction;
  /** The head that contradicts, and the one that it contradicts. */
  readonly head: KeyedHead;
  readonly seen: KeyedHead;
}

/**
 * Takes a new head into those that were seen, or keeps how it contradicts them.
 * @param prove as for `contradiction`; without it only what the heads say themselves is compared
 */
export async function see(
  seen: SeenHeads | null,
  next: KeyedHead,
  prove: ((seq: number) => Promise<Proof>) | null,
): Promise<SeenHeads> {
  const none = { first: next, last: next, newest: next, broken: null };
  const kept = seen ?? none;
  if (kept.broken !== null) return kept;
  if ((await signatureOf(next)) === 'invalid') {
    return { ...kept, broken: { why: 'key', head: next, seen: kept.newest } };
  }
  if (seen === null) return none;
  for (const known of [seen.newest, seen.last]) {
    const continues = prove === null && next.head.seq > known.head.seq;
    const why =
      continues && next.publicKey === known.publicKey
        ? null
        : await contradiction(known, next, prove ?? unproven);
    if (why !== null) return { ...seen, broken: { why, head: next, seen: known } };
  }
  const newest = next.head.seq < seen.newest.head.seq ? seen.newest : next;
  return { ...seen, newest, last: prove === null ? seen.last : newest };
}

/** Only asked for heads that need no proof. */
function unproven(): Promise<never> {
  return Promise.reject(new Error('no proof was asked for'));
}

/** A receipt as a person types it; null when it is none. */
export function readReceipt(seq: string, hash: string): (Receipt & { realm?: Realm }) | null {
  const number = Number(seq);
  if (!/^\d{1,15}$/.test(seq.trim()) || number < 1) return null;
  const text = hash.trim().toLowerCase();
  return /^[0-9a-f]{64}$/.test(text) ? { seq: number, hash: text } : null;
}
