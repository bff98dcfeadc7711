import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import type { ApiRealm } from '../../realm.ts';
import { readStanding } from '../store.ts';
import { Account, type Hear } from './account.ts';

interface Entry {
  readonly account: Account;
  readonly begun: Promise<void>;
}

/** The accounts whose events somebody hears. */
export class Accounts {
  readonly #realm: ApiRealm;
  readonly #now: () => number;
  readonly #entries = new Map<number, Entry>();

  constructor(realm: ApiRealm, now: () => number) {
    this.#realm = realm;
    this.#now = now;
  }

  /** Accounts that somebody hears. */
  get count(): number {
    return this.#entries.size;
  }

  /**
   * From when it resolves on, `hear` gets every event of the account, in order, each once, until
   * what it resolves to is called.
   */
  async open(userId: number, hear: Hear): Promise<() => void> {
    const entry = this.#entries.get(userId) ?? this.#begin(userId);
    await entry.begun;
    // Its last hearer may have left meanwhile, or the engine loaded anew.
    if (this.#entries.get(userId) !== entry) return this.open(userId, hear);
    const { hearers } = entry.account;
    hearers.add(hear);
    return () => {
      hearers.delete(hear);
      if (hearers.size === 0 && this.#entries.get(userId) === entry) this.#entries.delete(userId);
    };
  }

  /** Follows one committed batch. */
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

  /** Forgets everything: a batch may have become durable of which no fact was told. */
  reset(): void {
    this.#entries.clear();
  }

  #begin(userId: number): Entry {
    const account = new Account(this.#realm, this.#now);
    const begun = readStanding(this.#realm, userId).then((standing) => account.begin(standing));
    const entry = { account, begun };
    this.#entries.set(userId, entry);
    begun.catch(() => {
      if (this.#entries.get(userId) === entry) this.#entries.delete(userId);
    });
    return entry;
  }
}
