import type { LimitRow, LimitTable, WindowRule } from '@assay/core/schema/limits';
import { Recent } from './recent.ts';

/**
 * Rate limits: sliding windows in memory. Where few events are allowed each one counts, and the
 * window is exact (a ring of times); else it consists of two adjacent counters, the older weighted
 * by the part that the window still covers.
 *
 * Memory is bounded: a window holds at most KEYS_MAX keys and then drops the least recently used.
 * Counts are lost when the server restarts; modules also count in the database what must survive
 * that (wrong passwords, codes).
 */

const EXACT_MAX = 64;

interface Window {
  /** Milliseconds until one more event is allowed; 0 when it is allowed now. */
  waitMs(key: string, now: number): number;
  count(key: string, now: number): void;
}

export class Limits {
  readonly #rows = new Map<string, Row>();

  constructor(table: LimitTable) {
    for (const [name, row] of Object.entries(table)) this.#rows.set(name, new Row(row));
  }

  /** The windows of a row. Throws when the table has no such row: a programmer's error. */
  row(name: string): Row {
    const row = this.#rows.get(name);
    if (row === undefined) throw new Error(`No limits are named ${name}`);
    return row;
  }
}

/**
 * The windows of one kind of request. An event is counted only when every window allows it, so
 * that a client that keeps trying is not locked out for longer than one that waits.
 */
export class Row {
  readonly #account: readonly Window[];
  readonly #network: readonly Window[];
  readonly #members: readonly Window[];
  /** A part of what a user may do, for which the other users of the network do not matter. */
  readonly #light: readonly Window[];
  readonly #site: readonly Window[];
  readonly #everybody: readonly Window[];

  constructor(row: LimitRow) {
    this.#account = (row.account ?? []).map(windowOf);
    this.#network = (row.network ?? []).map(windowOf);
    this.#members = (row.members ?? []).map(windowOf);
    this.#light = (row.account ?? []).map(lightWindowOf);
    this.#site = (row.site ?? []).map(windowOf);
    this.#everybody = (row.everybody ?? []).map(windowOf);
  }

  /** Counts one event of a network and returns 0, or counts nothing and returns the wait in ms. */
  takeNetwork(network: string, now: number): number {
    const site = siteOf(network);
    const wait = Math.max(
      waitOf(this.#network, network, now),
      waitOf(this.#site, site, now),
      waitOf(this.#everybody, '', now),
    );
    if (wait > 0) return wait;
    for (const window of this.#network) window.count(network, now);
    for (const window of this.#site) window.count(site, now);
    for (const window of this.#everybody) window.count('', now);
    return 0;
  }

  /** The same for a user, an address or whatever else the row counts as an account. */
  takeAccount(account: string | number, now: number): number {
    const key = String(account);
    const wait = waitOf(this.#account, key, now);
    if (wait > 0) return wait;
    for (const window of this.#account) window.count(key, now);
    return 0;
  }

  /** Whether requests of users count apart from those of their network. */
  get hasMembers(): boolean {
    return this.#members.length > 0;
  }

  /**
   * The same for a user in a network whose users are counted together. They do not hold up a user
   * who is well below the own limit: a crowd of accounts could lock out all others of its network.
   */
  takeMember(account: string, network: string, now: number): number {
    const wait = waitOf(this.#account, account, now);
    if (wait > 0) return wait;
    const isLight = waitOf(this.#light, account, now) === 0;
    const crowd = isLight ? 0 : waitOf(this.#members, network, now);
    if (crowd > 0) return crowd;
    for (const window of isLight ? this.#light : []) window.count(account, now);
    for (const window of this.#account) window.count(account, now);
    for (const window of this.#members) window.count(network, now);
    return 0;
  }

  /** The larger of both waits; counts nothing. */
  waitMs(account: string, network: string, now: number): number {
    return Math.max(waitOf(this.#account, account, now), waitOf(this.#network, network, now));
  }
}

/**
 * The part of an address that one customer of a provider usually holds: /24 of IPv4 and /56 of
 * IPv6 (an IPv6 client can take any address of its prefix at will).
 */
export function networkOf(ip: string): string {
  const colon = ip.indexOf(':');
  if (colon === -1) return ip.slice(0, Math.max(0, ip.lastIndexOf('.')));
  if (ip.startsWith('::ffff:') && ip.includes('.')) return networkOf(ip.slice(7));
  return expandIpv6(ip).slice(0, 14);
}

/** What one client has: an address of IPv4, a network of IPv6, whose addresses cost nothing. */
export function addressOf(ip: string): string {
  const network = networkOf(ip);
  return network.includes('.') ? ip.slice(ip.lastIndexOf(':') + 1) : network;
}

/** The /48 of IPv6 to which a network belongs (RFC 6177); of IPv4 the network itself. */
function siteOf(network: string): string {
  return network.includes('.') ? network : network.slice(0, 12);
}

function expandIpv6(ip: string): string {
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = new Array(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back].map((group) => group.padStart(4, '0')).join('');
}

function waitOf(windows: readonly Window[], key: string, now: number): number {
  let wait = 0;
  for (const window of windows) wait = Math.max(wait, window.waitMs(key, now));
  return wait;
}

/** A user below this part of the own limit is not held up by others. */
const LIGHT_PART = 10;

function lightWindowOf({ max, ms }: WindowRule): Window {
  return windowOf({ max: Math.max(1, Math.floor(max / LIGHT_PART)), ms });
}

function windowOf(rule: WindowRule): Window {
  return rule.max <= EXACT_MAX ? new ExactWindow(rule) : new CountedWindow(rule);
}

/** Remembers the last `max` times of each key. */
class ExactWindow implements Window {
  readonly #rule: WindowRule;
  readonly #times = new Recent<{ ring: number[]; next: number }>();

  constructor(rule: WindowRule) {
    this.#rule = rule;
  }

  waitMs(key: string, now: number): number {
    const entry = this.#times.get(key);
    if (entry === undefined || entry.ring.length < this.#rule.max) return 0;
    const oldest = entry.ring[entry.next % this.#rule.max]!;
    return Math.max(0, oldest + this.#rule.ms - now);
  }

  count(key: string, now: number): void {
    const entry = this.#times.use(key, () => ({ ring: [], next: 0 }));
    entry.ring[entry.next % this.#rule.max] = now;
    entry.next = (entry.next + 1) % this.#rule.max;
  }
}

/** Two counters for each key: this span and the one before it. */
class CountedWindow implements Window {
  readonly #rule: WindowRule;
  readonly #counts = new Recent<{ span: number; now: number; before: number }>();

  constructor(rule: WindowRule) {
    this.#rule = rule;
  }

  waitMs(key: string, now: number): number {
    const entry = this.#counts.get(key);
    if (entry === undefined) return 0;
    const { max, ms } = this.#rule;
    this.#roll(entry, now);
    const intoSpan = now % ms;
    if (entry.before * (1 - intoSpan / ms) + entry.now + 1 <= max) return 0;
    const fits = fitsAfter(entry.before, max - entry.now - 1, ms);
    if (fits <= ms) return Math.max(1, fits - intoSpan);
    // Only the next span has room, where the count of this span is the older.
    return ms - intoSpan + fitsAfter(entry.now, max - 1, ms);
  }

  count(key: string, now: number): void {
    const entry = this.#counts.use(key, () => ({ span: -1, now: 0, before: 0 }));
    this.#roll(entry, now);
    entry.now += 1;
  }

  #roll(entry: { span: number; now: number; before: number }, now: number): void {
    const span = Math.floor(now / this.#rule.ms);
    if (entry.span === span) return;
    entry.before = entry.span === span - 1 ? entry.now : 0;
    entry.now = 0;
    entry.span = span;
  }
}

/** How far into its span a window is once the older count weighs no more than `room`. */
function fitsAfter(before: number, room: number, ms: number): number {
  if (room < 0) return Number.POSITIVE_INFINITY;
  return before <= room ? 0 : Math.ceil((1 - room / before) * ms);
}
