import type { AccountSlot } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { chargePpm } from '@assay/core/num/integer';
import { notional } from '@assay/core/order/cost';
import type { BookProduct, Fill, MarketState } from '@assay/core/order/life/market-state';
import { Int, Num, type OrderRef } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import type { BookRules } from '@assay/core/order/market';
import type { Rates } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { budgetOf, orderHold, PREPAID, payoutOf, stakeOf } from './rules.ts';
import type { position } from './store.ts';

/**
 * Contracts that are paid in full by both sides, into a pool. The pool always has what all open
 * lots pay out: a trade pays in the payout of its lots, and the payout of closed lots is returned
 * at once.
 */
export class PrepaidProduct implements BookProduct {
  readonly name = PREPAID.name;
  readonly required = orderHold;
  readonly budget = budgetOf;
  readonly #state: TradingState;
  readonly #positions: ObjectTable<typeof position>;

  constructor(state: TradingState, positions: ObjectTable<typeof position>) {
    this.#state = state;
    this.#positions = positions;
  }

  /** The account of the pool that markets with this quote asset share. */
  pool(quoteAsset: number): AccountSlot {
    return this.#state.ledger.open(accountId(OWNER.optionsEscrow, WALLET.contract, quoteAsset));
  }

  rates({ makerFeePpm, takerFeePpm }: BookRules): Rates {
    return { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
  }

  account({ quoteAsset }: BookRules, userId: number): number {
    return accountId(userId, WALLET.currency, quoteAsset);
  }

  resting({ rules }: MarketState, order: OrderRef): number {
    const { orders } = this.#state;
    const { numbers, ints } = orders;
    const left = orders.remaining(order);
    const value = notional(rules, numbers[order + Num.limit]!, left);
    const fee = chargePpm(value, ints[order + Int.makerPpm]!, ints[order + Int.feeFraction]!);
    return stakeOf(rules, ints[order + Int.side] as Side, value, left) + fee.charged;
  }

  settle(market: MarketState, fill: Fill): void {
    const { ints } = this.#state.orders;
    const { taker, maker } = fill;
    fill.takerFee = this.#trade(market, fill, taker, ints[taker + Int.takerPpm]!);
    fill.makerFee = this.#trade(market, fill, maker, ints[maker + Int.makerPpm]!);
  }

  released(): void {}

  repriced(): void {}

  /** Settles one side of a trade: stake and fee out of its hold, then the payout of closed lots. */
  #trade(market: MarketState, fill: Fill, order: OrderRef, ppm: number): number {
    const { ledger, orders } = this.#state;
    const { numbers, ints } = orders;
    const { rules } = market;
    const side = ints[order + Int.side] as Side;
    const account = this.#state.payingAccount(market, order);
    const pool = this.pool(rules.quoteAsset);
    const stake = stakeOf(rules, side, fill.notional, fill.lots);
    const { charged, fraction } = chargePpm(fill.notional, ppm, ints[order + Int.feeFraction]!);
    if (stake > 0) ledger.postHeld(account, pool, stake, PURPOSE.contractStake);
    if (charged > 0) {
      const fees = ledger.open(accountId(OWNER.fees, WALLET.currency, rules.quoteAsset));
      ledger.postHeld(account, fees, charged, PURPOSE.contractFee);
    }
    ints[order + Int.feeFraction] = fraction;
    numbers[order + Num.fee] = numbers[order + Num.fee]! + charged;
    numbers[order + Num.held] = numbers[order + Num.held]! - stake - charged;
    const change = side === BUY ? fill.lots : -fill.lots;
    const closed = this.#change(numbers[order + Num.userId]!, rules.id, change);
    if (closed > 0) ledger.post(pool, account, payoutOf(rules, closed), PURPOSE.contractPayout);
    return charged;
  }

  /** Changes a position, and returns how many lots of the other side the change closed. */
  #change(userId: number, market: number, change: number): number {
    const row = this.#positions.get(userId, market);
    const before = row?.lots ?? 0;
    const lots = before + change;
    if (row === undefined) this.#positions.insert({ userId, market, lots });
    else if (lots === 0) this.#positions.delete(row);
    else this.#positions.change(row, { lots });
    return (Math.abs(before) + Math.abs(change) - Math.abs(lots)) / 2;
  }
}
