import { FILL, type SelfTradeMode } from '../../book/book.ts';
import { notional } from '../cost.ts';
import { hasLimit, isStop, STATUS, type StatusCode, Time } from '../order.ts';
import { BUY, opposite, type Side } from '../side.ts';
import type { MarketState } from './market-state.ts';
import { Cold, Int, Mark, Num, numberOf, type OrderRef, type Orders, refOf } from './records.ts';
import { Seat } from './seats.ts';
import type { TradingState } from './state.ts';
import { Field } from './trade-layout.ts';

/**
 * Lets an accepted order take what the book offers up to `limit`, settles every trade, and rests
 * or ends it. Its funds are held already, so nothing in here can be refused.
 */
export function execute(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  limit: number,
): void {
  const { numbers, ints } = state.orders;
  const { book } = market;
  if (!hasLimit(ints[order + Int.type]!) && numbers[order + Num.amount]! > 0) {
    executeAmount(state, market, order, limit);
    return;
  }
  const mode = ints[order + Int.selfTrade] as SelfTradeMode;
  const side = ints[order + Int.side] as Side;
  const owner = numbers[order + Num.userId]!;
  const left = book.match(side, limit, state.orders.remaining(order), owner, mode);
  const matched = book.fills.count > 0;
  if (matched) settleFills(state, market, order);
  if (book.takerExpired) {
    finish(state, market, order, STATUS.expiredInMatch);
    return;
  }
  // What self-trade prevention took off a taker that goes on no longer counts as its quantity.
  numbers[order + Num.lots] = numbers[order + Num.filled]! + left;
  if (left === 0) finish(state, market, order, STATUS.filled);
  else if (book.takerCut) finish(state, market, order, STATUS.expiredAtFillLimit);
  else if (ints[order + Int.timeInForce] === Time.gtc && hasLimit(ints[order + Int.type]!)) {
    rest(state, market, order, matched);
  } else finish(state, market, order, STATUS.expired);
}

/**
 * An order by amount: a buy spends what its product lets it spend, a sell sells the lots that were
 * computed to bring the amount. It is filled when what is left is less than one lot at the last
 * price.
 */
function executeAmount(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  limit: number,
): void {
  const { numbers, ints } = state.orders;
  const mode = ints[order + Int.selfTrade] as SelfTradeMode;
  const side = ints[order + Int.side] as Side;
  const owner = numbers[order + Num.userId]!;
  const amount = numbers[order + Num.amount]!;
  const spend = market.product.budget(side, amount, ints[order + Int.takerPpm]!);
  const budget = Math.floor(spend / market.rules.quotePerTickLot);
  let unfilled: StatusCode = STATUS.expired;
  if (budget > 0) {
    if (side === BUY) market.book.matchBudget(side, limit, budget, owner, mode);
    else market.book.match(side, limit, numbers[order + Num.lots]!, owner, mode);
    if (market.book.takerExpired) unfilled = STATUS.expiredInMatch;
    else if (market.book.takerCut) unfilled = STATUS.expiredAtFillLimit;
    settleFills(state, market, order);
  }
  const filled = numbers[order + Num.filled]!;
  numbers[order + Num.lots] = filled;
  const left = budget - numbers[order + Num.filledQuote]! / market.rules.quotePerTickLot;
  finish(state, market, order, filled > 0 && left < market.lastTicks ? STATUS.filled : unfilled);
}

/**
 * Rests what is left of the order, and releases what it need not hold any more. An order that
 * traded nothing has nothing to release, unless makers pay less than takers.
 */
function rest(state: TradingState, market: MarketState, order: OrderRef, matched: boolean): void {
  const { numbers, ints } = state.orders;
  const side = ints[order + Int.side] as Side;
  const limit = numbers[order + Num.limit]!;
  const left = state.orders.remaining(order);
  const id = numberOf(order);
  const owner = numbers[order + Num.userId]!;
  const shown = shownAtFirst(state, order, left);
  const slot = market.book.rest(id, side, limit, shown, owner);
  if (shown < left) market.book.hide(slot, left - shown, state.orders.cold(order, Cold.iceberg));
  ints[order + Int.slot] = slot;
  market.touch(side, limit);
  const untouched = numbers[order + Num.filled] === 0;
  const isHeld =
    untouched && !matched && ints[order + Int.makerPpm]! >= ints[order + Int.takerPpm]!;
  if (!isHeld) holdExactly(state, market, order, market.product.resting(market, order));
  ints[order + Int.status] = untouched ? STATUS.new : STATUS.partiallyFilled;
  state.note(order);
}

/** Adds an accepted stop to those that wait. */
export function startWaiting(state: TradingState, market: MarketState, stop: OrderRef): void {
  const { orders } = state;
  const trails = orders.has(stop, Mark.rare) && orders.cold(stop, Cold.trailing) > 0;
  const follows = trails && orders.cold(stop, Cold.activation) === 0;
  if (follows) market.stops.start(stop, market.lastTicks);
  else market.stops.add(stop);
  state.note(stop);
}

/** How many of its lots an order shows that begins to rest: all, unless it is an iceberg. */
function shownAtFirst({ orders }: TradingState, order: OrderRef, left: number): number {
  const iceberg = orders.has(order, Mark.rare) ? orders.cold(order, Cold.iceberg) : 0;
  if (iceberg === 0) return left;
  const shown = Math.min(iceberg, left);
  setShown(orders, order, shown);
  return shown;
}

/** Notes how many lots an iceberg shows, which its row says too. */
export function setShown(orders: Orders, iceberg: OrderRef, shown: number): void {
  orders.setCold(iceberg, Cold.shown, shown);
  orders.mark(iceberg, Mark.rewritten);
}

/**
 * `lots` of an iceberg in the book have gone, and `left` are left of it. Once it showed no more, it
 * shows the next part and gives up its priority.
 */
function showNext(state: TradingState, order: OrderRef, lots: number, left: number): void {
  const { orders } = state;
  const iceberg = orders.cold(order, Cold.iceberg);
  if (iceberg === 0) return;
  let shown = orders.cold(order, Cold.shown) - lots;
  if (shown === 0) {
    shown = Math.min(iceberg, left);
    orders.numbers[order + Num.priority] = state.nextId();
  }
  setShown(orders, order, shown);
}

/** Brings the order's hold to `target`: releases what is too much, holds what is missing. */
export function holdExactly(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  target: number,
): void {
  const { numbers } = state.orders;
  const held = numbers[order + Num.held]!;
  if (target === held) return;
  const account = state.payingAccount(market, order);
  if (target < held) state.ledger.release(account, held - target);
  else state.ledger.hold(account, target - held);
  numbers[order + Num.held] = target;
}

/** Removes the order from the book or the stops, if it is there, and ends it. */
export function withdraw(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  status: StatusCode,
): void {
  const { numbers, ints } = state.orders;
  const slot = ints[order + Int.slot]!;
  if (slot !== 0) {
    market.book.cancel(slot);
    market.touch(ints[order + Int.side] as Side, numbers[order + Num.limit]!);
    ints[order + Int.slot] = 0;
  } else if (ints[order + Int.status] === STATUS.pending) {
    market.stops.remove(order);
  }
  finish(state, market, order, status);
}

/** Ends an order that is not in the book: releases its hold and removes it from every index. */
export function finish(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  status: StatusCode,
): void {
  const { ints } = state.orders;
  if (ints[order + Int.other] !== 0) endOther(state, market, order, status);
  holdExactly(state, market, order, 0);
  market.seats.add(ints[order + Int.trader]!, countedAs(state, order), -1);
  ints[order + Int.status] = status;
  state.leave(order);
  state.note(order);
  market.product.released(market, order);
  if (state.orders.has(order, Mark.paired)) endList(state, market, order, status);
}

/** The count of its owner's orders that an open order is part of. */
export function countedAs({ orders: { ints } }: TradingState, order: OrderRef): CountedSeat {
  const status = ints[order + Int.status]!;
  if (status === STATUS.dormant) return isStop(ints[order + Int.type]!) ? Seat.stops : Seat.dormant;
  return status === STATUS.pending ? Seat.stops : Seat.open;
}

type CountedSeat = Seat.open | Seat.stops | Seat.dormant;

/**
 * While orders of a list wait for its working order, all of them end with the first that ends,
 * unless that is the working order and it is filled: then their turn comes.
 */
function endList(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  status: StatusCode,
): void {
  const { numbers } = state.orders;
  const list = numbers[order + Num.oco]!;
  if (!market.dormant.has(list)) return;
  const isWorking = numbers[order + Num.id] === list;
  if (isWorking && status === STATUS.filled) {
    market.dormant.fill(list);
    return;
  }
  const ending = status === STATUS.canceled ? STATUS.canceled : STATUS.expired;
  for (const other of market.dormant.remove(list)) {
    if (other !== order) finish(state, market, other, ending);
  }
  const working = state.orders.find(list);
  if (working !== 0) withdraw(state, market, working, ending);
}

/**
 * Ends the order that shares its funds with `order`, because `order` trades, fires or ends. If one
 * is cancelled, both are.
 */
export function endOther(
  state: TradingState,
  market: MarketState,
  order: OrderRef,
  status: StatusCode,
): void {
  const { ints } = state.orders;
  const other = ints[order + Int.other]!;
  ints[order + Int.other] = 0;
  ints[other + Int.other] = 0;
  withdraw(state, market, other, status === STATUS.canceled ? STATUS.canceled : STATUS.expired);
}

/** Settles the rows of the last match for its taker. */
function settleFills(state: TradingState, market: MarketState, taker: OrderRef): void {
  const { numbers, ints } = state.orders;
  const { fills } = market.book;
  state.work += fills.count;
  const side = opposite(ints[taker + Int.side] as Side);
  for (let row = 0; row < fills.count; row += 1) {
    const maker = refOf(fills.id[row]!);
    const lots = fills.lots[row]!;
    const price = fills.price[row]!;
    const gone = fills.left[row] === 0;
    market.touch(side, price);
    if (gone) ints[maker + Int.slot] = 0;
    else if (ints[maker + Int.other] !== 0) endOther(state, market, maker, STATUS.expired);
    if (!gone && state.orders.has(maker, Mark.rare)) {
      showNext(state, maker, lots, fills.left[row]!);
    }
    if (fills.kind[row] === FILL.trade) {
      trade(state, market, taker, maker, price, lots);
      if (gone) finish(state, market, maker, STATUS.filled);
      else {
        ints[maker + Int.status] = STATUS.partiallyFilled;
        state.note(maker);
      }
    } else if (gone) {
      finish(state, market, maker, STATUS.expiredInMatch);
    } else {
      numbers[maker + Num.lots] = numbers[maker + Num.lots]! - lots;
      holdExactly(state, market, maker, market.product.resting(market, maker));
      state.note(maker);
    }
  }
}

/** One trade at the maker's price: the product moves the money, both orders count the fill. */
function trade(
  state: TradingState,
  market: MarketState,
  taker: OrderRef,
  maker: OrderRef,
  ticks: number,
  lots: number,
): void {
  const { fill } = state;
  const value = notional(market.rules, ticks, lots);
  fill.taker = taker;
  fill.maker = maker;
  fill.ticks = ticks;
  fill.lots = lots;
  fill.notional = value;
  market.product.settle(market, fill);
  addFilled(state, taker, lots, value);
  addFilled(state, maker, lots, value);
  market.lastTicks = ticks;
  if (market.stops.trails) market.stops.follow(ticks);
  market.lastAt = state.at;
  market.lastTradeId += 1;
  noteTrade(state, market);
}

function addFilled(state: TradingState, order: OrderRef, lots: number, quote: number): void {
  const { numbers } = state.orders;
  numbers[order + Num.filled] = numbers[order + Num.filled]! + lots;
  numbers[order + Num.filledQuote] = numbers[order + Num.filledQuote]! + quote;
}

/** The trade that was just settled, under the last trade id of its market. */
function noteTrade(state: TradingState, { rules, lastTradeId }: MarketState): void {
  const { trades, fill } = state;
  const { taker, maker } = fill;
  const { numbers, ints } = state.orders;
  const row = trades.add();
  trades.set(row, Field.market, rules.id);
  trades.set(row, Field.id, lastTradeId);
  trades.set(row, Field.seq, state.seq);
  trades.set(row, Field.at, state.at);
  trades.set(row, Field.ticks, fill.ticks);
  trades.set(row, Field.lots, fill.lots);
  trades.set(row, Field.takerSide, ints[taker + Int.side]!);
  trades.set(row, Field.takerOrder, numbers[taker + Num.id]!);
  trades.set(row, Field.makerOrder, numbers[maker + Num.id]!);
  trades.set(row, Field.takerUser, numbers[taker + Num.userId]!);
  trades.set(row, Field.makerUser, numbers[maker + Num.userId]!);
  trades.set(row, Field.takerFee, fill.takerFee);
  trades.set(row, Field.makerFee, fill.makerFee);
  const buyer = ints[taker + Int.side] === BUY ? taker : maker;
  trades.set(row, Field.buyerFeeInBase, state.orders.has(buyer, Mark.feeInBase) ? 1 : 0);
  trades.set(row, Field.takerFilled, numbers[taker + Num.filled]!);
  trades.set(row, Field.makerFilled, numbers[maker + Num.filled]!);
}
