import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_DIGITS } from './schema.ts';

/** 256 random bits in 43 characters: tokens and the browser's half of a session. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** 128 random bits in 22 characters: ids that must not be guessed. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** As many random digits as a code has. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** Without characters that look alike. */
const INVITATION_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const INVITATION_LENGTH = 8;

export function newInvitationCode(): string {
  const pick = () => INVITATION_ALPHABET[randomInt(INVITATION_ALPHABET.length)];
  return Array.from({ length: INVITATION_LENGTH }, pick).join('');
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
