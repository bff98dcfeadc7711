import { DAY, MINUTE } from '@assay/core/time';
import { commonWords } from './common-passwords.ts';

export { faultOfBankNumber, plainBankNumber } from './bank-number.ts';
export { actionText } from './step-up.ts';
export { isCommonPin } from './trade-password.ts';

/** Numbers of wrong passwords in a day after which one must wait, or needs a code too. */
export interface LoginLockRule {
  readonly shortAfter: number;
  readonly shortMs: number;
  readonly longAfter: number;
  readonly longMs: number;
  readonly codeAfter: number;
  /** Failures count together for this long from the first one. */
  readonly windowMs: number;
}

/** For one browser that the account knows, or one network. */
export const loginLock: LoginLockRule = {
  shortAfter: 5,
  shortMs: MINUTE,
  longAfter: 10,
  longMs: 15 * MINUTE,
  codeAfter: 20,
  windowMs: DAY,
};

/** For all strangers to an account together: guesses from many networks need a code before long. */
export const strangersLock: LoginLockRule = {
  ...loginLock,
  shortAfter: 100,
  longAfter: 100,
  codeAfter: 100,
};

/** With `waitMs` 0 and no code needed, the password may be checked. */
export interface LoginLock {
  readonly waitMs: number;
  readonly codeNeeded: boolean;
  /** The recorded failures are old enough to count from zero. */
  readonly fresh: boolean;
}

/** What must happen before the next try after these failures. */
export function loginLockOf(
  failures: { failures: number; firstAt: number; lastAt: number } | null,
  rule: LoginLockRule,
  now: number,
): LoginLock {
  if (failures === null || failures.firstAt + rule.windowMs <= now) {
    return { waitMs: 0, codeNeeded: false, fresh: true };
  }
  const { failures: count, lastAt } = failures;
  if (count >= rule.codeAfter) return { waitMs: 0, codeNeeded: true, fresh: false };
  const pause = count >= rule.longAfter ? rule.longMs : count >= rule.shortAfter ? rule.shortMs : 0;
  return { waitMs: Math.max(0, lastAt + pause - now), codeNeeded: false, fresh: false };
}

/**
 * The form of an e-mail address that is compared and stored: all lower case (no provider in use
 * distinguishes mailboxes by case). Null when the text is not an address. The grammar is that of
 * HTML's e-mail field with at least one dot in the domain.
 */
export function normalEmail(written: string): string | null {
  const email = written.normalize('NFC').trim().toLowerCase();
  if (email.length > 254) return null;
  const [local = '', domain = '', ...more] = email.split('@');
  if (more.length > 0 || local.length > 64) return null;
  if (!/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/.test(local)) return null;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null;
  const labels = domain.split('.');
  const right = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return right && labels.length > 1 && !/^[0-9]+$/.test(labels.at(-1) ?? '') ? email : null;
}

/** `j***@example.com`: enough for people to recognise their own. */
export function maskEmail(email: string): string {
  const at = email.indexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** `+49***4567`: the first three and the last four characters. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}***${phone.slice(-4)}`;
}

/** The payment receiving settings, by the names of the specification. */
export const RECEIVING = [
  ...(['bank_name', 'bank_number', 'alipay_account'] as const),
  ...(['weixin_nickname', 'weixin_account'] as const),
] as const;
export type ReceivingField = (typeof RECEIVING)[number];

const SHOWN_END = 4;

/** `***4567`: the last four characters of a number, and nothing of a short one. */
export function maskNumber(number: string): string {
  if (number === '') return '';
  return number.length > 2 * SHOWN_END ? `***${number.slice(-SHOWN_END)}` : '***';
}

export function maskAccount({ kind, value }: { kind: 'phone' | 'email'; value: string }): string {
  return kind === 'email' ? maskEmail(value) : maskPhone(value);
}

/**
 * Whether a password is among those that are guessed first: a common word or a run with decoration,
 * few different characters, or a part of the account's own name.
 */
export function isCommonPassword(password: string, account: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  if (new Set(plain).size < 5) return true;
  if (isRun(plain)) return true;
  const letters = undecorated(plain);
  if (commonWords.has(letters) || isRepeated(letters)) return true;
  if (/^[0-9\W_]*$/.test(plain) && isRun(plain.replaceAll(/[^0-9]/g, ''))) return true;
  const parts = letters.split(/[^a-z]+/).filter((part) => part.length > 2);
  if (parts.length > 0 && parts.length <= 2 && parts.every((part) => commonWords.has(part))) {
    return true;
  }
  const own = account.toLowerCase().split('@')[0] ?? '';
  return (
    own.length >= 4 &&
    plain.replaceAll(/[^a-z0-9]/g, '').startsWith(own) &&
    plain.length < own.length + 6
  );
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Removes digits and punctuation from both ends and replaces look-alikes by letters. */
function undecorated(plain: string): string {
  const core = plain.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '');
  return core.replaceAll(/[01345 7@$!]/g, (mark) => LEET[mark] ?? mark).replaceAll(' ', '');
}

/** 1234567890, abcdefghij, 9876543210: each character follows the one before. */
function isRun(text: string): boolean {
  if (text.length < 6) return false;
  let up = 0;
  let down = 0;
  for (let i = 1; i < text.length; i++) {
    const step = text.charCodeAt(i) - text.charCodeAt(i - 1);
    if (step === 1 || step === -9) up += 1;
    if (step === -1 || step === 9) down += 1;
  }
  return Math.max(up, down) >= text.length - 2;
}

/** passpasspass: one common piece again and again. */
function isRepeated(text: string): boolean {
  for (let size = 1; size <= text.length / 2; size++) {
    if (text.length % size !== 0) continue;
    const piece = text.slice(0, size);
    if (piece.repeat(text.length / size) !== text) continue;
    return size < 4 || commonWords.has(piece);
  }
  return false;
}
