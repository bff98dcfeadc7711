import {
  ORDER_STATUSES,
  ORDER_TYPES,
  REJECTIONS,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_DIRECTIONS,
  TRIGGER_SOURCES,
} from '@assay/core/order/order';
import { z } from 'zod';
import { orderTerms } from './terms.ts';

/** Published levels of each side of a book: enough for a screen or a small bot. */
export const BOOK_LEVELS = 500;
/** Trades in a snapshot of `trades.<market>`. */
export const RECENT_TRADES = 50;

/** The statuses of an order that has ended. */
export const ENDED_STATUSES = [
  'filled',
  'canceled',
  'expired',
  'expiredInMatch',
  'expiredAtFillLimit',
  'rejected',
] as const;

/** One order. Numbers are decimal text; "" where the order's type has no such number. */
export const orderView = z.strictObject({
  id: z.int(),
  market: z.string(),
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  postOnly: z.boolean(),
  selfTrade: z.enum(SELF_TRADE_MODES),
  /**
   * `pending`: a stop that has not triggered; `dormant`: it waits until the first order of its list
   * (`oco`) is filled.
   */
  status: z.enum(ORDER_STATUSES),
  /** "" for an order by amount that has not traded. */
  quantity: z.string(),
  quoteAmount: z.string(),
  limitPrice: z.string(),
  triggerPrice: z.string(),
  /** The direction in which the price must move to reach the trigger; "" without one. */
  triggerWhen: z.enum([...TRIGGER_DIRECTIONS, '']),
  filledQuantity: z.string(),
  filledQuote: z.string(),
  /** filledQuote / filledQuantity, rounded down to 8 decimals. */
  averageFillPrice: z.string(),
  /** As charged so far. */
  fee: z.string(),
  /** In spot what the order receives: base for a buy, quote for a sell. */
  feeAsset: z.string(),
  /** In the asset that orders of its side hold: in spot quote for a buy, base for a sell. */
  held: z.string(),
  /** Of an order of a list: the id of the first one, of an OCO the limit order; else 0. */
  oco: z.int(),
  clientOrderId: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  /** The command that last changed the order: of two views of one order the higher is the later. */
  seq: z.int(),
  /** The price that fires a stop, where that is not the last trade's. */
  triggerSource: z.enum(TRIGGER_SOURCES).optional(),
  /** Of a rejected order: why it could not be placed when its turn came. */
  rejection: z.enum(REJECTIONS).optional(),
  /** Of an iceberg: how much of it the book shows at a time. */
  icebergQuantity: z.string().optional(),
  /**
   * Of a trailing stop: its distance in basis points, the price from which it follows ("" for
   * none), and when it began to, in ms, 0 before. Its triggerPrice is that price until then, and
   * afterwards the worst at which it can trigger; of one that has fired, the price that fired it.
   */
  trailingDelta: z.int().optional(),
  activationPrice: z.string().optional(),
  trailingTime: z.int().optional(),
  /** Terms that only the market's product knows, where the order has any. */
  terms: orderTerms.optional(),
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

/** As a list has it: with the command that made the trade, as in a statement. */
export const listedFill = z.strictObject({ ...fillView.shape, seq: z.int() });

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

/** Levels after the command `seq`, best first. */
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

/**
 * Snapshot and deltas of `trades.<market>`, oldest first. Ids rise by one, so a gap shows that some
 * trades were left out.
 */
export interface TradesData {
  readonly trades: readonly TradeView[];
}
