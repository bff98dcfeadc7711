import { hasLimit, isStop, Source } from '../order.ts';
import { Cold, Int, Mark, Num, type OrderRef } from './records.ts';
import type { TradingState } from './state.ts';
import { Field } from './trade-layout.ts';

/**
 * Outcomes of commands about orders: codes, ticks, lots and units, which the gateway turns into
 * text. Outcomes are stored with the command, so that a repeated id gets the first answer; members
 * may be added, never removed.
 */

/** The state of an order after a command. */
export interface OrderNumbers {
  readonly refusal?: undefined;
  readonly id: number;
  readonly status: number;
  readonly lots: number;
  readonly filled: number;
  readonly filledQuote: number;
  readonly fee: number;
  readonly held: number;
  /** Present where the fee is in the base asset; else it is in the quote asset. */
  readonly feeInBase?: true | undefined;
}

/** placeOrder, and each order of placeOco. */
export interface OrderPlaced extends OrderNumbers {
  /** The fills that it took in the command, four numbers each: trade id, ticks, lots, fee. */
  readonly fills: readonly number[];
  /** Of a stop: its trigger is reached when the price rises. */
  readonly rises?: boolean;
  /** Of a trailing stop: the price that activates it, or its first trigger. */
  readonly trigger?: number;
}

/** placeOco. */
export interface OcoPlaced {
  readonly refusal?: undefined;
  /** The order on the better side of the price, also where that is a stop. */
  readonly limit: OrderPlaced;
  readonly stop: OrderPlaced;
}

/** placeOto: the working order, and those that wait for it, as they were placed. */
export interface OtoPlaced {
  readonly refusal?: undefined;
  readonly working: OrderPlaced;
  readonly pending: readonly OrderPlaced[];
}

/** cancelOrder. */
export interface OrderCanceled extends OrderNumbers {
  readonly limit: number;
  readonly order: LastingTerms;
}

/** cancelAllOrders: ids of the orders that were open, ascending. */
export interface OrdersCanceled {
  readonly refusal?: undefined;
  readonly canceled: readonly number[];
}

/** amendOrder. */
export interface OrderAmended extends OrderCanceled {
  readonly fills: readonly number[];
  /** The former client order id, when it changed. */
  readonly formerName?: string;
}

/** What an order was placed with, and its client order id and trigger, which may be amended. */
export type LastingTerms = readonly [
  market: number,
  side: number,
  type: number,
  timeInForce: number,
  postOnly: boolean,
  selfTrade: number,
  amount: number,
  trigger: number,
  clientOrderId: string,
  createdAt: number,
  /** These are present only for orders with a trigger, or of a list. */
  rises?: boolean,
  oco?: number,
  /** When a stop fired; 0 for one that waits. */
  workingTime?: number,
  /** The code of its trigger source, unless that is the last price. */
  triggerSource?: number,
  /** Packed terms of its product, if it has any. */
  terms?: number,
  /** Lots that an iceberg shows at a time. */
  iceberg?: number,
  /** The order was placed to wait for another of its list. */
  follows?: boolean,
  /** Of a trailing stop: distance, activation price, and when it began to follow, in ms. */
  trailing?: number,
  activation?: number,
  trailingTime?: number,
];

/**
 * A new order with the fills that it took since the trade at `firstTrade` of the batch. The numbers
 * are written out here and in `changed`: a class that both extend cost 4 % of deciding.
 */
export function placed(state: TradingState, order: OrderRef, firstTrade: number): OrderPlaced {
  const { numbers, ints } = state.orders;
  return {
    id: numbers[order + Num.id]!,
    status: ints[order + Int.status]!,
    lots: numbers[order + Num.lots]!,
    filled: numbers[order + Num.filled]!,
    filledQuote: numbers[order + Num.filledQuote]!,
    fee: numbers[order + Num.fee]!,
    held: numbers[order + Num.held]!,
    feeInBase: feeInBase(state, order),
    fills: takenFills(state, order, firstTrade),
  };
}

/** The fills that the order took since the trade at `firstTrade` of the batch. */
export function takenFills(state: TradingState, order: OrderRef, firstTrade: number): number[] {
  const { trades } = state;
  const id = state.orders.numbers[order + Num.id]!;
  const fills: number[] = [];
  for (let row = firstTrade; row < trades.count; row += 1) {
    if (trades.get(row, Field.takerOrder) !== id) continue;
    fills.push(trades.get(row, Field.id), trades.get(row, Field.ticks));
    fills.push(trades.get(row, Field.lots), trades.get(row, Field.takerFee));
  }
  return fills;
}

/**
 * The current state of the order with its lasting terms, so that the gateway can turn the answer
 * into text without looking the order up.
 */
export function changed(state: TradingState, order: OrderRef): OrderCanceled {
  const { numbers, ints } = state.orders;
  return {
    id: numbers[order + Num.id]!,
    status: ints[order + Int.status]!,
    lots: numbers[order + Num.lots]!,
    limit: numbers[order + Num.limit]!,
    filled: numbers[order + Num.filled]!,
    filledQuote: numbers[order + Num.filledQuote]!,
    fee: numbers[order + Num.fee]!,
    held: numbers[order + Num.held]!,
    feeInBase: feeInBase(state, order),
    order: lastingTerms(state, order),
  };
}

function feeInBase({ orders }: TradingState, order: OrderRef): true | undefined {
  return orders.has(order, Mark.feeInBase) || undefined;
}

function lastingTerms({ orders }: TradingState, order: OrderRef): LastingTerms {
  const { numbers, ints } = orders;
  const type = ints[order + Int.type]!;
  const terms = [
    ints[order + Int.market]!,
    ints[order + Int.side]!,
    type,
    ints[order + Int.timeInForce]!,
    orders.has(order, Mark.postOnly),
    ints[order + Int.selfTrade]!,
    hasLimit(type) ? 0 : numbers[order + Num.amount]!,
    isStop(type) ? numbers[order + Num.trigger]! : 0,
    orders.name(order),
    numbers[order + Num.createdAt]!,
  ] as const;
  // Most orders are neither.
  if (!isStop(type) && !orders.has(order, Mark.paired | Mark.rare)) return terms;
  const [rises, oco] = [orders.has(order, Mark.rises), numbers[order + Num.oco]!];
  const workingTime = orders.cold(order, Cold.workingTime);
  const source = orders.cold(order, Cold.triggerSource);
  const own = orders.cold(order, Cold.terms);
  const iceberg = orders.cold(order, Cold.iceberg);
  const follows = orders.has(order, Mark.follows);
  const trailing = orders.cold(order, Cold.trailing);
  if (trailing > 0) {
    const activation = orders.cold(order, Cold.activation);
    const since = orders.cold(order, Cold.trailingTime);
    const rare = [iceberg, follows, trailing, activation, since] as const;
    return [...terms, rises, oco, workingTime, source, own, ...rare];
  }
  if (follows) return [...terms, rises, oco, workingTime, source, own, iceberg, true];
  if (iceberg > 0) return [...terms, rises, oco, workingTime, source, own, iceberg];
  if (own > 0) return [...terms, rises, oco, workingTime, source, own];
  if (source !== Source.last) return [...terms, rises, oco, workingTime, source];
  return [...terms, rises, oco, workingTime];
}
