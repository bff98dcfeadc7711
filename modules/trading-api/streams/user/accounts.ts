import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import type { ApiRealm } from '../../realm.ts';
import { readAccountSnapshot } from '../store.ts';
import { Account, type AccountListener } from './account.ts';

interface Entry {
  readonly account: Account;
  readonly begun: Promise<void>;
}

/** The accounts that have listeners. */
export class Accounts {
  readonly #realm: ApiRealm;
  readonly #now: () => number;
  readonly #entries = new Map<number, Entry>();

  constructor(realm: ApiRealm, now: () => number) {
    this.#realm = realm;
    this.#now = now;
  }

  /** The number of accounts that have listeners. */
  get count(): number {
    return this.#entries.size;
  }

  /**
   * Adds a listener. Once the promise resolves, `listener` gets every event of the account, in
   * order, each once. The promise resolves to the function that removes the listener.
   */
  async open(userId: number, listener: AccountListener): Promise<() => void> {
    const entry = this.#entries.get(userId) ?? this.#begin(userId);
    await entry.begun;
    // Meanwhile its last listener may have left, or the engine may have reloaded.
    if (this.#entries.get(userId) !== entry) return this.open(userId, listener);
    const { listeners } = entry.account;
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#entries.get(userId) === entry) this.#entries.delete(userId);
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

  #begin(userId: number): Entry {
    const account = new Account(this.#realm, this.#now);
    const begun = readAccountSnapshot(this.#realm, userId).then((snapshot) =>
      account.begin(snapshot),
    );
    const entry = { account, begun };
    this.#entries.set(userId, entry);
    begun.catch(() => {
      if (this.#entries.get(userId) === entry) this.#entries.delete(userId);
    });
    return entry;
  }
}
