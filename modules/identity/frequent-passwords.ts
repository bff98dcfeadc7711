import { hash } from 'node:crypto';
import list from './frequent-passwords.json' with { type: 'json' };
import { isCommonPassword } from './rules/index.ts';

/** Of each password the list has so many bytes of its SHA-256, so that nobody can read it. */
const KEPT_BYTES = 5;

/**
 * The 10,000 most frequent passwords of ten characters or more in ten million that were published
 * after breaches (Mark Burnett, 2015, public domain), without regard to case.
 */
const frequent = readList(Buffer.from(list.hashes, 'base64'));

/** Whether a password is among those that are tried first: by rule, or because many have had it. */
export function isGuessedFirst(password: string, account: string): boolean {
  return frequent.has(keptOf(password)) || isCommonPassword(password, account);
}

function keptOf(password: string): number {
  const plain = password.normalize('NFKC').toLowerCase();
  return hash('sha256', plain, 'buffer').readUIntBE(0, KEPT_BYTES);
}

function readList(bytes: Buffer): ReadonlySet<number> {
  const kept = new Set<number>();
  for (let at = 0; at < bytes.length; at += KEPT_BYTES) kept.add(bytes.readUIntBE(at, KEPT_BYTES));
  return kept;
}
