import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 64;

/** 64 random letters and digits (381 bits): the name of a key, and the secret of an hmac key. */
export function randomText(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Whether a text has the form of a key's name. */
export function isName(text: string): boolean {
  return /^[A-Za-z0-9]{64}$/.test(text);
}
