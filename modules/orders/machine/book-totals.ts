import { OWNER } from '@assay/core/ledger/owners';
import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import type { MarketState } from '@assay/core/order/life/market-state';
import { Int, Num } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import { BUY, SELL, type Side } from '@assay/core/order/side';

/** What customers have open in a market; the house's quotes are left out. */
export interface BookTotals {
  /** Orders in the book, and what they are worth at their prices, in the quote asset. */
  readonly bids: SideTotals;
  readonly asks: SideTotals;
  /** Stops that have not fired. */
  readonly stops: number;
  /** Orders that wait until another is filled. */
  readonly dormant: number;
}

interface SideTotals {
  readonly orders: number;
  readonly value: string;
}

/** Of the book's levels, so that it costs as much for a million orders as for a thousand. */
export function bookTotals(state: TradingState, market: MarketState): BookTotals {
  const side = (of: Side): SideTotals => {
    const { orders, lots } = minusHouse(state, market, of);
    const { quotePerTickLot } = market.rules;
    return { orders, value: formatDecimal(lots * BigInt(quotePerTickLot), SCALE) };
  };
  const { stops, dormant } = market;
  return { bids: side(BUY), asks: side(SELL), stops: stops.count, dormant: dormant.count };
}

/** Orders, and the sum of ticks x lots. */
function minusHouse(state: TradingState, market: MarketState, side: Side) {
  const { book } = market;
  const levels: number[] = [];
  const count = book.depth(side, book.levelCount(side), levels);
  let orders = 0;
  let lots = 0n;
  for (let at = 0; at < count * 2; at += 2) {
    orders += book.levelOrders(side, levels[at]!);
    lots += BigInt(levels[at]!) * BigInt(levels[at + 1]!);
  }
  const { ints, numbers } = state.orders;
  for (const order of state.ordersIn(market, state.traders.find(OWNER.marketMaker))) {
    if (ints[order + Int.side] !== side) continue;
    const left = numbers[order + Num.lots]! - numbers[order + Num.filled]!;
    orders -= 1;
    lots -= BigInt(numbers[order + Num.limit]!) * BigInt(left);
  }
  return { orders, lots };
}
