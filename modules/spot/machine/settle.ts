import type { AccountSlot } from '@assay/core/ledger/ledger';
import { PURPOSE, type Purpose } from '@assay/core/ledger/purpose';
import { chargePpm, type PpmCharge } from '@assay/core/num/integer';
import type { Fill, MarketState } from '@assay/core/order/life/market-state';
import { Int, Num, type OrderRef } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import { BUY, SELL } from '@assay/core/order/side';

/** Accounts of the house that fees, and what rounding adds to them, go to. */
export interface HouseAccounts {
  readonly fees: AccountSlot;
  readonly rounding: AccountSlot;
}

/**
 * One trade: base from seller to buyer, quote from buyer to seller, fees from both to the house.
 */
export function settle(
  state: TradingState,
  market: MarketState,
  fill: Fill,
  house: HouseAccounts,
): void {
  const { ints } = state.orders;
  const { taker, maker, notional } = fill;
  const buys = ints[taker + Int.side] === BUY;
  const buyer = buys ? taker : maker;
  const seller = buys ? maker : taker;
  moveAssets(state, market, buyer, seller, fill.lots * market.rules.basePerLot, notional);
  const takerPpm = ints[taker + Int.takerPpm]!;
  const makerPpm = ints[maker + Int.makerPpm]!;
  const takerFee = chargePpm(notional, takerPpm, ints[taker + Int.feeFraction]!);
  const makerFee = chargePpm(notional, makerPpm, ints[maker + Int.feeFraction]!);
  chargeFee(state, market, taker, takerFee, house, buys);
  chargeFee(state, market, maker, makerFee, house, !buys);
  fill.takerFee = takerFee.charged;
  fill.makerFee = makerFee.charged;
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
 * Charges a fee: its whole part to house:fees, the unit that rounding up adds to house:rounding.
 * When later fills make up that unit, house:rounding passes it on.
 */
function chargeFee(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  fee: PpmCharge,
  { fees, rounding }: HouseAccounts,
  fromHold: boolean,
): void {
  const { numbers, ints } = state.orders;
  ints[order + Int.feeFraction] = fee.fraction;
  if (fee.charged === 0 && fee.earned === 0) return;
  const from = state.account(market, ints[order + Int.trader]!, BUY);
  const earned = Math.min(fee.charged, fee.earned);
  if (earned > 0) payFee(state, from, fees, earned, PURPOSE.spotFee, fromHold);
  if (fee.charged > fee.earned) payFee(state, from, rounding, 1, PURPOSE.spotFeeRounding, fromHold);
  if (fee.charged < fee.earned) state.ledger.post(rounding, fees, 1, PURPOSE.spotFeeRounding);
  numbers[order + Num.fee] = numbers[order + Num.fee]! + fee.charged;
  if (fromHold) numbers[order + Num.held] = numbers[order + Num.held]! - fee.charged;
}

/** A buyer's fee comes out of its hold, a seller's out of the proceeds. */
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
