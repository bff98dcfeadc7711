import {
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { Realm } from '@assay/core/ledger/realm';
import { unseal } from '@assay/platform/seal';
import { type AddressRange, covers, readAddress } from './rules/addresses.ts';
import { expiresAtOf, type KeyKind, KNOWN_MS, rangesOf } from './rules/index.ts';
import type { KeyRow } from './store.ts';

/** Networks of one key that are kept in memory. */
const NETWORKS_MAX = 16;
const HMAC_HEX = /^[0-9a-f]{64}$/i;
/** 64 bytes in base64; the last character has four unused bits, which must be zero. */
const ED25519_BASE64 = /^[A-Za-z0-9+/]{85}[AQgw]==$/;

/** A live key, as the checks of signed requests see it. It gives no access to its secret. */
export interface ApiKey {
  readonly id: number;
  /** What X-MBX-APIKEY carries: 64 letters and digits. */
  readonly name: string;
  readonly userId: number;
  readonly realm: Realm;
  readonly kind: KeyKind;
  /** Without it the key only reads. No key withdraws. */
  readonly canTrade: boolean;
  /** Whether it is valid from listed addresses only. */
  readonly isBound: boolean;
  /** Whether a request from this address may use it. */
  allows(ip: string): boolean;
  /**
   * Whether `signature` is valid for exactly these bytes (UTF-8), in constant time: hex of either
   * case for hmac (SHA-256), base64 for ed25519. False for a malformed signature.
   */
  verify(payload: string, signature: string): boolean;
}

/** A key in memory. Its key material is private, so that no log or answer can show it. */
export class LiveKey implements ApiKey {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly realm: Realm;
  readonly kind: KeyKind;
  readonly canTrade: boolean;
  readonly isBound: boolean;
  readonly expiresAt: number | null;
  readonly #material: KeyObject;
  readonly #ranges: readonly AddressRange[];
  /** Networks from which its owner is known to act, and when a request was last signed there. */
  readonly #networks = new Map<string, number>();
  /** The last result, because a program nearly always uses one address. */
  #lastAsked = { ip: '', allowed: false };

  /** Throws when the secret cannot be opened: another master key, or a changed row. */
  constructor(row: KeyRow, master: Buffer) {
    this.id = row.keyId;
    this.name = row.name;
    this.userId = row.userId;
    this.realm = row.realm;
    this.kind = row.kind;
    this.canTrade = row.permission === 'trade';
    this.expiresAt = expiresAtOf(row, row.createdAt);
    this.#ranges = rangesOf(row.ips);
    this.isBound = row.ips.length > 0;
    this.#material = materialOf(row, master);
    if (row.knownNetwork !== '') this.#networks.set(row.knownNetwork, row.knownAt);
  }

  /** A request from this network was signed with the key. */
  signedFrom(network: string, now: number): void {
    // The one that has not been seen for longest comes first.
    this.#networks.delete(network);
    this.#networks.set(network, now);
    if (this.#networks.size > NETWORKS_MAX) {
      this.#networks.delete(this.#networks.keys().next().value!);
    }
  }

  knows(network: string, now: number): boolean {
    const seenAt = this.#networks.get(network);
    return seenAt !== undefined && now - seenAt < KNOWN_MS;
  }

  livesAt(now: number): boolean {
    return this.expiresAt === null || now < this.expiresAt;
  }

  allows(ip: string): boolean {
    if (!this.isBound) return true;
    if (this.#lastAsked.ip !== ip) this.#lastAsked = { ip, allowed: this.#covers(ip) };
    return this.#lastAsked.allowed;
  }

  #covers(ip: string): boolean {
    const bytes = readAddress(ip);
    if (bytes === null) return false;
    const one = { bytes, bits: bytes.length * 8 };
    return this.#ranges.some((range) => covers(range, one));
  }

  verify(payload: string, signature: string): boolean {
    if (this.kind === 'hmac') {
      if (!HMAC_HEX.test(signature)) return false;
      const right = createHmac('sha256', this.#material).update(payload, 'utf8').digest();
      return timingSafeEqual(right, Buffer.from(signature, 'hex'));
    }
    if (!ED25519_BASE64.test(signature)) return false;
    const bytes = Buffer.from(signature, 'base64');
    return verify(null, Buffer.from(payload, 'utf8'), this.#material, bytes);
  }
}

function materialOf({ kind, name, sealedSecret, publicKey }: KeyRow, master: Buffer): KeyObject {
  if (kind === 'hmac' && sealedSecret !== null) {
    return createSecretKey(unseal(master, name, sealedSecret), 'utf8');
  }
  if (kind === 'ed25519' && publicKey !== null) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') };
    return createPublicKey({ key: jwk, format: 'jwk' });
  }
  throw new Error('a key has nothing to check signatures with');
}
