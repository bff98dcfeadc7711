import { createHmac } from 'node:crypto';
import { normalizeZ } from '@noble/curves/abstract/curve.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { type Address, checksum, validate } from 'ox/Address';
import { keccak256 } from 'ox/Hash';

const { Point } = secp256k1;
type PublicPoint = InstanceType<typeof Point>;

/** m/44'/60'/0'/0 is four steps below the master key; its children are addresses. */
const DEPTH = 4;
/** Children from here on are hardened: they need the private key. */
export const ADDRESSES_OF_A_TREE = 0x8000_0000;
/** Points are brought to their plain form together, which needs one inversion for all of them. */
const TOGETHER = 1_024;

/** What is wrong with an extended key that somebody entered. */
export type ExtendedKeyProblem = 'malformed' | 'private' | 'depth';

/**
 * The addresses below an extended public key (BIP-32) of m/44'/60'/0'/0. Who has no more than this
 * key can derive every address and spend nothing.
 */
export class AddressTree {
  readonly #publicKey: Uint8Array;
  readonly #chainCode: Uint8Array;
  readonly #point: PublicPoint;

  private constructor(publicKey: Uint8Array, chainCode: Uint8Array) {
    this.#publicKey = publicKey;
    this.#chainCode = chainCode;
    this.#point = Point.fromBytes(publicKey);
  }

  /** A private key is refused, so that none is ever kept where a public one belongs. */
  static open(extendedKey: string): AddressTree | ExtendedKeyProblem {
    let key: HDKey;
    try {
      key = HDKey.fromExtendedKey(extendedKey.trim());
    } catch {
      return 'malformed';
    }
    if (key.privateKey) return 'private';
    if (!key.publicKey || !key.chainCode) return 'malformed';
    if (key.depth !== DEPTH) return 'depth';
    return new AddressTree(key.publicKey, key.chainCode);
  }

  /** In the normal form of EIP-55. */
  at(index: number): Address {
    return this.range(index, 1)[0]!;
  }

  /** The addresses `first` to `first + count - 1`. */
  range(first: number, count: number): Address[] {
    const isRange = Number.isInteger(first) && Number.isInteger(count) && first >= 0 && count >= 0;
    if (!isRange || first + count > ADDRESSES_OF_A_TREE) {
      throw new RangeError(`There are no addresses ${first} to ${first + count - 1} of a tree.`);
    }
    const addresses: Address[] = [];
    while (addresses.length < count) {
      const size = Math.min(TOGETHER, count - addresses.length);
      const from = first + addresses.length;
      const points = Array.from({ length: size }, (_, offset) => this.#child(from + offset));
      for (const point of normalizeZ(Point, points)) addresses.push(addressOf(point));
    }
    return addresses;
  }

  /** CKDpub of BIP-32. That a step is impossible has a chance of 2^-127: no index is left out. */
  #child(index: number): PublicPoint {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(index);
    const hmac = createHmac('sha512', this.#chainCode).update(this.#publicKey).update(number);
    const step = BigInt(`0x${hmac.digest().toString('hex', 0, 32)}`);
    if (step === 0n || step >= Point.Fn.ORDER) throw new Error(`There is no address ${index}.`);
    // Whoever has the extended public key knows the step: there is no secret to be kept here.
    const child = Point.BASE.multiplyUnsafe(step).add(this.#point);
    if (child.is0()) throw new Error(`There is no address ${index}.`);
    return child;
  }
}

function addressOf(point: PublicPoint): Address {
  const hash = keccak256(point.toBytes(false).subarray(1), { as: 'Hex' });
  return checksum(`0x${hash.slice(-40)}`);
}

/**
 * The normal form of an address that somebody entered (EIP-55), in which letters of both cases are
 * a checksum. Of small letters alone there is nothing to check.
 */
export function readAddress(text: string): Address | 'malformed' | 'checksum' {
  const trimmed = text.trim();
  if (!/^0x[0-9a-fA-F]{40}$/.test(trimmed)) return 'malformed';
  return validate(trimmed) ? checksum(trimmed) : 'checksum';
}
