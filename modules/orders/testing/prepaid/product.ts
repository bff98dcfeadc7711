import type { AccountSlot } from '@assay/core/ledger/ledger';
import { accountId, OWNER, WALLET } from '@assay/core/ledger/owners';
import { PURPOSE } from '@assay/core/ledger/purpose';
import { chargePpm } from '@assay/core/num/integer';
import { budgetOf, notional } from '@assay/core/order/cost';
import type { BookProduct, Fill, MarketState } from '@assay/core/order/life/market-state';
import { Int, type OrderRef } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import { STATUS } from '@assay/core/order/order';
import { BUY, type Side } from '@assay/core/order/side';
import { unpackTerms } from '@assay/core/order/terms';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { orderHold, PREPAID, payoutOf, stakeOf, TERMS } from './rules.ts';
import type { position } from './store.ts';

/**
 * Contracts that both sides pay in full, into a pool that always has what all open lots pay out: a
 * trade pays in the payout of its lots, and the payout of closed lots is returned at once.
 */
export class PrepaidProduct implements BookProduct {
  readonly name = PREPAID.name;
  readonly feeFromReceived = false;
  readonly budget = budgetOf;
  readonly #state: TradingState;
  readonly #positions: ObjectTable<typeof position>;

  constructor(state: TradingState, positions: ObjectTable<typeof position>) {
    this.#state = state;
    this.#positions = positions;
  }

  /** The account of the pool that markets with this quote asset share. */
  pool(quoteAsset: number): AccountSlot {
    return this.#state.ledger.open(accountId(OWNER.lending, WALLET.contract, quoteAsset));
  }

  readonly rates: BookProduct['rates'] = ({ makerFeePpm, takerFeePpm }) => {
    return { makerPpm: makerFeePpm, takerPpm: takerFeePpm };
  };

  readonly account: BookProduct['account'] = ({ quoteAsset }, userId) =>
    accountId(userId, WALLET.currency, quoteAsset);

  /**
   * Orders that close a position never exceed it together while one of them may only reduce it. A
   * trade reduces these orders by as much as the position, so checking new ones is enough.
   */
  readonly refuse: Required<BookProduct>['refuse'] = (market, owner, draft, order) => {
    let { lots, amount } = draft;
    let isReducing = unpackTerms(TERMS, draft.terms).reduceOnly;
    for (const ref of this.#state.ordersIn(market, owner.trader)) {
      const open = this.#state.orderAt(ref);
      if (open.status === STATUS.dormant) continue;
      // Of a pair only the first counts: one of the two cancels the other.
      const isSecond = open.other !== 0 && this.#state.orderAt(open.other).id < open.id;
      if (ref === order || open.side !== draft.side || isSecond) continue;
      lots += open.remaining;
      amount += open.amount;
      isReducing ||= unpackTerms(TERMS, open.terms).reduceOnly;
    }
    const position = this.#positions.get(owner.userId, market.rules.id)?.lots ?? 0;
    const closes = draft.side === BUY ? -position : position;
    if (isReducing !== true || (amount === 0 && lots <= closes)) return null;
    return { refusal: 'termsNotMet', detail: { field: 'reduceOnly' } };
  };

  readonly required: BookProduct['required'] = ({ rules }, { rates }, draft, value) =>
    orderHold(rules, draft, value, rates);

  readonly resting: BookProduct['resting'] = ({ rules }, ref) => {
    const { side, limit, remaining, makerPpm, feeFraction } = this.#state.orderAt(ref);
    const value = notional(rules, limit, remaining);
    const fee = chargePpm(value, makerPpm, feeFraction);
    return stakeOf(rules, side as Side, value, remaining) + fee.charged;
  };

  readonly settle: BookProduct['settle'] = (market, fill) => {
    const { ints } = this.#state.orders;
    fill.takerFee = this.#trade(market, fill, fill.taker, ints[fill.taker + Int.takerPpm]!);
    fill.makerFee = this.#trade(market, fill, fill.maker, ints[fill.maker + Int.makerPpm]!);
  };

  released(): void {}
  repriced(): void {}

  /**
   * Settles one side of a trade: pays stake and fee out of its hold, then pays back what it closes.
   */
  #trade(market: MarketState, fill: Fill, ref: OrderRef, ppm: number): number {
    const { ledger } = this.#state;
    const { rules } = market;
    const order = this.#state.orderAt(ref);
    const account = this.#state.payingAccount(market, ref);
    const pool = this.pool(rules.quoteAsset);
    const stake = stakeOf(rules, order.side as Side, fill.notional, fill.lots);
    const { charged, fraction } = chargePpm(fill.notional, ppm, order.feeFraction);
    if (stake > 0) ledger.postHeld(account, pool, stake, PURPOSE.contractStake);
    const fees = ledger.open(accountId(OWNER.fees, WALLET.currency, rules.quoteAsset));
    if (charged > 0) ledger.postHeld(account, fees, charged, PURPOSE.contractFee);
    order.feeFraction = fraction;
    order.fee += charged;
    order.held -= stake + charged;
    const change = order.side === BUY ? fill.lots : -fill.lots;
    const closed = this.#change(order.userId, rules.id, change);
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
