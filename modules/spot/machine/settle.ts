import type { AccountSlot } from '@assay/core/ledger/ledger';
import { PURPOSE, type Purpose } from '@assay/core/ledger/purpose';
import { chargePpm } from '@assay/core/num/integer';
import type { Fill, MarketState } from '@assay/core/order/life/market-state';
import { Int, Mark, Num, type OrderRef } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import { BUY, SELL } from '@assay/core/order/side';

/** Accounts of the house, of one asset, that fees and what rounding adds to them go to. */
export interface HouseAccounts {
  readonly fees: AccountSlot;
  readonly rounding: AccountSlot;
}

/** The accounts for fees of one market. */
export interface FeeAccounts {
  readonly base: HouseAccounts;
  readonly quote: HouseAccounts;
}

/**
 * Whether the order is a buy that pays its fee in quote, on top of the notional and out of its
 * hold. An order that had paid such a fee when decision 0018 came does so until it ends.
 */
export function paysOnTop({ orders }: TradingState, order: OrderRef): boolean {
  return orders.ints[order + Int.side] === BUY && !orders.has(order, Mark.feeInBase);
}

/**
 * One trade: base from seller to buyer, quote from buyer to seller, and out of what each of them
 * receives its fee to the house.
 */
export function settle(
  state: TradingState,
  market: MarketState,
  fill: Fill,
  house: FeeAccounts,
): void {
  const { ints } = state.orders;
  const { taker, maker } = fill;
  const buys = ints[taker + Int.side] === BUY;
  const [buyer, seller] = buys ? [taker, maker] : [maker, taker];
  moveAssets(state, market, buyer, seller, fill.lots * market.rules.basePerLot, fill.notional);
  fill.takerFee = chargeFee(state, market, fill, taker, ints[taker + Int.takerPpm]!, house);
  fill.makerFee = chargeFee(state, market, fill, maker, ints[maker + Int.makerPpm]!, house);
}

/** Moves both assets out of their holds. Between two orders of one owner nothing changes hands. */
function moveAssets(
  state: TradingState,
  market: MarketState,
  buyer: OrderRef,
  seller: OrderRef,
  base: number,
  quote: number,
): void {
  const { ledger } = state;
  const { numbers, ints } = state.orders;
  const buys = ints[buyer + Int.trader]!;
  const sells = ints[seller + Int.trader]!;
  const sellerBase = state.account(market, sells, SELL);
  const buyerQuote = state.account(market, buys, BUY);
  if (buys === sells) {
    ledger.release(sellerBase, base);
    ledger.release(buyerQuote, quote);
  } else {
    ledger.postHeld(sellerBase, state.account(market, buys, SELL), base, PURPOSE.spotBase);
    ledger.postHeld(buyerQuote, state.account(market, sells, BUY), quote, PURPOSE.spotQuote);
  }
  numbers[seller + Num.held] = numbers[seller + Num.held]! - base;
  numbers[buyer + Num.held] = numbers[buyer + Num.held]! - quote;
}

/**
 * Charges an order its share of what it receives: the whole part to house:fees, the unit that
 * rounding up adds to house:rounding. When later fills make up that unit, house:rounding passes it
 * on. Returns what was charged, which is never more than what was received.
 */
function chargeFee(
  state: TradingState,
  market: MarketState,
  { lots, notional }: Fill,
  order: OrderRef,
  ppm: number,
  house: FeeAccounts,
): number {
  const { numbers, ints } = state.orders;
  const inBase = state.orders.has(order, Mark.feeInBase);
  const value = inBase ? lots * market.rules.basePerLot : notional;
  const { charged, earned, fraction } = chargePpm(value, ppm, ints[order + Int.feeFraction]!);
  ints[order + Int.feeFraction] = fraction;
  if (charged === 0 && earned === 0) return 0;
  const { fees, rounding } = inBase ? house.base : house.quote;
  const from = state.account(market, ints[order + Int.trader]!, inBase ? SELL : BUY);
  const onTop = paysOnTop(state, order);
  const paid = Math.min(charged, earned);
  if (paid > 0) payFee(state, from, fees, paid, PURPOSE.spotFee, onTop);
  if (charged > earned) payFee(state, from, rounding, 1, PURPOSE.spotFeeRounding, onTop);
  if (charged < earned) state.ledger.post(rounding, fees, 1, PURPOSE.spotFeeRounding);
  numbers[order + Num.fee] = numbers[order + Num.fee]! + charged;
  if (onTop) numbers[order + Num.held] = numbers[order + Num.held]! - charged;
  return charged;
}

function payFee(
  { ledger }: TradingState,
  from: AccountSlot,
  to: AccountSlot,
  units: number,
  purpose: Purpose,
  fromHold: boolean,
): void {
  if (fromHold) ledger.postHeld(from, to, units, purpose);
  else ledger.post(from, to, units, purpose);
}
