import { randomInt } from 'node:crypto';
import { CODE_DIGITS } from './schema/index.ts';

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
