import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { assert, chargePpm, ppmCeil } from '@assay/core/num/integer';
import { type Draft, notional } from '@assay/core/order/cost';
import { lowerRates } from '@assay/core/order/fee-tier';
import type { BookProduct, Fill, MarketState, Owner } from '@assay/core/order/life/market-state';
import { Int, Num, type OrderRef } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import type { BookRules, SpotRules } from '@assay/core/order/market';
import type { Rates } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import type { Turn } from '@assay/core/schema/turn';
import { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { orderHold, SPOT_COST } from '../rules.ts';
import { feeTier } from '../store/tables.ts';
import { quoteAround, withdrawQuotes } from './quote.ts';
import { type FeeAccounts, type HouseAccounts, paysOnTop, settle } from './settle.ts';

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
  readonly feeFromReceived = SPOT_COST.feeFromReceived;
  /** Rates of users who have their own. */
  readonly tiers = new ObjectTable(feeTier);
  readonly #state: TradingState;
  /** By market. */
  readonly #house: (FeeAccounts | undefined)[] = [];

  constructor(state: TradingState) {
    this.#state = state;
  }

  rates({ makerFeePpm, takerFeePpm }: BookRules, userId: number): Rates {
    if (userId === OWNER.marketMaker) return FREE;
    const market = { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
    const own = this.tiers.get(userId);
    return own === undefined || own.byCut ? lowerRates(market, own) : own;
  }

  account(rules: BookRules, userId: number, side: Side): number {
    assert(isSpot(rules), 'spot delivers the base');
    return accountId(userId, WALLET.currency, side === BUY ? rules.quoteAsset : rules.baseAsset);
  }

  required(
    { rules }: MarketState,
    { rates: { makerPpm, takerPpm } }: Owner,
    draft: Draft,
    value: number,
    order: OrderRef,
  ): number {
    const hold = orderHold(rules, draft, value);
    if (order === 0 || !paysOnTop(this.#state, order)) return hold;
    return hold + ppmCeil(value, Math.max(makerPpm, takerPpm));
  }

  resting({ rules }: MarketState, order: OrderRef): number {
    const { orders } = this.#state;
    const { numbers, ints } = orders;
    const left = orders.remaining(order);
    if (ints[order + Int.side] !== BUY) return left * rules.basePerLot;
    const value = notional(rules, numbers[order + Num.limit]!, left);
    if (!paysOnTop(this.#state, order)) return value;
    const fraction = ints[order + Int.feeFraction]!;
    return value + chargePpm(value, ints[order + Int.makerPpm]!, fraction).charged;
  }

  budget(side: Side, amount: number, takerPpm: number): number {
    return SPOT_COST.budget(side, amount, takerPpm);
  }

  settle(market: MarketState, fill: Fill): void {
    settle(this.#state, market, fill, this.#house[market.rules.id] ?? this.#openHouse(market));
  }

  released(): void {}

  repriced(market: MarketState, { seq }: Turn): void {
    if (market.isTrading) quoteAround(this.#state, market, seq);
    else withdrawQuotes(this.#state, market);
  }

  #openHouse({ rules }: MarketState): FeeAccounts {
    assert(isSpot(rules), 'spot delivers the base');
    const { ledger } = this.#state;
    const open = (asset: number): HouseAccounts => ({
      fees: ledger.open(accountId(OWNER.fees, WALLET.currency, asset)),
      rounding: ledger.open(accountId(OWNER.rounding, WALLET.currency, asset)),
    });
    const accounts = { base: open(rules.baseAsset), quote: open(rules.quoteAsset) };
    this.#house[rules.id] = accounts;
    return accounts;
  }
}
