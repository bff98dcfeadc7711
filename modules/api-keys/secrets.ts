import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';

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

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Nonce, secret encrypted with AES-256-GCM, tag. The key's name is authenticated too, so that a
 * sealed secret that is moved to another row does not open. Random nonces allow 2³² seals with one
 * key (NIST SP 800-38D §8.3).
 */
export function seal(master: Buffer, name: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, master, nonce).setAAD(Buffer.from(name));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
}

/** Throws when the secret was sealed with another key or for another name, or was changed. */
export function unseal(master: Buffer, name: string, sealed: Buffer): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, master, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}
