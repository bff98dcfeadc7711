import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits in 43 characters: tokens and the browser's half of a session. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** 128 random bits in 22 characters: ids that must not be guessed. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** A plain hash is enough for secrets of 256 random bits, which cannot be guessed. */
export function sha256(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** HMAC for texts that could be guessed: without the key the result reveals nothing. */
export function keyed(key: Buffer, label: string, text: string): Buffer {
  return createHmac('sha256', key).update(`${label}\0${text}`).digest();
}

/** Buffers of equal length compared in constant time. */
export function same(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
