/**
 * What a member of staff must not write to a customer (integrity reference §3.7): agents who hand
 * out addresses, accounts and links are how people are robbed in the name of their exchange. A
 * clerk's slip is refused too; the text says what stood in the way.
 */
export type Forbidden =
  | 'blockchainAddress'
  | 'bankAccount'
  | 'outsideLink'
  | 'otherMessenger'
  | 'phoneNumber';

export interface Found {
  readonly code: Forbidden;
  /** As it was written, cut to what a message can show. */
  readonly found: string;
}

const FOUND_MAX = 60;

/** Characters that nobody sees and that would split what is looked for. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
/** Other dots that browsers or readers take for one (IDNA 2003), and how one is written around. */
const DOTS =
  /[\u3002\uff0e\uff61\u2024\u00b7\u2027\u2219]|\s?(?:\[\s?(?:\.|dot)\s?\]|\(\s?(?:\.|dot)\s?\)|\{\s?(?:\.|dot)\s?\})\s?/giu;

/** What hosts in plain prose end with when somebody writes them with spaces. */
const SPACED_HOST =
  /[\p{L}\p{N}-]{2,}(?:\s+\.\s*|\s*\.\s+|\s+dot\s+)(?:com|net|org|io|me|ly|app|xyz|info|co|top|site|online|link|cc|ru|cn|pro|vip)\b/iu;
const SCHEME = /\b[a-z][a-z0-9+.-]{1,20}:[\\/]{1,}[^\s<>"')\]]*/giu;
/** Schemes that lead out of the conversation without slashes. */
const CONTACT_SCHEME =
  /\b(?:mailto|tel|sms|tg|whatsapp|viber|skype|weixin|line|javascript|data|bitcoin|ethereum|tron|ton|solana|lightning):\s?[^\s]{2,}/iu;
const HOST =
  /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:\p{L}{2,24}|xn--[a-z0-9-]+)(?::\d+)?(?:[/?#][^\s]*)?/giu;
/** Of files, and no top-level domain. */
const FILE_NAME = /^[\p{L}\p{N}_-]+\.(?:jpe?g|png|pdf|csv|txt|json)$/iu;
/** An address of the internet by its number. */
const IP_ADDRESS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])(?::\d+)?/u;
const HANDLE = /(?<![\p{L}\p{N}])@[\p{L}\p{N}_.-]{3,}/u;
const PHONE = /\+\s?\d(?:[\s().-]{0,2}\d){7,14}/u;

/** Long enough for any address, short enough for no word. */
const TOKEN = /[A-Za-z0-9]{25,}/gu;
const EVM = /0x[0-9a-f]{40}/iu;
/** Groups as wallets print addresses, so that they can be compared: `T9yD 14Nj 9j7x …`. */
const GROUPS = /(?<![A-Za-z0-9])(?:[A-Za-z0-9]{2,10}[\s._-]){4,}[A-Za-z0-9]{2,10}(?![A-Za-z0-9])/gu;
const MIXED_GROUPS_MIN = 3;
const SPELLED_MIN = 25;

const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[\s-]?[A-Z0-9]){11,30}/giu;
/** A day, so that it is no number of an account. */
const DAYS = /\b\d{4}-\d{2}-\d{2}\b/gu;
/** A number of ours, such as that of an order, is written with its sign. */
const OWN_NUMBER = /#\d{1,10}(?!\d)/gu;
const DIGITS = /(?<!\d|\d[.,])\d(?:[\s-]?\d){8,18}(?!\d)/gu;

/**
 * The first thing in the text that a member of staff must not write, in the order of the codes
 * above; null when there is none. `ownHosts`: names of the site, with a port where it is not usual.
 */
export function forbiddenIn(written: string, ownHosts: readonly string[]): Found | null {
  const plain = written.normalize('NFKC').replaceAll(UNSEEN, '');
  const text = plain.replaceAll(DOTS, '.');
  const found =
    named('blockchainAddress', addressIn(text, ownHosts)) ??
    named('bankAccount', accountIn(text)) ??
    named('outsideLink', linkIn(text, ownHosts)) ??
    named('otherMessenger', HANDLE.exec(text)?.[0]) ??
    named('phoneNumber', PHONE.exec(text)?.[0]);
  return found;
}

function named(code: Forbidden, found: string | undefined): Found | null {
  return found === undefined ? null : { code, found: found.trim().slice(0, FOUND_MAX) };
}

function addressIn(whole: string, ownHosts: readonly string[]): string | undefined {
  // A link to a page of ours may have a long name in it.
  const text = whole.replaceAll(SCHEME, (link) => (isOwn(link, ownHosts) ? ' ' : link));
  const squeezed = EVM.exec(text.replaceAll(/[\s._-]/gu, ''));
  if (squeezed !== null) return squeezed[0];
  for (const [token] of text.matchAll(TOKEN)) if (isMixed(token)) return token;
  for (const [groups] of text.matchAll(GROUPS)) {
    const parts = groups.split(/[\s._-]/u);
    const mixed = parts.filter(isMixed).length;
    if (mixed >= MIXED_GROUPS_MIN && parts.join('').length >= SPELLED_MIN) return groups;
  }
  return undefined;
}

const isMixed = (token: string) => /\d/u.test(token) && /[a-z]/iu.test(token);

function accountIn(text: string): string | undefined {
  for (const [written] of text.matchAll(IBAN)) {
    // What follows an account number may be taken for a part of it.
    const plain = written.replaceAll(/[\s-]/gu, '').toUpperCase();
    for (let end = plain.length; end >= 15; end--) if (isIban(plain.slice(0, end))) return written;
  }
  const rest = text
    .replaceAll(DAYS, ' / ')
    .replaceAll(OWN_NUMBER, ' / ')
    .replaceAll(PHONE_ALL, ' / ');
  return rest.match(DIGITS)?.[0];
}

/** Numbers of phones have a refusal of their own. */
const PHONE_ALL = new RegExp(PHONE, 'gu');

/** ISO 13616: the check digits, modulo 97. */
function isIban(plain: string): boolean {
  const moved = plain.slice(4) + plain.slice(0, 4);
  let rest = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

function linkIn(text: string, ownHosts: readonly string[]): string | undefined {
  const contact = CONTACT_SCHEME.exec(text);
  if (contact !== null) return contact[0];
  for (const [link] of text.matchAll(SCHEME)) if (!isOwn(link, ownHosts)) return link;
  const rest = text.replaceAll(SCHEME, ' ');
  for (const [host] of rest.matchAll(HOST)) {
    if (FILE_NAME.test(host)) continue;
    if (!isOwn(`https://${host}`, ownHosts)) return host;
  }
  return (IP_ADDRESS.exec(rest) ?? SPACED_HOST.exec(rest))?.[0];
}

/** Whether a browser that opens this stays at the site. */
function isOwn(link: string, ownHosts: readonly string[]): boolean {
  const sane = link.replaceAll('\\', '/');
  if (!/^https?:\/\/[^/]/iu.test(sane) || !URL.canParse(sane)) return false;
  const { host, username, password } = new URL(sane);
  return username === '' && password === '' && ownHosts.includes(host);
}
