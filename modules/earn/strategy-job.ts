import { OWNER } from '@assay/core/ledger/owners';
import type { Realm } from '@assay/core/ledger/realm';
import type { BookRules } from '@assay/core/order/market';
import { SECOND } from '@assay/core/time';
import type { Command } from '@assay/platform/engine/command';
import type { Job } from '@assay/platform/jobs/jobs';
import { neededFor, type WantedOrder, wantedOrders } from './book-index.ts';
import type { StrategyPrices } from './machine/cutter.ts';
import type { StrategiesMachine } from './machine/strategies-machine.ts';
import { ACCOUNTS } from './machine/strategy-money.ts';
import { type OrderDesk, OwnOrders } from './own-orders.ts';
import { BOOK_INDEX } from './rules.ts';
import type { StrategyRow } from './store/strategy-tables.ts';

export interface StrategiesJobOptions {
  readonly realm: Realm;
  /** That of the engine now. */
  readonly machine: () => Pick<StrategiesMachine, 'hasWork'>;
  readonly submit: (command: Command<'workStrategies'>) => Promise<{ readonly ok: boolean }>;
  readonly now: () => number;
}

/** Has the engine make the cuts of days that have ended, a slice after the other. */
export function strategiesJob({ realm, machine, submit, now }: StrategiesJobOptions): Job {
  return {
    name: `workStrategies:${realm}`,
    everyMs: 5 * SECOND,
    atStart: true,
    run: async (_at, signal) => {
      while (!signal.aborted && machine().hasWork(now())) {
        const { ok } = await submit({ type: 'workStrategies', actor: OWNER.engine, body: {} });
        if (!ok) return;
      }
    },
  };
}

/** What the bot may do and see: the calls of order entry, and what is public. */
export interface StrategyDesk extends OrderDesk {
  rules(market: string): BookRules | undefined;
  assetId(symbol: string): number | undefined;
  readonly prices: StrategyPrices;
}

export interface BotOptions {
  readonly realm: Realm;
  readonly machine: () => StrategiesMachine;
  readonly desk: StrategyDesk;
}

/**
 * The bot of `bookIndex`: it sends ordinary orders of an ordinary account, which pays the fees of
 * everybody, and has no call of its own. It decides by the index of the look before, which has been
 * public for as long as lies between two looks, so that it is never ahead of anybody.
 */
export class BookIndexBot {
  readonly #options: BotOptions;
  readonly #orders: OwnOrders;
  /** Index prices of the last look. */
  readonly #seen = new Map<string, number>();

  constructor(options: BotOptions) {
    this.#options = options;
    this.#orders = new OwnOrders(options.desk, ACCOUNTS.bookIndex, BOOK_INDEX.tolerancePpm);
  }

  job(): Job {
    return {
      name: `tradeBookIndex:${this.#options.realm}`,
      everyMs: BOOK_INDEX.everyMs,
      run: (at, signal) => this.look(at, signal),
    };
  }

  /** One look at all markets, and the orders that follow from it. */
  async look(at: number, signal?: AbortSignal): Promise<void> {
    const row = this.#options
      .machine()
      .products()
      .find(({ strategy }) => strategy === 'bookIndex');
    if (row === undefined) return;
    for (const market of BOOK_INDEX.markets) {
      if (signal?.aborted === true) return;
      await this.#lookAt(market, row, at);
    }
  }

  async #lookAt(market: string, row: StrategyRow, at: number): Promise<void> {
    const { desk } = this.#options;
    const rules = desk.rules(market);
    if (rules === undefined) return;
    const price = desk.prices.lastIndex(rules.index);
    const isFresh = price !== undefined && at - price.at <= BOOK_INDEX.indexAgeMs;
    const index = isFresh ? this.#seen.get(market) : undefined;
    if (isFresh) this.#seen.set(market, price.units);
    else this.#seen.delete(market);
    const wanted = index === undefined ? [] : this.#wanted(rules, row, index);
    await this.#orders.bring(rules, wanted);
  }

  #wanted(rules: BookRules, row: StrategyRow, index: number): WantedOrder[] {
    const { desk } = this.#options;
    const machine = this.#options.machine();
    const value = machine.worthNow(row);
    const coin = desk.assetId(rules.base);
    const isOfProduct = rules.quoteAsset === row.asset;
    if (value === null || coin === undefined || !isOfProduct) return [];
    const account = ACCOUNTS[row.strategy];
    const leaving = machine.holdings.leavingUnits(row.product);
    return wantedOrders({
      ...{ rules, index, value, coin: machine.money.owned(account, coin) },
      cash: machine.money.owned(account, row.asset),
      needed: neededFor(leaving, value, row.units),
    });
  }
}
