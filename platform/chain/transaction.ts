import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as Address from 'ox/Address';
import * as Hash from 'ox/Hash';
import type { Hex } from 'ox/Hex';
import * as Secp256k1 from 'ox/Secp256k1';
import * as Signature from 'ox/Signature';
import * as Envelope from 'ox/TxEnvelopeEip1559';

/** A transaction by EIP-1559, before it is signed. */
export interface Transaction {
  readonly chainId: number;
  readonly nonce: number;
  /** Null where a contract is made. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: number;
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
}

interface ReadTransaction {
  /** What was signed, as `unsignedBytes` writes it. */
  readonly unsigned: Hex;
  /** In small letters. */
  readonly signer: Hex;
  /** These bytes, as this library writes them: there is one way to write a transaction. */
  readonly written: Hex;
  /** Of the two signatures that a key can make, chains take the one with the low s (EIP-2). */
  readonly isLow: boolean;
}

const HALF_OF_ORDER = secp256k1.Point.Fn.ORDER / 2n;

export const unsignedBytes = (transaction: Transaction): Hex =>
  Envelope.serialize(envelopeOf(transaction));

/** The same bytes for the same transaction, each time (RFC 6979). */
export function signTransaction(transaction: Transaction, privateKey: Hex): Hex {
  const envelope = envelopeOf(transaction);
  const payload = Envelope.getSignPayload(envelope);
  const signature = Secp256k1.sign({ payload, privateKey, extraEntropy: false });
  return Envelope.serialize(envelope, { signature });
}

/** @throws when the bytes are no signed transaction by EIP-1559 */
export function readTransaction(bytes: Hex): ReadTransaction {
  if (!bytes.startsWith(Envelope.serializedType)) throw new Error('It is of another type.');
  const envelope = Envelope.deserialize(bytes as Envelope.Serialized);
  const signature = Signature.extract(envelope);
  if (!signature) throw new Error('It is not signed.');
  const payload = Envelope.getSignPayload({ ...envelope, type: 'eip1559' });
  const signer = Secp256k1.recoverAddress({ payload, signature }).toLowerCase() as Hex;
  const { r: _r, s, yParity: _y, ...rest } = envelope;
  return {
    unsigned: Envelope.serialize(rest),
    signer,
    written: Envelope.serialize(rest, { signature }),
    isLow: signature.s <= HALF_OF_ORDER,
  };
}

/** The address of a private key, in small letters. */
export const keyAddress = (privateKey: Hex): Hex =>
  Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }));

/** The name of a signed transaction. */
export const transactionHash = (bytes: Hex): Hex => Hash.keccak256(bytes);

const envelopeOf = ({ chainId, nonce, to, value, data, gas, ...fees }: Transaction) =>
  Envelope.from({
    ...{ chainId, nonce: BigInt(nonce), value, data, gas: BigInt(gas) },
    ...(to === null ? {} : { to }),
    maxFeePerGas: fees.maxFee,
    maxPriorityFeePerGas: fees.priorityFee,
  });
