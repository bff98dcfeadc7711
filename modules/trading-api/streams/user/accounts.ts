import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import { networkOf } from '@assay/platform/http/limits';
import type { Reading } from '@assay/platform/http/reading';
import type { ApiRealm } from '../../realm.ts';
import { readAccountSnapshot } from '../store.ts';
import { Account, type AccountListener } from './account.ts';

/**
 * An account without listeners is followed for this long: to begin it reads all its open orders,
 * which whoever comes and goes must not cause each time.
 */
const IDLE_MS = 10_000;

interface Entry {
  readonly account: Account;
  readonly begun: Promise<void>;
  idle: NodeJS.Timeout | null;
}

/** The accounts that have listeners, or had some just now. */
export class Accounts {
  readonly #realm: ApiRealm;
  readonly #reading: Reading;
  readonly #now: () => number;
  readonly #entries = new Map<number, Entry>();

  constructor(realm: ApiRealm, reading: Reading, now: () => number) {
    this.#realm = realm;
    this.#reading = reading;
    this.#now = now;
  }

  /**
   * Adds a listener. Once the promise resolves, `listener` gets every event of the account, in
   * order, each once. The promise resolves to the function that removes the listener.
   */
  async open(userId: number, ip: string, listener: AccountListener): Promise<() => void> {
    const entry = this.#entries.get(userId) ?? this.#begin(userId, ip);
    await entry.begun;
    // Meanwhile its last listener may have left, or the engine may have reloaded.
    if (this.#entries.get(userId) !== entry) return this.open(userId, ip, listener);
    const { listeners } = entry.account;
    listeners.add(listener);
    if (entry.idle !== null) clearTimeout(entry.idle);
    entry.idle = null;
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      entry.idle = setTimeout(() => this.#forget(userId, entry), IDLE_MS).unref();
    };
  }

  /** Publishes one committed batch. */
  commit(batch: Committed): void {
    if (this.#entries.size === 0) return;
    const byUser = new Map<number, Fact[]>();
    for (const fact of batch.facts) {
      if (!('userId' in fact) || !this.#entries.has(fact.userId)) continue;
      const { userId } = fact;
      const known = byUser.get(userId);
      if (known === undefined) byUser.set(userId, [fact]);
      else known.push(fact);
    }
    for (const [userId, facts] of byUser) this.#entries.get(userId)?.account.follow(batch, facts);
  }

  /** Forgets everything: a batch may be durable whose facts were never published. */
  reset(): void {
    this.#entries.clear();
  }

  #forget(userId: number, entry: Entry): void {
    if (this.#entries.get(userId) === entry) this.#entries.delete(userId);
  }

  #begin(userId: number, ip: string): Entry {
    const account = new Account(this.#realm, this.#now);
    const reader = { account: String(userId), network: networkOf(ip) };
    const read = async () => readAccountSnapshot(this.#realm, userId);
    const begin = (snapshot: Awaited<ReturnType<typeof read>>) => account.begin(snapshot);
    const begun = Promise.resolve(this.#reading.run(reader, read, begin));
    const entry: Entry = { account, begun, idle: null };
    this.#entries.set(userId, entry);
    begun.catch(() => this.#forget(userId, entry));
    return entry;
  }
}
