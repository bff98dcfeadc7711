import {
  MAX_SLIPPAGE_PPM,
  ORDER_STATUSES,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
} from '@assay/core/order/order';
import { defineCalls } from '@assay/core/schema/call';
import {
  clientOrderId,
  id,
  integer,
  limit,
  marketSymbol,
  missingOr,
  oneOf,
  positiveDecimal,
  timeRange,
  truth,
} from '@assay/core/schema/fields';
import { z } from 'zod';
import { type SpotRefusal, TRIGGER_WHEN } from './rules.ts';

/** Levels a side of a book that are published: what a screen or a small bot needs of it. */
export const BOOK_LEVELS = 500;
/** Trades in a snapshot of `trades.<market>`. */
export const RECENT_TRADES = 50;

/** How an order that has ended can have ended. */
export const ENDED_STATUSES = ['filled', 'canceled', 'expired', 'expiredInMatch'] as const;

/** One order. Decimal text; "" where a type of order has no such number. */
export const orderView = z.strictObject({
  id: z.int(),
  market: z.string(),
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  postOnly: z.boolean(),
  selfTrade: z.enum(SELF_TRADE_MODES),
  /** `pending`: a stop that has not triggered. */
  status: z.enum(ORDER_STATUSES),
  /** "" for an order by amount that has not traded. */
  quantity: z.string(),
  quoteAmount: z.string(),
  limitPrice: z.string(),
  triggerPrice: z.string(),
  /** The way the price must go to reach the trigger; "" without one. */
  triggerWhen: z.enum([...TRIGGER_WHEN, '']),
  filledQuantity: z.string(),
  filledQuote: z.string(),
  /** filledQuote / filledQuantity, rounded down to 8 decimals. */
  averageFillPrice: z.string(),
  /** In the quote asset, as charged so far. */
  fee: z.string(),
  /** In the quote asset for a buy, in the base asset for a sell. */
  held: z.string(),
  /** Of two orders of which one cancels the other: the id of the limit order; else 0. */
  oco: z.int(),
  clientOrderId: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** The command that last changed it: of two views of one order the higher is the later. */
  seq: z.int(),
});
export type OrderView = z.infer<typeof orderView>;

/** One side of a trade. `id` is the trade's, unique within its market. */
export const fillView = z.strictObject({
  id: z.int(),
  orderId: z.int(),
  market: z.string(),
  side: z.enum(SIDES),
  price: z.string(),
  quantity: z.string(),
  /** price x quantity, exact. */
  quote: z.string(),
  fee: z.string(),
  feeAsset: z.string(),
  liquidity: z.enum(['maker', 'taker']),
  at: z.int(),
});
export type FillView = z.infer<typeof fillView>;

/** One trade as everybody sees it. */
export const tradeView = z.strictObject({
  id: z.int(),
  market: z.string(),
  price: z.string(),
  quantity: z.string(),
  takerSide: z.enum(SIDES),
  at: z.int(),
});
export type TradeView = z.infer<typeof tradeView>;

/** One price level: price, quantity, and how much of that quantity is the house's own. */
const bookLevel = z.tuple([z.string(), z.string(), z.string()]);
export type BookLevel = z.infer<typeof bookLevel>;

/** Levels as they stood after the command `seq`, best first. */
export const depthView = z.strictObject({
  market: z.string(),
  seq: z.int(),
  at: z.int(),
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
});
export type DepthView = z.infer<typeof depthView>;

/** A snapshot of the channel `book.<market>`: at most BOOK_LEVELS a side, best first. */
export type BookSnapshot = Pick<DepthView, 'bids' | 'asks'>;

/**
 * A delta of `book.<market>`: changed levels as [side, price, quantity, house's quantity], side 0
 * for bids; quantity "0" removes the level. A level that leaves the published part is removed too.
 */
export interface BookDelta {
  readonly levels: readonly (readonly [0 | 1, string, string, string])[];
}

/** Snapshot and deltas of `trades.<market>`, oldest first. Ids rise by one: a gap is a cut. */
export interface TradesData {
  readonly trades: readonly TradeView[];
}

/** Proof of a command: its number and its hash in the realm's chain of all commands. */
const receipt = z.strictObject({ seq: z.int(), hash: z.string() });

const market = marketSymbol;

/** The order's id, or the id that its sender gave it: exactly one. */
const orderName = { orderId: id.optional(), clientOrderId: clientOrderId.optional() };
const oneName = {
  check: (input: { orderId?: number | undefined; clientOrderId?: string | undefined }) =>
    (input.orderId === undefined) !== (input.clientOrderId === undefined),
  params: { path: ['orderId'], error: 'orderName' },
};

/** Where a list of fills goes on: what the list before it returned as `next`. */
const fillCursor = z
  .string({ error: missingOr('cursor') })
  .regex(/^[1-9][0-9]{0,15}\.[1-9][0-9]{0,4}\.[1-9][0-9]{0,15}\.[01]$/, 'cursor');

const placed = z.strictObject({ order: orderView, fills: z.array(fillView), receipt });

const NUMBER_REFUSALS = [
  'invalidQuantity',
  'stepSize',
  'minQuantity',
  'maxQuantity',
  'invalidPrice',
  'tickSize',
  'maxPrice',
] as const satisfies readonly SpotRefusal[];

export const calls = defineCalls({
  placeOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary: 'Places an order; the answer is durable and tells what it has traded at once.',
    input: z.strictObject({
      market,
      side: oneOf(...SIDES),
      type: oneOf(...ORDER_TYPES),
      quantity: positiveDecimal.optional(),
      quoteAmount: positiveDecimal.optional(),
      limitPrice: positiveDecimal.optional(),
      triggerPrice: positiveDecimal.optional(),
      triggerWhen: oneOf(...TRIGGER_WHEN).optional(),
      timeInForce: oneOf(...TIMES_IN_FORCE).optional(),
      postOnly: truth.optional(),
      selfTrade: oneOf(...SELF_TRADE_MODES).optional(),
      clientOrderId: clientOrderId.optional(),
      maxSlippagePpm: integer(1, MAX_SLIPPAGE_PPM).optional(),
    }),
    output: placed,
    refusals: [
      'unknownMarket',
      'marketHalted',
      'invalidOrder',
      ...NUMBER_REFUSALS,
      'invalidAmount',
      'minNotional',
      'maxNotional',
      'clientOrderIdInUse',
      'tooManyOrders',
      'percentPrice',
      'noReferencePrice',
      'triggersAtOnce',
      'noLiquidity',
      'wouldTake',
      'insufficientBalance',
    ] as const satisfies readonly SpotRefusal[],
  },
  placeOco: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary:
      'Places a post-only limit order and a stop around the price; one of them cancels the other.',
    input: z.strictObject({
      market,
      side: oneOf(...SIDES),
      quantity: positiveDecimal,
      limitPrice: positiveDecimal,
      triggerPrice: positiveDecimal,
      stopLimitPrice: positiveDecimal.optional(),
      selfTrade: oneOf(...SELF_TRADE_MODES).optional(),
      limitClientOrderId: clientOrderId.optional(),
      stopClientOrderId: clientOrderId.optional(),
      maxSlippagePpm: integer(1, MAX_SLIPPAGE_PPM).optional(),
    }),
    output: z.strictObject({ limit: orderView, stop: orderView, receipt }),
    refusals: [
      'unknownMarket',
      'marketHalted',
      'invalidOrder',
      ...NUMBER_REFUSALS,
      'minNotional',
      'maxNotional',
      'clientOrderIdInUse',
      'tooManyOrders',
      'percentPrice',
      'noReferencePrice',
      'triggersAtOnce',
      'wouldTake',
      'ocoPrices',
      'insufficientBalance',
    ] as const satisfies readonly SpotRefusal[],
  },
  cancelOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary: 'Takes back what is left of an open order.',
    input: z.strictObject(orderName).refine(oneName.check, oneName.params),
    output: z.strictObject({ order: orderView, receipt }),
    refusals: ['unknownOrder'] as const satisfies readonly SpotRefusal[],
  },
  cancelAllOrders: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary: 'Takes back every open order, or those of one market.',
    input: z.strictObject({ market: market.optional() }),
    output: z.strictObject({ canceled: z.array(z.int()), receipt }),
    refusals: ['unknownMarket'] as const satisfies readonly SpotRefusal[],
  },
  amendOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary:
      'Changes a resting order: less of it keeps its place in the queue, anything else does not.',
    input: z
      .strictObject({
        ...orderName,
        quantity: positiveDecimal.optional(),
        limitPrice: positiveDecimal.optional(),
        newClientOrderId: clientOrderId.optional(),
      })
      .refine(oneName.check, oneName.params),
    output: placed,
    refusals: [
      'partOfOco',
      'marketHalted',
      'unknownOrder',
      ...NUMBER_REFUSALS,
      'minNotional',
      'maxNotional',
      'clientOrderIdInUse',
      'percentPrice',
      'wouldTake',
      'nothingToChange',
      'insufficientBalance',
    ] as const satisfies readonly SpotRefusal[],
  },
  getOpenOrders: {
    method: 'GET',
    auth: 'user',
    summary: 'Open orders of this person, newest first; stops that wait included.',
    input: z.strictObject({ market: market.optional() }),
    output: z.strictObject({ seq: z.int(), orders: z.array(orderView) }),
    refusals: [],
  },
  getOrderHistory: {
    method: 'GET',
    auth: 'user',
    summary: 'Orders that have ended, newest first; times are those of placing.',
    input: z.strictObject({
      market: market.optional(),
      ...timeRange,
      status: oneOf(...ENDED_STATUSES).optional(),
      before: id.optional(),
      limit: limit(50, 500),
    }),
    output: z.strictObject({
      orders: z.array(orderView),
      /** Give it as `before` to go on; null at the end. */
      next: z.int().nullable(),
    }),
    refusals: [],
  },
  getFills: {
    method: 'GET',
    auth: 'user',
    summary: 'What this person has traded, newest first.',
    input: z.strictObject({
      market: market.optional(),
      orderId: id.optional(),
      ...timeRange,
      before: fillCursor.optional(),
      limit: limit(50, 500),
    }),
    output: z.strictObject({ fills: z.array(fillView), next: z.string().nullable() }),
    refusals: [],
  },
  getDealList: {
    method: 'GET',
    auth: 'visitor',
    summary: 'The last trades of a market, or those from an id on; oldest first.',
    input: z.strictObject({ market, limit: limit(100, 1000), fromId: id.optional() }),
    output: z.strictObject({ trades: z.array(tradeView) }),
    refusals: ['unknownMarket'] as const satisfies readonly SpotRefusal[],
  },
  getDepth: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Price levels of a book with their quantity and the part of it that is the house’s.',
    input: z.strictObject({ market, limit: limit(50, BOOK_LEVELS) }),
    output: depthView,
    refusals: ['unknownMarket'] as const satisfies readonly SpotRefusal[],
  },
});
