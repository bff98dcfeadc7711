import { SELF_TRADE } from '@assay/core/book/book';
import { OWNER } from '@assay/core/ledger/owners';
import { ppmCeil } from '@assay/core/num/integer';
import { notional } from '@assay/core/order/cost';
import { execute, withdraw } from '@assay/core/order/life/execute';
import { fireStops } from '@assay/core/order/life/fire';
import type { MarketState } from '@assay/core/order/life/market-state';
import { Int, Mark, Num, type OrderRef } from '@assay/core/order/life/records';
import { Seat } from '@assay/core/order/life/seats';
import type { TradingState } from '@assay/core/order/life/state';
import { STATUS } from '@assay/core/order/order';
import { BUY, SELL, type Side } from '@assay/core/order/side';

/**
 * Market making from the house's own funded account, labelled as the house. On each index price it
 * quotes a ladder around it: tight near the index, wider and larger away from it. The ladder
 * follows the published index and nothing else, and cannot depend on who a customer is. Its orders
 * are ordinary: they rest, they fill, and when the index moves through a customer's price they take
 * it. The house pays no fees.
 */

const LEVELS = 16;
/** Half the spread, and how the distance between levels grows, in ppm of the index. */
const HALF_SPREAD_PPM = 150;
const STEP_PPM = 110;
/** Notional of a level in quote units: 4,000 near the index, growing outwards. */
const LEVEL_QUOTE = 4_000e8;
/** A quote stays while its price is off by no more than this share of its distance. */
const TOLERANCE_PPM = 350_000;
/** One quote in this many is renewed on each price although it could stay, so that depth moves. */
const RENEWED = 17;

/** Moves the house's quotes in one market to the current index price. Runs inside recordPrices. */
export function quoteAround(state: TradingState, market: MarketState, seq: number): void {
  const own = new Map<number, OrderRef>();
  for (const order of state.ordersIn(market, state.traders.of(OWNER.marketMaker))) {
    own.set(ladderKey(state, order), order);
  }
  const wanted: { side: Side; level: number; ticks: number; isKept: boolean }[] = [];
  for (let level = 0; level < LEVELS; level += 1) {
    for (const side of [BUY, SELL] as const) {
      const ticks = ladderTicks(market.indexTicks, side, level);
      const present = own.get(level * 2 + side);
      const isKept = present !== undefined && isWellPlaced(state, present, ticks, level, seq);
      if (present !== undefined && !isKept) withdraw(state, market, present, STATUS.canceled);
      wanted.push({ side, level, ticks, isKept });
    }
  }
  for (const { side, level, ticks, isKept } of wanted) {
    if (!isKept && ticks > 0) placeQuote(state, market, side, level, ticks, seq);
  }
  fireStops(state, market);
}

/** Cancels every quote of the house in a market. */
export function withdrawQuotes(state: TradingState, market: MarketState): void {
  for (const order of state.ordersIn(market, state.traders.of(OWNER.marketMaker))) {
    withdraw(state, market, order, STATUS.canceled);
  }
}

/** The level and side of a quote, from its client order id. */
function ladderKey({ orders }: TradingState, order: OrderRef): number {
  const [, level] = orders.name(order).split('-');
  return Number(level) * 2 + orders.ints[order + Int.side]!;
}

function distancePpm(level: number): number {
  return HALF_SPREAD_PPM + STEP_PPM * level + Math.floor((STEP_PPM * level * level) / 12);
}

/**
 * Price of a level: at least one tick from the index on its own side, rounded outwards to a tick.
 */
function ladderTicks(index: number, side: Side, level: number): number {
  const distance = Math.max(1 + level, ppmCeil(index, distancePpm(level)));
  return side === BUY ? index - distance : index + distance;
}

/** Whether a quote is untouched and close enough to its level to stay. */
function isWellPlaced(
  state: TradingState,
  order: OrderRef,
  ticks: number,
  level: number,
  seq: number,
): boolean {
  const { numbers, ints } = state.orders;
  const { rules, indexTicks } = state.marketOf(order);
  const side = ints[order + Int.side]!;
  const limit = numbers[order + Num.limit]!;
  if (numbers[order + Num.filled]! > 0) return false;
  if (noise(seq, rules.id, level * 2 + side) % RENEWED === 0) return false;
  const distance = Math.abs(ticks - indexTicks);
  const right = side === BUY ? limit < indexTicks : limit > indexTicks;
  return right && Math.abs(limit - ticks) * 1_000_000 <= distance * TOLERANCE_PPM;
}

/** A number that looks random and depends only on its arguments: two runs quote the same sizes. */
export function noise(seq: number, market: number, level: number): number {
  let x =
    Math.imul(seq | 0, 0x9e3779b1) ^ Math.imul(market, 0x85ebca6b) ^ Math.imul(level, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}

function placeQuote(
  state: TradingState,
  market: MarketState,
  side: Side,
  level: number,
  ticks: number,
  seq: number,
): void {
  // After long sweeps of earlier quotes the rest is placed with the next price.
  if (!state.mayBegin) return;
  const { rules } = market;
  const share = 50 + (noise(seq, rules.id + 64, level * 2 + side) % 101); // 50 % to 150 %
  const quote = Math.floor((LEVEL_QUOTE * (4 + level) * share) / 400);
  const perLot = notional(rules, ticks, 1);
  const lots = Math.min(rules.maxLots, Math.max(rules.minLots, Math.floor(quote / perLot)));
  const value = lots * perLot;
  if (value < rules.minNotional || value > rules.maxNotional || ticks > rules.maxTicks) return;
  const hold = side === BUY ? value : lots * rules.basePerLot;
  const trader = state.traders.of(OWNER.marketMaker);
  market.seats.take(trader);
  const account = state.findAccount(market, trader, side);
  if (!state.ledger.covers(account, hold)) return;
  state.ledger.hold(account, hold);
  const order = state.orders.take();
  const { numbers, ints } = state.orders;
  const id = state.nextId();
  state.orders.clear(order); // a limit order, good till cancelled
  numbers[order + Num.id] = id;
  numbers[order + Num.priority] = id;
  numbers[order + Num.userId] = OWNER.marketMaker;
  numbers[order + Num.createdAt] = state.at;
  numbers[order + Num.limit] = ticks;
  numbers[order + Num.lots] = lots;
  numbers[order + Num.held] = hold;
  if (side === BUY) state.orders.mark(order, Mark.feeInBase);
  ints[order + Int.market] = rules.id;
  ints[order + Int.trader] = trader;
  ints[order + Int.side] = side;
  ints[order + Int.selfTrade] = SELF_TRADE.expireMaker;
  ints[order + Int.status] = STATUS.new;
  market.seats.add(trader, Seat.open, 1);
  state.enter(order, `quote-${level}-${rules.id}-${side}`);
  execute(state, market, order, ticks);
}
