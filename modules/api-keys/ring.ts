import type { Log } from '@assay/platform/log';
import { type ApiKey, LiveKey } from './live-key.ts';
import { networkText } from './rules/addresses.ts';
import { isName } from './secrets.ts';
import type { KeyRow, KeyStore, Use, Uses } from './store.ts';

/** The keys of all people, by name. */
export interface KeyRing {
  /** The key if it is live at `now`; without a promise when it is in memory. */
  find(name: string, now: number): ApiKey | undefined | Promise<ApiKey | undefined>;
  /** Whether it is in memory, so that to find it costs nothing. */
  holds(name: string): boolean;
  /** Records the use; a job stores it every half minute and at shutdown. */
  used(key: ApiKey, ip: string, now: number, isSigned: boolean): void;
  /**
   * Whether the owner is known to act from this address: the key was made or has signed a request
   * in its network, not long ago, or is bound to it.
   */
  knows(key: ApiKey, ip: string, now: number): boolean;
  /** Reports each key that is revoked, changed or expired, so that its open streams end. */
  onEnded(listener: (name: string) => void): () => void;
}

const CACHE_MAX = 100_000;

/** Uses that are not stored yet, by address. */
interface FreshUses {
  readonly last: { readonly ip: string; readonly at: number };
  readonly signed: { readonly ip: string; readonly at: number } | null;
}

/**
 * Keys in memory, loaded on use. The ring is notified of every change before the change is
 * answered, so a revoked key is dead at once in this process.
 */
export class Ring implements KeyRing {
  readonly #store: KeyStore;
  readonly #master: Buffer;
  readonly #log: Log;
  readonly #byName = new Map<string, LiveKey>();
  readonly #uses = new Map<number, FreshUses>();
  readonly #listeners = new Set<(name: string) => void>();
  /** Counts endings: a row that was read before one must not be cached after it. */
  #endings = 0;

  constructor(store: KeyStore, master: Buffer, log: Log) {
    this.#store = store;
    this.#master = master;
    this.#log = log;
  }

  find(name: string, now: number): ApiKey | undefined | Promise<ApiKey | undefined> {
    const known = this.#byName.get(name);
    if (known !== undefined) return known.livesAt(now) ? known : undefined;
    return isName(name) ? this.#load(name, now) : undefined;
  }

  holds(name: string): boolean {
    return this.#byName.has(name);
  }

  used(key: ApiKey, ip: string, now: number, isSigned: boolean): void {
    const use = { ip, at: now };
    const signed = isSigned ? use : (this.#uses.get(key.id)?.signed ?? null);
    this.#uses.set(key.id, { last: use, signed });
    if (isSigned) this.#byName.get(key.name)?.signedFrom(networkText(ip), now);
  }

  knows(key: ApiKey, ip: string, now: number): boolean {
    return key.isBound || this.#byName.get(key.name)?.knows(networkText(ip), now) === true;
  }

  onEnded(listener: (name: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets a key that was revoked or changed; its next use reads it again. */
  end(name: string): void {
    this.#endings += 1;
    this.#byName.delete(name);
    for (const listener of this.#listeners) listener(name);
  }

  /** Does the same for all cached keys of these people. */
  endOf(userIds: readonly number[]): void {
    // A key that is being read now must not be cached after this, either.
    this.#endings += 1;
    for (const key of this.#byName.values()) if (userIds.includes(key.userId)) this.end(key.name);
  }

  /** Ends the keys that have expired. */
  endExpired(now: number): void {
    for (const key of this.#byName.values()) if (!key.livesAt(now)) this.end(key.name);
  }

  /** The last use that is not stored yet. */
  unwritten(keyId: number): Use | undefined {
    const uses = this.#uses.get(keyId);
    return uses && useOf(uses.last);
  }

  async writeUsed(): Promise<void> {
    if (this.#uses.size === 0) return;
    const uses = new Map(this.#uses);
    this.#uses.clear();
    try {
      const rows = Array.from(uses, ([id, { last, signed }]): [number, Uses] => [
        id,
        { last: useOf(last), signed: signed && useOf(signed) },
      ]);
      await this.#store.writeUsed(new Map(rows));
    } catch (err) {
      this.#log.warn({ err }, 'the last use of API keys could not be written');
      for (const [id, use] of uses) if (!this.#uses.has(id)) this.#uses.set(id, use);
    }
  }

  async #load(name: string, now: number): Promise<ApiKey | undefined> {
    const endings = this.#endings;
    const row = await this.#store.byName(name);
    if (row === null) return undefined;
    // A key ended during the read, so the row may be outdated.
    if (endings !== this.#endings) return this.#load(name, now);
    const key = this.#open(row);
    if (!key?.livesAt(now)) return undefined;
    if (this.#byName.size >= CACHE_MAX) this.#byName.delete(this.#byName.keys().next().value!);
    this.#byName.set(name, key);
    return key;
  }

  /** A key whose secret cannot be opened is unknown: its owner needs another, the log says why. */
  #open(row: KeyRow): LiveKey | undefined {
    try {
      return new LiveKey(row, this.#master);
    } catch (err) {
      this.#log.error(
        { err, keyId: row.keyId },
        'an API key cannot be used: is its key file right?',
      );
      return undefined;
    }
  }
}

function useOf({ ip, at }: FreshUses['last']): Use {
  return { at, network: networkText(ip) };
}
