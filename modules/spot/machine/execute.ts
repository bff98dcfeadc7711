import { FILL, type SelfTradeMode } from '@assay/core/book/book';
import type { AccountSlot } from '@assay/core/ledger/ledger';
import { OWNER } from '@assay/core/ledger/owners';
import { PURPOSE, type Purpose } from '@assay/core/ledger/purpose';
import { chargePpm, type PpmCharge } from '@assay/core/num/integer';
import { notional, notionalWithin, restingBuyHold } from '@assay/core/order/cost';
import { STATUS, type StatusCode } from '@assay/core/order/order';
import { BUY, opposite } from '@assay/core/order/side';
import { hasLimit } from '../rules.ts';
import type { LiveBook, Order, SpotState } from './state.ts';

/** What stays of a good-till-cancelled order rests; of anything else it expires. */
const GTC = 0;

/**
 * Lets an accepted order take what the book offers up to `limit`, settles every trade, and rests
 * or ends it. Its funds are held already, so nothing in here can be refused.
 */
export function execute(state: SpotState, order: Order, limit: number): void {
  const { live } = order;
  const { book } = live;
  const mode = order.selfTrade as SelfTradeMode;
  if (order.amount > 0) {
    executeAmount(state, order, limit);
    return;
  }
  const left = book.match(order.side, limit, order.remaining, order.userId, mode);
  settleFills(state, order);
  if (book.takerExpired) {
    finish(state, order, STATUS.expired);
    return;
  }
  // What self-trade prevention took off a taker that goes on is not part of its quantity any more.
  order.lots = order.filled + left;
  if (left === 0) finish(state, order, STATUS.filled);
  else if (hasLimit(order.type) && order.timeInForce === GTC) rest(state, order);
  else finish(state, order, STATUS.expired);
}

/**
 * An order by amount: a buy spends it with the fee on top, a sell sells the lots that were found to
 * bring it. It is filled when what is left of the amount is less than one lot at the last price.
 */
function executeAmount(state: SpotState, order: Order, limit: number): void {
  const { live, side, userId } = order;
  const mode = order.selfTrade as SelfTradeMode;
  const spend = side === BUY ? notionalWithin(order.amount, order.takerPpm) : order.amount;
  const budget = Math.floor(spend / live.rules.quotePerTickLot);
  if (budget > 0) {
    if (side === BUY) live.book.matchBudget(side, limit, budget, userId, mode);
    else live.book.match(side, limit, order.lots, userId, mode);
    settleFills(state, order);
  }
  order.lots = order.filled;
  const left = budget - order.filledQuote / live.rules.quotePerTickLot;
  const filled = order.filled > 0 && left < live.lastTicks;
  finish(state, order, filled ? STATUS.filled : STATUS.expired);
}

/** Rests what the order has left, and lets go of what it need not hold any more. */
export function rest(state: SpotState, order: Order): void {
  const { live } = order;
  const left = order.remaining;
  order.slot = live.book.rest(order.id, order.side, order.limit, left, order.userId);
  live.orders[order.slot] = order;
  live.touch(order.side, order.limit);
  holdExactly(state, order, restingHold(order));
  order.status = order.filled > 0 ? STATUS.partiallyFilled : STATUS.new;
  state.note(order);
}

/** What the order must hold while it rests. */
export function restingHold(order: Order): number {
  const { rules } = order.live;
  const left = order.remaining;
  if (order.side !== BUY) return left * rules.basePerLot;
  return restingBuyHold(notional(rules, order.limit, left), order.makerPpm, order.feeFraction);
}

/** Brings the order's hold to `target`: releases what is too much, holds what is missing. */
export function holdExactly(state: SpotState, order: Order, target: number): void {
  const slot = heldSlot(state, order);
  if (target < order.held) state.ledger.release(slot, BigInt(order.held - target));
  else if (target > order.held) state.ledger.hold(slot, BigInt(target - order.held));
  order.held = target;
}

/** The account that an order's hold is in: the base asset for a sell, the quote asset for a buy. */
export function heldSlot(state: SpotState, order: Order): number {
  const { rules } = order.live;
  const asset = order.side === BUY ? rules.quoteAsset : rules.baseAsset;
  return state.slot(order.user, asset);
}

/** Takes the order off the book or the stops, if it is there, and ends it. */
export function withdraw(state: SpotState, order: Order, status: StatusCode): void {
  if (order.slot !== 0) {
    order.live.book.cancel(order.slot);
    order.live.touch(order.side, order.limit);
    order.live.orders[order.slot] = undefined;
    order.slot = 0;
  } else if (order.status === STATUS.pending) {
    order.live.stops.remove(order);
  }
  finish(state, order, status);
}

/** Ends an order that is not in the book: its hold goes back, and nobody can reach it any more. */
export function finish(state: SpotState, order: Order, status: StatusCode): void {
  holdExactly(state, order, 0);
  const { user, live } = order;
  const counts = order.status === STATUS.pending ? live.stopsOf : live.openOf;
  counts.add(user, -1);
  order.status = status;
  user.unlink(order);
  state.orders.delete(order);
  if (order.clientOrderId !== '') {
    state.byClientId.delete(`${order.userId} ${order.clientOrderId}`);
  }
  state.note(order);
}

/** Settles the rows of the last match for its taker. */
function settleFills(state: SpotState, taker: Order): void {
  const { live } = taker;
  const { fills } = live.book;
  for (let row = 0; row < fills.count; row += 1) {
    const slot = fills.slot[row] as number;
    const maker = live.orders[slot] as Order;
    const lots = fills.lots[row] as number;
    const gone = fills.left[row] === 0;
    live.touch(opposite(taker.side), fills.price[row] as number);
    if (gone) {
      live.orders[slot] = undefined;
      maker.slot = 0;
    }
    if (fills.kind[row] === FILL.trade) {
      settle(state, taker, maker, fills.price[row] as number, lots);
      if (gone) finish(state, maker, STATUS.filled);
      else {
        maker.status = STATUS.partiallyFilled;
        state.note(maker);
      }
    } else if (gone) {
      finish(state, maker, STATUS.expired);
    } else {
      maker.lots -= lots;
      holdExactly(state, maker, restingHold(maker));
      state.note(maker);
    }
  }
}

/**
 * One trade: base from seller to buyer, quote from buyer to seller, fees from both to the house.
 */
function settle(state: SpotState, taker: Order, maker: Order, ticks: number, lots: number): void {
  const { live } = taker;
  const { rules } = live;
  const quote = notional(rules, ticks, lots);
  const buyer = taker.side === BUY ? taker : maker;
  const seller = taker.side === BUY ? maker : taker;
  moveGoods(state, buyer, seller, lots * rules.basePerLot, quote);
  const takerFee = chargePpm(quote, taker.takerPpm, taker.feeFraction);
  const makerFee = chargePpm(quote, maker.makerPpm, maker.feeFraction);
  chargeFee(state, taker, takerFee, taker === buyer);
  chargeFee(state, maker, makerFee, maker === buyer);
  for (const order of [taker, maker]) {
    order.filled += lots;
    order.filledQuote += quote;
  }
  live.lastTicks = ticks;
  live.lastTradeId += 1;
  state.trades.push({
    live,
    id: live.lastTradeId,
    seq: state.seq,
    at: state.at,
    ticks,
    lots,
    taker,
    maker,
    takerFee: takerFee.charged,
    makerFee: makerFee.charged,
    takerFilled: taker.filled,
    makerFilled: maker.filled,
  });
}

/** Moves both assets out of their holds. Between two orders of one owner nothing changes hands. */
function moveGoods(
  state: SpotState,
  buyer: Order,
  seller: Order,
  base: number,
  quote: number,
): void {
  const { ledger } = state;
  const { baseAsset, quoteAsset } = buyer.live.rules;
  const sellerBase = state.slot(seller.user, baseAsset);
  const buyerQuote = state.slot(buyer.user, quoteAsset);
  if (buyer.user === seller.user) {
    ledger.release(sellerBase, BigInt(base));
    ledger.release(buyerQuote, BigInt(quote));
  } else {
    const buyerBase = state.slot(buyer.user, baseAsset);
    const sellerQuote = state.slot(seller.user, quoteAsset);
    ledger.postHeld(sellerBase, buyerBase, BigInt(base), PURPOSE.spotBase);
    ledger.postHeld(buyerQuote, sellerQuote, BigInt(quote), PURPOSE.spotQuote);
  }
  seller.held -= base;
  buyer.held -= quote;
}

/**
 * Charges a fee: its whole part to house:fees, the unit that rounding up adds to house:rounding.
 * When later fills make up that unit, house:rounding passes it on.
 */
function chargeFee(state: SpotState, order: Order, fee: PpmCharge, fromHold: boolean): void {
  order.feeFraction = fee.fraction;
  if (fee.charged === 0 && fee.earned === 0) return;
  const { ledger } = state;
  const { quoteAsset } = order.live.rules;
  const from = state.slot(order.user, quoteAsset);
  const fees = state.houseSlot(OWNER.fees, quoteAsset);
  const rounding = state.houseSlot(OWNER.rounding, quoteAsset);
  const earned = Math.min(fee.charged, fee.earned);
  if (earned > 0) payFee(state, from, fees, earned, PURPOSE.spotFee, fromHold);
  if (fee.charged > fee.earned) payFee(state, from, rounding, 1, PURPOSE.spotFeeRounding, fromHold);
  if (fee.charged < fee.earned) ledger.post(rounding, fees, 1n, PURPOSE.spotFeeRounding);
  order.fee += fee.charged;
  if (fromHold) order.held -= fee.charged;
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
  if (fromHold) ledger.postHeld(from, to, BigInt(units), purpose);
  else ledger.post(from, to, BigInt(units), purpose);
}

/** Fires stops while the last price calls for it. Each fires once, so this ends. */
export function fireStops(
  state: SpotState,
  live: LiveBook,
  limitOf: (order: Order) => number,
): void {
  for (let order = next(state, live); order !== null; order = next(state, live)) {
    live.stopsOf.add(order.user, -1);
    live.openOf.add(order.user, 1);
    order.status = STATUS.new;
    order.place = state.nextPlace();
    execute(state, order, limitOf(order));
  }
}

function next(state: SpotState, live: LiveBook): Order | null {
  if (live.lastTicks === 0 || !state.hasPlaces) return null;
  return live.stops.takeFired(live.lastTicks);
}
