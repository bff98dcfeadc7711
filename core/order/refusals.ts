import type { RefusedWith } from '../schema/registry.ts';

/**
 * Why commands about orders are refused: one list a command, in the order in which the reasons are
 * checked. A product's own reasons against placing and amending are `termsNotMet`, with the name of
 * the term in the detail.
 */

/** Filters of a quantity, then of a price (PRICE_FILTER, LOT_SIZE or MARKET_LOT_SIZE). */
const QUANTITY = ['invalidQuantity', 'stepSize', 'minQuantity', 'maxQuantity'] as const;
const PRICE = ['invalidPrice', 'tickSize', 'maxPrice'] as const;
const NOTIONAL = ['minNotional', 'maxNotional'] as const;

/**
 * The size of a market order is checked again when its price is known: minQuantity, maxQuantity,
 * minNotional and maxNotional can then follow noLiquidity, and for a trailing stop at market
 * noReferencePrice.
 */
export const PLACE_ORDER_REFUSALS = [
  'unknownMarket',
  'marketNotOpen',
  'marketHalted',
  'invalidOrder',
  'unsupportedTriggerSource',
  ...QUANTITY,
  'icebergParts',
  ...PRICE,
  'trailingDelta',
  'invalidAmount',
  ...NOTIONAL,
  'invalidClientOrderId',
  'clientOrderIdInUse',
  'tooManyStops',
  'tooManyOrders',
  'tooManyOrdersInAll',
  'percentPrice',
  'noReferencePrice',
  'triggersAtOnce',
  'noLiquidity',
  'wouldTake',
  'tooManyFills',
  'termsNotMet',
  'insufficientBalance',
] as const;

/** The reasons against the order on the better side, the stop, then the pair. */
export const PLACE_OCO_REFUSALS = [
  'unknownMarket',
  'marketNotOpen',
  'marketHalted',
  'invalidOrder',
  'unsupportedTriggerSource',
  ...QUANTITY,
  ...PRICE,
  ...NOTIONAL,
  'invalidClientOrderId',
  'clientOrderIdInUse',
  'tooManyStops',
  'tooManyOrders',
  'tooManyOrdersInAll',
  'percentPrice',
  'wouldTake',
  'noReferencePrice',
  'triggersAtOnce',
  'ocoPrices',
  'termsNotMet',
  'insufficientBalance',
] as const;

/**
 * The reasons against the working order and those that wait for it as they are written, then those
 * against the working order now, against those that wait, and against the pair. What depends on the
 * moment at which those that wait are placed is checked then: it rejects them (REJECTIONS).
 */
export const PLACE_OTO_REFUSALS = [
  'unknownMarket',
  'marketNotOpen',
  'marketHalted',
  'invalidOrder',
  'unsupportedTriggerSource',
  ...QUANTITY,
  'icebergParts',
  ...PRICE,
  ...NOTIONAL,
  'invalidClientOrderId',
  'clientOrderIdInUse',
  'tooManyStops',
  'tooManyOrders',
  'tooManyOrdersInAll',
  'percentPrice',
  'wouldTake',
  'tooManyFills',
  'ocoPrices',
  'termsNotMet',
  'insufficientBalance',
] as const;

export const CANCEL_ORDER_REFUSALS = ['unknownOrder'] as const;
export const CANCEL_ALL_ORDERS_REFUSALS = ['unknownProduct', 'unknownMarket'] as const;

export const AMEND_ORDER_REFUSALS = [
  'unknownOrder',
  'partOfOco',
  'marketNotOpen',
  'marketHalted',
  'invalidOrder',
  ...QUANTITY,
  'icebergParts',
  ...PRICE,
  'nothingToChange',
  ...NOTIONAL,
  'invalidClientOrderId',
  'clientOrderIdInUse',
  'percentPrice',
  'noReferencePrice',
  'triggersAtOnce',
  'wouldTake',
  'termsNotMet',
  'insufficientBalance',
] as const;

export type PlaceOrderRefusal = (typeof PLACE_ORDER_REFUSALS)[number];
export type PlaceOcoRefusal = (typeof PLACE_OCO_REFUSALS)[number];
export type PlaceOtoRefusal = (typeof PLACE_OTO_REFUSALS)[number];
/** Reasons against an order that depend on its market at the moment of placing. */
export type PlanRefusal =
  | 'noReferencePrice'
  | 'triggersAtOnce'
  | 'wouldTake'
  | 'tooManyFills'
  | 'noLiquidity'
  | 'minQuantity'
  | 'maxQuantity'
  | NotionalRefusal;
export type CancelOrderRefusal = (typeof CANCEL_ORDER_REFUSALS)[number];
export type CancelAllOrdersRefusal = (typeof CANCEL_ALL_ORDERS_REFUSALS)[number];
export type AmendOrderRefusal = (typeof AMEND_ORDER_REFUSALS)[number];

export type QuantityRefusal = (typeof QUANTITY)[number];
export type PriceRefusal = (typeof PRICE)[number];
export type NotionalRefusal = (typeof NOTIONAL)[number];

export type OrderRefusal =
  | PlaceOrderRefusal
  | PlaceOcoRefusal
  | PlaceOtoRefusal
  | CancelOrderRefusal
  | CancelAllOrdersRefusal
  | AmendOrderRefusal;

/** All refusals, each once. */
export const ORDER_REFUSALS: readonly OrderRefusal[] = [
  ...new Set([
    ...PLACE_ORDER_REFUSALS,
    ...PLACE_OCO_REFUSALS,
    ...PLACE_OTO_REFUSALS,
    ...CANCEL_ORDER_REFUSALS,
    ...CANCEL_ALL_ORDERS_REFUSALS,
    ...AMEND_ORDER_REFUSALS,
  ]),
];

/** A refusal with what the person needs to correct the order: the limit it violates, as text. */
export type Refused<R extends OrderRefusal = OrderRefusal> = RefusedWith<R>;
