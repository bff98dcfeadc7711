import type { Realm } from '../ledger/realm.ts';

/**
 * What a server signs of a realm's log: how far it has come, and hashes that stand for all of it.
 */
export interface LogHead {
  readonly realm: Realm;
  /** The last command. */
  readonly seq: number;
  /** Its hash in the chain, in hex; the hash of a receipt is of the same kind. */
  readonly hash: string;
  /** Root of the tree over the hashes of all commands (RFC 6962), in hex. */
  readonly root: string;
  /** When it was signed. */
  readonly at: number;
}

export interface SignedHead extends LogHead {
  /** Ed25519 over the UTF-8 of `headText`, in hex. */
  readonly signature: string;
}

/** The text that is signed: six lines, no line end after the last. */
export function headText({ realm, seq, hash, root, at }: LogHead): string {
  return `assay-head-1\n${realm}\n${seq}\n${hash}\n${root}\n${at}`;
}

/** A receipt: the place of a command in its realm's log, and its hash in the chain. */
export interface Receipt {
  readonly seq: number;
  readonly hash: string;
}

export type Sha256 = (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/**
 * The root to which a path leads from the hash of a receipt, in hex; null when the path is not of a
 * tree with `size` commands (RFC 9162, section 2.1.3.2).
 */
export async function rootOfPath(
  { seq, hash }: Receipt,
  size: number,
  path: readonly string[],
  sha256: Sha256,
): Promise<string | null> {
  if (!Number.isSafeInteger(seq) || seq < 1 || seq > size) return null;
  let node = await sha256(joined([0], fromHex(hash)));
  let index = seq - 1;
  let last = size - 1;
  for (const text of path) {
    if (last === 0) return null;
    const other = fromHex(text);
    const isRight = index % 2 === 1;
    if (isRight || index === last) {
      node = await sha256(joined([1], other, node));
      while (index % 2 === 0 && index !== 0) {
        index /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      node = await sha256(joined([1], node, other));
    }
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? toHex(node) : null;
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) {
    bytes[i] = Number.parseInt(text.slice(i * 2, i * 2 + 2), 16);
  }
  return bytes;
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function joined(...parts: readonly (readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
