import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { assert } from '@assay/core/num/integer';
import { budgetOf, type Draft, notional } from '@assay/core/order/cost';
import type { BookProduct, Fill, MarketState, Owner } from '@assay/core/order/life/market-state';
import { Int, Num, type OrderRef } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import type { BookRules, SpotRules } from '@assay/core/order/market';
import type { Rates } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import type { Turn } from '@assay/core/schema/turn';
import { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { orderHold, restingBuyHold } from '../rules.ts';
import { feeTier } from '../store/tables.ts';
import { quoteAround, withdrawQuotes } from './quote.ts';
import { type HouseAccounts, settle } from './settle.ts';

function isSpot(rules: BookRules): rules is SpotRules {
  return 'baseAsset' in rules;
}

/** The house pays no fees to itself. */
const FREE: Rates = { makerPpm: 0, takerPpm: 0 };

/**
 * Spot on a book: base against quote, each paid in full out of the currency wallet of its seller;
 * and the house's quotes, which follow the index.
 */
export class SpotProduct implements BookProduct {
  readonly name = 'spot';
  /** Rates of users who have their own. */
  readonly tiers = new ObjectTable(feeTier);
  readonly #state: TradingState;
  /** By quote asset. */
  readonly #house: (HouseAccounts | undefined)[] = [];

  constructor(state: TradingState) {
    this.#state = state;
  }

  rates({ makerFeePpm, takerFeePpm }: BookRules, userId: number): Rates {
    if (userId === OWNER.marketMaker) return FREE;
    return this.tiers.get(userId) ?? { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
  }

  account(rules: BookRules, userId: number, side: Side): number {
    assert(isSpot(rules), 'spot delivers the base');
    return accountId(userId, WALLET.currency, side === BUY ? rules.quoteAsset : rules.baseAsset);
  }

  required({ rules }: MarketState, { rates }: Owner, draft: Draft, value: number): number {
    return orderHold(rules, draft, value, rates.makerPpm, rates.takerPpm);
  }

  resting({ rules }: MarketState, order: OrderRef): number {
    const { orders } = this.#state;
    const { numbers, ints } = orders;
    const left = orders.remaining(order);
    if (ints[order + Int.side] !== BUY) return left * rules.basePerLot;
    const value = notional(rules, numbers[order + Num.limit]!, left);
    return restingBuyHold(value, ints[order + Int.makerPpm]!, ints[order + Int.feeFraction]!);
  }

  budget(side: Side, amount: number, takerPpm: number): number {
    return budgetOf(side, amount, takerPpm);
  }

  settle(market: MarketState, fill: Fill): void {
    settle(this.#state, market, fill, this.#houseOf(market.rules.quoteAsset));
  }

  released(): void {}

  repriced(market: MarketState, { seq }: Turn): void {
    if (market.isTrading) quoteAround(this.#state, market, seq);
    else withdrawQuotes(this.#state, market);
  }

  #houseOf(asset: number): HouseAccounts {
    return this.#house[asset] ?? this.#openHouse(asset);
  }

  #openHouse(asset: number): HouseAccounts {
    const { ledger } = this.#state;
    const open = (owner: number) => ledger.open(accountId(owner, WALLET.currency, asset));
    const accounts = { fees: open(OWNER.fees), rounding: open(OWNER.rounding) };
    this.#house[asset] = accounts;
    return accounts;
  }
}
