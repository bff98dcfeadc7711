import {
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializedEIP1559,
} from 'viem';

/** A transaction before it is signed. All of it is decided before a key sees it. */
export interface Unsigned {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: number;
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
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

export const fieldsOf = (transaction: Unsigned) => ({
  type: 'eip1559' as const,
  chainId: transaction.chainId,
  nonce: transaction.nonce,
  to: transaction.to,
  value: transaction.value,
  data: transaction.data,
  gas: BigInt(transaction.gas),
  maxFeePerGas: transaction.maxFee,
  maxPriorityFeePerGas: transaction.priorityFee,
});

/**
 * Signs, and reads what came back: it must be this transaction, byte for byte, by this key.
 * @throws WrongSignature otherwise
 */
export async function signWith(key: Key, transaction: Unsigned): Promise<Signed> {
  const bytes = (await key.sign(transaction)) as TransactionSerializedEIP1559;
  let unsigned: Hex;
  let signer: Hex;
  try {
    const { r: _r, s: _s, v: _v, yParity: _y, ...rest } = parseTransaction(bytes);
    unsigned = serializeTransaction(rest);
    signer = await recoverTransactionAddress({ serializedTransaction: bytes });
  } catch (cause) {
    throw new WrongSignature('The key gave no signed transaction.', { cause });
  }
  if (unsigned !== serializeTransaction(fieldsOf(transaction))) {
    throw new WrongSignature('The key signed another transaction than it was asked for.');
  }
  if (signer.toLowerCase() !== key.address) {
    throw new WrongSignature(`The signature is by ${signer}, and not by ${key.address}.`);
  }
  return { bytes, transaction: keccak256(bytes) };
}
