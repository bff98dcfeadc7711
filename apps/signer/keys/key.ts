import type { Transaction } from '@assay/platform/chain/transaction';
import { readTransaction, transactionHash, unsignedBytes } from '@assay/platform/chain/transaction';
import type { Hex } from 'ox/Hex';

/** A transaction before it is signed. All of it is decided before a key sees it. */
export interface Unsigned extends Transaction {
  readonly to: Hex;
}

/** What signs: a key in this process, or somewhere else. */
export interface Key {
  /** In small letters. */
  readonly address: Hex;
  sign(transaction: Unsigned): Promise<Hex>;
}

export interface Signed {
  readonly bytes: Hex;
  readonly transaction: Hex;
}

/** Where a key has signed something else, or is another key. */
class WrongSignature extends Error {
  override readonly name = 'WrongSignature';
}

/**
 * Signs, and reads what came back: it must be this transaction, byte for byte, by this key.
 * @throws WrongSignature otherwise
 */
export async function signWith(key: Key, transaction: Unsigned): Promise<Signed> {
  const bytes = (await key.sign(transaction)).toLowerCase() as Hex;
  const read = readOf(bytes);
  if (read.unsigned !== unsignedBytes(transaction)) {
    throw new WrongSignature('The key signed another transaction than it was asked for.');
  }
  if (read.signer !== key.address) {
    throw new WrongSignature(`The signature is by ${read.signer}, and not by ${key.address}.`);
  }
  if (read.written !== bytes || !read.isLow) {
    throw new WrongSignature('The key gave a signed transaction that no chain takes.');
  }
  return { bytes, transaction: transactionHash(bytes) };
}

function readOf(bytes: Hex) {
  try {
    return readTransaction(bytes);
  } catch (cause) {
    throw new WrongSignature('The key gave no signed transaction.', { cause });
  }
}
