/**
 * Codes of an order's properties. Codes are stored in the database and the log, so they are
 * permanent; people and programs read the names.
 */
export const ORDER_TYPES = ['limit', 'market', 'stopLimit', 'stopMarket'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const TIMES_IN_FORCE = ['gtc', 'ioc', 'fok'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

export const SIDES = ['buy', 'sell'] as const;
export type SideName = (typeof SIDES)[number];

/** The way in which the price must move to reach a trigger. */
export const TRIGGER_DIRECTIONS = ['falls', 'rises'] as const;
export type TriggerDirection = (typeof TRIGGER_DIRECTIONS)[number];

/** The price that a stop waits for: of the last trade, of the index, or the mark price. */
export const TRIGGER_SOURCES = ['last', 'index', 'mark'] as const;
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];

/** In the order of the book's codes (core/book/fills.ts). */
export const SELF_TRADE_MODES = [
  'none',
  'expireTaker',
  'expireMaker',
  'expireBoth',
  'decrement',
] as const;
export type SelfTradeName = (typeof SELF_TRADE_MODES)[number];
/** The mode of an order that names none. */
export const SELF_TRADE_DEFAULT = 'expireTaker' satisfies SelfTradeName;

/**
 * Pending is a stop that has not fired, dormant an order that waits until another of its list is
 * filled (oto.ts). All statuses from `filled` on but `dormant` are final: expiredInMatch is one
 * that self-trade prevention ended, expiredAtFillLimit a taker that had met as many orders as one
 * order may at once (life/bounds.ts), rejected one that could not be placed when its turn came.
 */
export const ORDER_STATUSES = [
  'pending',
  'new',
  'partiallyFilled',
  'filled',
  'canceled',
  'expired',
  'expiredInMatch',
  'expiredAtFillLimit',
  'dormant',
  'rejected',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const STATUS = {
  pending: 0,
  new: 1,
  partiallyFilled: 2,
  filled: 3,
  canceled: 4,
  expired: 5,
  expiredInMatch: 6,
  expiredAtFillLimit: 7,
  dormant: 8,
  rejected: 9,
} as const;
export type StatusCode = (typeof STATUS)[keyof typeof STATUS];

/**
 * Why orders were rejected that had waited for another: reasons against placing an order. A code is
 * the position in this list plus one.
 */
export const REJECTIONS = [
  'insufficientBalance',
  'triggersAtOnce',
  'wouldTake',
  'ocoPrices',
  'noReferencePrice',
  'noLiquidity',
  'tooManyFills',
  'termsNotMet',
  'minQuantity',
  'maxQuantity',
  'minNotional',
  'maxNotional',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** Whether an order may still trade. */
export function isOpen({ status }: { readonly status: OrderStatus }): boolean {
  return isOpenStatus(STATUS[status]);
}

/** Whether an open order is in no book yet: it waits for a price, or for another order. */
export function isWaiting({ status }: { readonly status: OrderStatus }): boolean {
  return status === 'pending' || status === 'dormant';
}

/** As isOpen, by the code of the status. */
export function isOpenStatus(status: number): boolean {
  return status <= STATUS.partiallyFilled || status === STATUS.dormant;
}

/** Codes of times in force, in the order of TIMES_IN_FORCE. */
export enum Time {
  gtc,
  ioc,
  fok,
}

/** Codes of trigger sources, in the order of TRIGGER_SOURCES. */
export enum Source {
  last,
  index,
  mark,
}

/** Codes of order types, in the order of ORDER_TYPES. */
export enum Type {
  limit,
  market,
  stopLimit,
  stopMarket,
}

/** True for the types that rest at a price of their own. */
export function hasLimit(type: number): boolean {
  return type === Type.limit || type === Type.stopLimit;
}

/** True for the types that wait for a trigger. */
export function isStop(type: number): boolean {
  return type >= Type.stopLimit;
}

/** How far from the best price a market order may trade if its sender names no slippage: 5 %. */
export const DEFAULT_SLIPPAGE_PPM = 50_000;
export const MAX_SLIPPAGE_PPM = 500_000;

/** What a trader pays, in ppm of the notional. */
export interface Rates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}
