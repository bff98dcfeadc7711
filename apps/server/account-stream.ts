import type { Realm } from '@assay/core/ledger/realm';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { SPOT } from '@assay/core/order/market';
import {
  accountsOf,
  balanceView,
  type Prices,
  readAccounts,
  storedBalanceView,
} from '@assay/modules/ledger';
import type { BalanceView } from '@assay/modules/ledger/schema';
import { readOpenOrders, storedView } from '@assay/modules/spot';
import type { FillView, OrderView } from '@assay/modules/spot/schema';
import { type Database, transaction } from '@assay/platform/db/database';
import type { Committed } from '@assay/platform/engine/engine';
import type { Fact } from '@assay/platform/engine/machine';
import type { Hub, Publisher } from '@assay/platform/streams/hub';
import type { RealmMachines } from './realm.ts';

/**
 * Snapshot and deltas of the channel `account`. Everything in it is absolute, and `seq` says after
 * which command: whoever has a snapshot drops deltas that are not above it.
 */
export interface AccountData {
  readonly seq: number;
  orders?: OrderView[];
  fills?: FillView[];
  balances?: BalanceView[];
}

export interface AccountStreamOptions {
  readonly hub: Hub;
  readonly realm: Realm;
  readonly db: Pick<Database, 'pool'>;
  readonly prices: Prices;
  readonly machines: () => RealmMachines;
}

/** Each person's own orders, fills and balances, as batches become durable. */
export class AccountStream {
  readonly #options: AccountStreamOptions;
  readonly #publisher: Publisher;
  /** Everybody who has looked, until a batch finds that they have stopped. */
  readonly #looking = new Set<number>();

  constructor(options: AccountStreamOptions) {
    this.#options = options;
    const { hub, realm } = options;
    this.#publisher = hub.declare(
      realm,
      'account',
      { everyMs: 0, private: true },
      {
        snapshot: (name, { userId }) =>
          name === 'account' && userId !== null ? this.#snapshot(userId) : null,
      },
    );
  }

  /** Gives everybody a new snapshot: a batch may have become durable of which no fact was told. */
  start(): void {
    this.#publisher.renew();
  }

  /** One delta for each person whom the batch concerns and who looks. */
  commit({ facts, lastSeq }: Committed): void {
    const deltas = new Map<number, AccountData | null>();
    for (const fact of facts) {
      const userId = fact.userId as number;
      // Most of a batch concerns people who are not looking: they cost one question each.
      if (!this.#looking.has(userId)) continue;
      let delta = deltas.get(userId);
      if (delta === undefined) {
        delta = this.#publisher.hasReaders('account', userId) ? { seq: lastSeq } : null;
        deltas.set(userId, delta);
        if (delta === null) this.#looking.delete(userId);
      }
      if (delta !== null) this.#add(delta, fact);
    }
    for (const [userId, delta] of deltas) {
      const words = delta !== null && (delta.orders ?? delta.fills ?? delta.balances);
      if (words) this.#publisher.publish('account', delta, userId);
    }
  }

  #add(delta: AccountData, fact: Fact): void {
    if (fact.type === 'orderChanged') {
      delta.orders ??= [];
      delta.orders.push(fact.order as OrderView);
    } else if (fact.type === 'orderFilled') {
      delta.fills ??= [];
      delta.fills.push(fact.fill as FillView);
    } else if (fact.type === 'balanceChanged') {
      const { asset, wallet, available, held } = fact as unknown as BalanceView;
      const amounts = [units(available), units(held)] as const;
      const view = balanceView(this.#options.prices, asset, wallet, ...amounts);
      delta.balances ??= [];
      delta.balances.push(view);
    }
  }

  /** Orders and balances of one moment, with the command that came before it. */
  #snapshot(userId: number): Promise<AccountData> {
    const { db, realm, prices, machines } = this.#options;
    this.#looking.add(userId);
    return transaction(db.pool, async (client) => {
      await client.query('set transaction isolation level repeatable read read only');
      const open = await readOpenOrders(client, realm, userId, 0);
      const balances = await readAccounts(client, realm, ...accountsOf(userId));
      const { markets } = machines();
      const rulesById = (id: number) => markets.of(SPOT).marketById(id)?.rules;
      const symbol = (id: number) => markets.assetSymbol(id);
      return {
        seq: open.seq,
        orders: open.rows.map((row) => storedView({ rulesById }, row)),
        balances: balances.rows.map((row) => storedBalanceView(prices, symbol, row)),
      };
    });
  }
}

function units(text: string): bigint {
  return parseDecimal(text, SCALE) ?? 0n;
}
