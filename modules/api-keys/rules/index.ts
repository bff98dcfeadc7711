import { type AddressRange, covers, rangeText, readRange } from './addresses.ts';

export { readPublicKey } from './public-key.ts';

/** Reading only, or trading too. No permission allows withdrawals. */
export const permissions = ['read', 'trade'] as const;
export type Permission = (typeof permissions)[number];

export const keyKinds = ['hmac', 'ed25519'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** The largest number of live keys of one account. */
export const KEYS_MAX = 30;
export const IPS_MAX = 30;
export const LABEL_MAX = 50;

/** Why a key is revoked other than by its owner. */
export const revokedWhys = ['passwordReset', 'notMe', 'factorsRemoved'] as const;
export type RevokedWhy = (typeof revokedWhys)[number];

/** How long such a key is shown to its owner. */
export const REVOKED_SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** How long a network is known as its owner's after a key was made or signed a request there. */
export const KNOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** How long a key that is valid from anywhere may trade, from its creation. */
export const UNBOUND_TRADE_MS = 90 * 24 * 60 * 60 * 1000;

/** The widest ranges, as large providers hold them; wider ones would bypass the 90 days. */
const BITS_MIN = { 4: 8, 16: 32 } as Readonly<Record<number, number>>;

export interface Rights {
  readonly permission: Permission;
  /** Canonical addresses and ranges; an empty list allows every address. */
  readonly ips: readonly string[];
}

export type IpsProblem = 'addressRange' | 'addressRangeWide' | 'tooManyAddresses';

/**
 * Parses addresses and ranges, separated by commas, spaces or line ends: canonical, each once, in
 * the given order. Returns the problem when there is one.
 */
export function readIps(text: string): string[] | IpsProblem {
  const ranges: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter((one) => one !== '')) {
    const range = readRange(word);
    if (range === null) return 'addressRange';
    if (range.bits < BITS_MIN[range.bytes.length]!) return 'addressRangeWide';
    ranges.push(rangeText(range));
  }
  const once = [...new Set(ranges)];
  return once.length > IPS_MAX ? 'tooManyAddresses' : once;
}

/** The ranges of a canonical list. */
export function rangesOf(ips: readonly string[]): AddressRange[] {
  return ips.map((ip) => {
    const range = readRange(ip);
    if (range === null) throw new Error(`Not a range of addresses: ${ip}`);
    return range;
  });
}

/** When a key with these rights expires; null for never. */
export function expiresAtOf({ permission, ips }: Rights, createdAt: number): number | null {
  return permission === 'trade' && ips.length === 0 ? createdAt + UNBOUND_TRADE_MS : null;
}

export function rightsDiffer(before: Rights, after: Rights): boolean {
  return before.permission !== after.permission || before.ips.join() !== after.ips.join();
}

/**
 * Whether a change gives a key a right that it did not have: to trade, to trade for longer, or to
 * be used from another address. Such a change needs the password again; giving up rights does not.
 */
export function rightsGrow(before: Rights, after: Rights): boolean {
  if (after.permission === 'trade') {
    if (before.permission === 'read') return true;
    if (expiresAtOf(before, 0) !== null && expiresAtOf(after, 0) === null) return true;
  }
  if (before.ips.length === 0) return false;
  if (after.ips.length === 0) return true;
  const known = rangesOf(before.ips);
  return !rangesOf(after.ips).every((range) => known.some((outer) => covers(outer, range)));
}
