import type { Realm } from '@assay/core/ledger/realm';

/** A key that lives, as whoever checks a signed request sees it. It has no way to its secret. */
export interface ApiKey {
  readonly id: number;
  /** What X-MBX-APIKEY carries: 64 letters and digits. */
  readonly name: string;
  readonly userId: number;
  readonly realm: Realm;
  readonly kind: 'hmac' | 'ed25519';
  /** Without it the key only reads. No key withdraws. */
  readonly canTrade: boolean;
  /** May a request from this address use it? */
  allows(ip: string): boolean;
  /**
   * Whether `signature` is right over exactly these bytes (UTF-8), in constant time: hex of either
   * case for hmac (SHA-256), base64 for ed25519. False for what is no signature at all.
   */
  verify(payload: string, signature: string): boolean;
}

/** The keys of all people, by name. */
export interface KeyRing {
  /** The key, when it lives at `now`; an answer at once when it is in memory. */
  find(name: string, now: number): ApiKey | undefined | Promise<ApiKey | undefined>;
  /** Notes the use; written down by a job every half minute and at the stop. */
  used(key: ApiKey, ip: string, now: number): void;
  /** Tells of each key that is revoked, changed or run out, so that its open streams end. */
  onEnded(listener: (name: string) => void): () => void;
}
