import { FILL, type SelfTradeMode } from '@assay/core/book/book';
import type { AccountSlot } from '@assay/core/ledger/ledger';
import { PURPOSE, type Purpose } from '@assay/core/ledger/purpose';
import { chargePpm, type PpmCharge } from '@assay/core/num/integer';
import { notional, notionalWithin, restingBuyHold } from '@assay/core/order/cost';
import { STATUS, type StatusCode } from '@assay/core/order/order';
import { BUY, opposite, SELL, type Side } from '@assay/core/order/side';
import { hasLimit } from '../rules.ts';
import { Int, Num, OrderRecords, type OrderRef } from './orders.ts';
import { Seat } from './seats.ts';
import type { LiveBook, SpotState } from './state.ts';
import { stopLimit, stopNeed } from './stop-order.ts';
import { TradeField } from './trades.ts';

/** What stays of a good-till-cancelled order rests; of anything else it expires. */
const GTC = 0;

/**
 * Lets an accepted order take what the book offers up to `limit`, settles every trade, and rests
 * or ends it. Its funds are held already, so nothing in here can be refused.
 */
export function execute(state: SpotState, live: LiveBook, order: OrderRef, limit: number): void {
  const { numbers, ints } = state.orders;
  const { book } = live;
  if (!hasLimit(ints[order + Int.type]!) && numbers[order + Num.amount]! > 0) {
    executeAmount(state, live, order, limit);
    return;
  }
  const mode = ints[order + Int.selfTrade] as SelfTradeMode;
  const side = ints[order + Int.side] as Side;
  const owner = numbers[order + Num.userId]!;
  const left = book.match(side, limit, state.orders.remaining(order), owner, mode);
  const matched = book.fills.count > 0;
  if (matched) settleFills(state, live, order);
  if (book.takerExpired) {
    finish(state, live, order, STATUS.expiredInMatch);
    return;
  }
  // What self-trade prevention took off a taker that goes on is not part of its quantity any more.
  numbers[order + Num.lots] = numbers[order + Num.filled]! + left;
  if (left === 0) finish(state, live, order, STATUS.filled);
  else if (ints[order + Int.timeInForce] === GTC && hasLimit(ints[order + Int.type]!)) {
    rest(state, live, order, matched);
  } else finish(state, live, order, STATUS.expired);
}

/**
 * An order by amount: a buy spends it with the fee on top, a sell sells the lots that were found to
 * bring it. It is filled when what is left of the amount is less than one lot at the last price.
 */
function executeAmount(state: SpotState, live: LiveBook, order: OrderRef, limit: number): void {
  const { numbers, ints } = state.orders;
  const mode = ints[order + Int.selfTrade] as SelfTradeMode;
  const side = ints[order + Int.side] as Side;
  const owner = numbers[order + Num.userId]!;
  const amount = numbers[order + Num.amount]!;
  const spend = side === BUY ? notionalWithin(amount, ints[order + Int.takerPpm]!) : amount;
  const budget = Math.floor(spend / live.rules.quotePerTickLot);
  let unfilled: StatusCode = STATUS.expired;
  if (budget > 0) {
    if (side === BUY) live.book.matchBudget(side, limit, budget, owner, mode);
    else live.book.match(side, limit, numbers[order + Num.lots]!, owner, mode);
    if (live.book.takerExpired) unfilled = STATUS.expiredInMatch;
    settleFills(state, live, order);
  }
  const filled = numbers[order + Num.filled]!;
  numbers[order + Num.lots] = filled;
  const left = budget - numbers[order + Num.filledQuote]! / live.rules.quotePerTickLot;
  finish(state, live, order, filled > 0 && left < live.lastTicks ? STATUS.filled : unfilled);
}

/**
 * Rests what the order has left, and lets go of what it need not hold any more: nothing, of an
 * order that met no other, unless makers pay less than takers.
 */
function rest(state: SpotState, live: LiveBook, order: OrderRef, matched: boolean): void {
  const { numbers, ints } = state.orders;
  const side = ints[order + Int.side] as Side;
  const limit = numbers[order + Num.limit]!;
  const left = state.orders.remaining(order);
  const id = OrderRecords.numberOf(order);
  const owner = numbers[order + Num.userId]!;
  ints[order + Int.slot] = live.book.rest(id, side, limit, left, owner);
  live.touch(side, limit);
  const untouched = numbers[order + Num.filled] === 0;
  const isHeld =
    untouched && !matched && ints[order + Int.makerPpm]! >= ints[order + Int.takerPpm]!;
  if (!isHeld) holdExactly(state, live, order, restingHold(state, live, order));
  ints[order + Int.status] = untouched ? STATUS.new : STATUS.partiallyFilled;
  state.note(order);
}

/** What the order must hold while it rests. */
export function restingHold(state: SpotState, { rules }: LiveBook, order: OrderRef): number {
  const { numbers, ints } = state.orders;
  const left = state.orders.remaining(order);
  if (ints[order + Int.side] !== BUY) return left * rules.basePerLot;
  const value = notional(rules, numbers[order + Num.limit]!, left);
  return restingBuyHold(value, ints[order + Int.makerPpm]!, ints[order + Int.feeFraction]!);
}

/** Brings the order's hold to `target`: releases what is too much, holds what is missing. */
export function holdExactly(
  state: SpotState,
  live: LiveBook,
  order: OrderRef,
  target: number,
): void {
  const { numbers } = state.orders;
  const held = numbers[order + Num.held]!;
  if (target === held) return;
  const account = payingAccount(state, live, order);
  if (target < held) state.ledger.release(account, held - target);
  else state.ledger.hold(account, target - held);
  numbers[order + Num.held] = target;
}

/** The account that an order's hold is in: the base asset for a sell, the quote asset for a buy. */
export function payingAccount(state: SpotState, live: LiveBook, order: OrderRef): AccountSlot {
  const { ints } = state.orders;
  return state.account(live, ints[order + Int.trader]!, ints[order + Int.side] as Side);
}

/** Takes the order off the book or the stops, if it is there, and ends it. */
export function withdraw(
  state: SpotState,
  live: LiveBook,
  order: OrderRef,
  status: StatusCode,
): void {
  const { numbers, ints } = state.orders;
  const slot = ints[order + Int.slot]!;
  if (slot !== 0) {
    live.book.cancel(slot);
    live.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
    ints[order + Int.slot] = 0;
  } else if (ints[order + Int.status] === STATUS.pending) {
    live.stops.remove(order);
  }
  finish(state, live, order, status);
}

/** Ends an order that is not in the book: its hold goes back, and nobody can reach it any more. */
export function finish(
  state: SpotState,
  live: LiveBook,
  order: OrderRef,
  status: StatusCode,
): void {
  const { ints } = state.orders;
  if (ints[order + Int.other] !== 0) endOther(state, live, order, status);
  holdExactly(state, live, order, 0);
  const counted = ints[order + Int.status] === STATUS.pending ? Seat.stops : Seat.open;
  live.seats.add(ints[order + Int.trader]!, counted, -1);
  ints[order + Int.status] = status;
  state.leave(order);
  state.note(order);
}

/**
 * Ends the order that `order` shares its funds with, now that this one trades, fires or ends. Who
 * takes one back takes both back.
 */
function endOther(state: SpotState, live: LiveBook, order: OrderRef, status: StatusCode): void {
  const { ints } = state.orders;
  const other = ints[order + Int.other]!;
  ints[order + Int.other] = 0;
  ints[other + Int.other] = 0;
  withdraw(state, live, other, status === STATUS.canceled ? STATUS.canceled : STATUS.expired);
}

/** Settles the rows of the last match for its taker. */
function settleFills(state: SpotState, live: LiveBook, taker: OrderRef): void {
  const { numbers, ints } = state.orders;
  const { fills } = live.book;
  const side = opposite(ints[taker + Int.side] as Side);
  for (let row = 0; row < fills.count; row += 1) {
    const maker = OrderRecords.at(fills.id[row]!);
    const lots = fills.lots[row]!;
    const price = fills.price[row]!;
    const gone = fills.left[row] === 0;
    live.touch(side, price);
    if (gone) ints[maker + Int.slot] = 0;
    else if (ints[maker + Int.other] !== 0) endOther(state, live, maker, STATUS.expired);
    if (fills.kind[row] === FILL.trade) {
      settle(state, live, taker, maker, price, lots);
      if (gone) finish(state, live, maker, STATUS.filled);
      else {
        ints[maker + Int.status] = STATUS.partiallyFilled;
        state.note(maker);
      }
    } else if (gone) {
      finish(state, live, maker, STATUS.expiredInMatch);
    } else {
      numbers[maker + Num.lots] = numbers[maker + Num.lots]! - lots;
      holdExactly(state, live, maker, restingHold(state, live, maker));
      state.note(maker);
    }
  }
}

/**
 * One trade: base from seller to buyer, quote from buyer to seller, fees from both to the house.
 */
function settle(
  state: SpotState,
  live: LiveBook,
  taker: OrderRef,
  maker: OrderRef,
  ticks: number,
  lots: number,
): void {
  const { ints } = state.orders;
  const { rules } = live;
  const quote = notional(rules, ticks, lots);
  const buys = ints[taker + Int.side] === BUY;
  const buyer = buys ? taker : maker;
  const seller = buys ? maker : taker;
  moveGoods(state, live, buyer, seller, lots * rules.basePerLot, quote);
  const takerPpm = ints[taker + Int.takerPpm]!;
  const makerPpm = ints[maker + Int.makerPpm]!;
  const takerFee = chargePpm(quote, takerPpm, ints[taker + Int.feeFraction]!);
  const makerFee = chargePpm(quote, makerPpm, ints[maker + Int.feeFraction]!);
  chargeFee(state, live, taker, takerFee, buys);
  chargeFee(state, live, maker, makerFee, !buys);
  fill(state, taker, lots, quote);
  fill(state, maker, lots, quote);
  live.lastTicks = ticks;
  live.lastTradeId += 1;
  noteTrade(state, live, taker, maker, lots, takerFee.charged, makerFee.charged);
}

function fill(state: SpotState, order: OrderRef, lots: number, quote: number): void {
  const { numbers } = state.orders;
  numbers[order + Num.filled] = numbers[order + Num.filled]! + lots;
  numbers[order + Num.filledQuote] = numbers[order + Num.filledQuote]! + quote;
}

/** The trade that was just settled, at the last price and under the last trade id of its market. */
function noteTrade(
  state: SpotState,
  live: LiveBook,
  taker: OrderRef,
  maker: OrderRef,
  lots: number,
  takerFee: number,
  makerFee: number,
): void {
  const { trades } = state;
  const { numbers, ints } = state.orders;
  const row = trades.add();
  trades.set(row, TradeField.market, live.rules.id);
  trades.set(row, TradeField.id, live.lastTradeId);
  trades.set(row, TradeField.seq, state.seq);
  trades.set(row, TradeField.at, state.at);
  trades.set(row, TradeField.ticks, live.lastTicks);
  trades.set(row, TradeField.lots, lots);
  trades.set(row, TradeField.takerSide, ints[taker + Int.side]!);
  trades.set(row, TradeField.takerOrder, numbers[taker + Num.id]!);
  trades.set(row, TradeField.makerOrder, numbers[maker + Num.id]!);
  trades.set(row, TradeField.takerUser, numbers[taker + Num.userId]!);
  trades.set(row, TradeField.makerUser, numbers[maker + Num.userId]!);
  trades.set(row, TradeField.takerFee, takerFee);
  trades.set(row, TradeField.makerFee, makerFee);
  trades.set(row, TradeField.takerFilled, numbers[taker + Num.filled]!);
  trades.set(row, TradeField.makerFilled, numbers[maker + Num.filled]!);
}

/** Moves both assets out of their holds. Between two orders of one owner nothing changes hands. */
function moveGoods(
  state: SpotState,
  live: LiveBook,
  buyer: OrderRef,
  seller: OrderRef,
  base: number,
  quote: number,
): void {
  const { ledger } = state;
  const { numbers, ints } = state.orders;
  const buys = ints[buyer + Int.trader]!;
  const sells = ints[seller + Int.trader]!;
  const sellerBase = state.account(live, sells, SELL);
  const buyerQuote = state.account(live, buys, BUY);
  if (buys === sells) {
    ledger.release(sellerBase, base);
    ledger.release(buyerQuote, quote);
  } else {
    ledger.postHeld(sellerBase, state.account(live, buys, SELL), base, PURPOSE.spotBase);
    ledger.postHeld(buyerQuote, state.account(live, sells, BUY), quote, PURPOSE.spotQuote);
  }
  numbers[seller + Num.held] = numbers[seller + Num.held]! - base;
  numbers[buyer + Num.held] = numbers[buyer + Num.held]! - quote;
}

/**
 * Charges a fee: its whole part to house:fees, the unit that rounding up adds to house:rounding.
 * When later fills make up that unit, house:rounding passes it on.
 */
function chargeFee(
  state: SpotState,
  live: LiveBook,
  order: OrderRef,
  fee: PpmCharge,
  fromHold: boolean,
): void {
  const { numbers, ints } = state.orders;
  ints[order + Int.feeFraction] = fee.fraction;
  if (fee.charged === 0 && fee.earned === 0) return;
  const { fees, rounding } = live;
  const from = state.account(live, ints[order + Int.trader]!, BUY);
  const earned = Math.min(fee.charged, fee.earned);
  if (earned > 0) payFee(state, from, fees, earned, PURPOSE.spotFee, fromHold);
  if (fee.charged > fee.earned) payFee(state, from, rounding, 1, PURPOSE.spotFeeRounding, fromHold);
  if (fee.charged < fee.earned) state.ledger.post(rounding, fees, 1, PURPOSE.spotFeeRounding);
  numbers[order + Num.fee] = numbers[order + Num.fee]! + fee.charged;
  if (fromHold) numbers[order + Num.held] = numbers[order + Num.held]! - fee.charged;
}

/** A buyer's fee comes out of its hold, a seller's out of the proceeds. */
function payFee(
  { ledger }: SpotState,
  from: AccountSlot,
  to: AccountSlot,
  units: number,
  purpose: Purpose,
  fromHold: boolean,
): void {
  if (fromHold) ledger.postHeld(from, to, units, purpose);
  else ledger.post(from, to, units, purpose);
}

/** Fires stops while the last price calls for it. Each fires once, so this ends. */
export function fireStops(state: SpotState, live: LiveBook): void {
  const { numbers, ints } = state.orders;
  for (let order = next(state, live); order !== 0; order = next(state, live)) {
    if (ints[order + Int.other] !== 0) {
      endOther(state, live, order, STATUS.expired);
      holdExactly(state, live, order, stopNeed(state, live, order));
    }
    live.seats.add(ints[order + Int.trader]!, Seat.stops, -1);
    live.seats.add(ints[order + Int.trader]!, Seat.open, 1);
    ints[order + Int.status] = STATUS.new;
    numbers[order + Num.place] = state.nextPlace();
    execute(state, live, order, stopLimit(state.orders, order));
  }
}

function next(state: SpotState, live: LiveBook): OrderRef {
  if (live.lastTicks === 0 || live.stops.count === 0 || !state.hasPlaces) return 0;
  return live.stops.takeFired(live.lastTicks);
}
