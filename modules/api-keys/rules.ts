import { type AddressRange, covers, rangeText, readRange } from './rules/addresses.ts';

export { readPublicKey } from './rules/public-key.ts';

/** Reading only, or trading too. No key withdraws: no such permission exists. */
export const permissions = ['read', 'trade'] as const;
export type Permission = (typeof permissions)[number];

export const keyKinds = ['hmac', 'ed25519'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Live keys of one account. */
export const KEYS_MAX = 30;
export const IPS_MAX = 30;
export const LABEL_MAX = 50;

/** Reasons for revoking a key other than by its owner. */
export const revokedWhys = ['passwordReset'] as const;
export type RevokedWhy = (typeof revokedWhys)[number];

/** How long such a key is shown to its owner. */
export const REVOKED_SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** How long a key that may be used from anywhere can trade, from when it was made. */
export const UNBOUND_TRADE_MS = 90 * 24 * 60 * 60 * 1000;

/** The widest ranges: as large providers have them, but not half the world. */
const BITS_MIN = { 4: 8, 16: 32 } as Readonly<Record<number, number>>;

export interface Rights {
  readonly permission: Permission;
  /** Canonical addresses and ranges; an empty list: from anywhere. */
  readonly ips: readonly string[];
}

export type IpsProblem = 'addressRange' | 'addressRangeWide' | 'tooManyAddresses';

/**
 * Reads addresses and ranges separated by commas, spaces or line ends: canonical, each once, in the
 * given order. Otherwise what is wrong with them.
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

/** When a key with these rights expires; null: never. */
export function expiresAtOf({ permission, ips }: Rights, createdAt: number): number | null {
  return permission === 'trade' && ips.length === 0 ? createdAt + UNBOUND_TRADE_MS : null;
}

/**
 * Whether a change adds rights: to trade, to trade for longer, or to be used from another address.
 * Adding rights needs the password again; giving them up does not.
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
