import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/**
 * Envelope encryption: AES-256-GCM by a random key for each content, which is itself wrapped by a
 * key of the ring. Both are bound to what the content belongs to, so that neither can be put in
 * the place of another. Without the wrapped key the content is gone.
 */

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** NIST SP 800-38D §8.2.2: 96 random bits. Each content key encrypts once. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The random key of a content, encrypted by the key of the ring with this id. */
export interface WrappedKey {
  readonly keyId: string;
  readonly wrappedKey: Buffer;
}

/** A content that was encrypted. */
export interface Sealed extends WrappedKey {
  readonly sealed: Buffer;
}

/** The content, its key or what it belongs to is not what was sealed. */
export class Tampered extends Error {
  override readonly name = 'Tampered';
}

/** `belongsTo` is not stored with the content: whoever opens it must know it. */
export function seal(ring: KeyRing, belongsTo: string, content: Buffer): Sealed {
  const key = randomBytes(KEY_BYTES);
  const sealed = encrypt(key, belongsTo, content);
  return { ...wrap(ring, belongsTo, key), sealed };
}

/** @throws Tampered */
export function open(ring: KeyRing, belongsTo: string, { sealed, ...wrapped }: Sealed): Buffer {
  return decrypt(unwrap(ring, belongsTo, wrapped), belongsTo, sealed);
}

/** The same content key, wrapped by the ring's current key. @throws Tampered */
export function rewrap(ring: KeyRing, belongsTo: string, wrapped: WrappedKey): WrappedKey {
  return wrap(ring, belongsTo, unwrap(ring, belongsTo, wrapped));
}

function wrap(ring: KeyRing, belongsTo: string, key: Buffer): WrappedKey {
  const keyId = ring.currentId;
  return { keyId, wrappedKey: encrypt(ring.key(keyId), keyOf(keyId, belongsTo), key) };
}

function unwrap(ring: KeyRing, belongsTo: string, { keyId, wrappedKey }: WrappedKey): Buffer {
  return decrypt(ring.key(keyId), keyOf(keyId, belongsTo), wrappedKey);
}

const keyOf = (keyId: string, belongsTo: string) => `key|${keyId}|${belongsTo}`;

function encrypt(key: Buffer, belongsTo: string, content: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(belongsTo));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, belongsTo: string, sealed: Buffer): Buffer {
  if (sealed.length < IV_BYTES + TAG_BYTES) throw new Tampered('too short');
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(belongsTo));
  decipher.setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, end)), decipher.final()]);
  } catch {
    throw new Tampered('it is not what was sealed');
  }
}
