import type { Realm } from '@assay/core/ledger/realm';
import type { AccountData, AccountFields, Fact } from '@assay/core/schema/registry';
import { type Database, type PoolClient, transaction } from '../db/database.ts';
import type { Committed } from '../engine/engine.ts';
import type { Hub, Publisher } from './hub.ts';

/** A delta under construction. */
export type AccountDelta = { -readonly [K in keyof AccountFields]?: AccountFields[K] };

/** The part of the channel `account` that one module supplies. */
export interface AccountPart {
  /** Reads the module's fields inside a transaction with one consistent snapshot. */
  snapshot(client: Pick<PoolClient, 'query'>, userId: number): Promise<Partial<AccountFields>>;
  /** Adds to `delta` what a fact about the person changes. */
  add(delta: AccountDelta, fact: Fact): void;
}

export interface AccountChannelOptions {
  readonly hub: Hub;
  readonly realm: Realm;
  readonly db: Pick<Database, 'pool'>;
  readonly parts: readonly AccountPart[];
}

const NAME = 'account';

/**
 * Each person's own channel of one realm, published as batches become durable and composed of the
 * parts that modules hand in. A client drops deltas whose `seq` is not above that of its snapshot.
 */
export class AccountChannel {
  readonly #options: AccountChannelOptions;
  readonly #publisher: Publisher;
  /** Users who have subscribed; a batch removes those who have left. */
  readonly #subscribed = new Set<number>();

  constructor(options: AccountChannelOptions) {
    this.#options = options;
    this.#publisher = options.hub.declare(
      options.realm,
      NAME,
      { everyMs: 0, private: true },
      {
        snapshot: (name, { userId }) =>
          name === NAME && userId !== null ? this.#snapshot(userId) : null,
      },
    );
  }

  /** Sends all subscribers a new snapshot: the facts of a durable batch may have been lost. */
  restart(): void {
    this.#publisher.renew();
  }

  /** Publishes one delta to each subscriber that the batch concerns. */
  commit({ facts, lastSeq }: Committed): void {
    const deltas = new Map<number, AccountDelta | null>();
    for (const fact of facts) {
      // Most facts concern people who have not subscribed; those cost one lookup each.
      if (!('userId' in fact) || !this.#subscribed.has(fact.userId)) continue;
      const { userId } = fact;
      let delta = deltas.get(userId);
      if (delta === undefined) {
        delta = this.#publisher.hasReaders(NAME, userId) ? {} : null;
        deltas.set(userId, delta);
        if (delta === null) this.#subscribed.delete(userId);
      }
      if (delta !== null) for (const part of this.#options.parts) part.add(delta, fact);
    }
    for (const [userId, delta] of deltas) {
      if (delta === null || Object.keys(delta).length === 0) continue;
      const data: AccountData = { seq: lastSeq, ...delta };
      this.#publisher.publish(NAME, data, userId);
    }
  }

  /** All fields of one consistent snapshot, with the last command that it includes. */
  #snapshot(userId: number): Promise<AccountData> {
    const { db, realm, parts } = this.#options;
    this.#subscribed.add(userId);
    return transaction(db.pool, async (client) => {
      await client.query('set transaction isolation level repeatable read read only');
      const { rows } = await client.query<{ seq: number }>(
        `SELECT last_seq AS seq FROM ${realm}.engine`,
      );
      const data: AccountData = { seq: rows[0]?.seq ?? 0 };
      for (const part of parts) Object.assign(data, await part.snapshot(client, userId));
      return data;
    });
  }
}
