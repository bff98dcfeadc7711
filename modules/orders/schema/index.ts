import {
  MAX_SLIPPAGE_PPM,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_DIRECTIONS,
  TRIGGER_SOURCES,
} from '@assay/core/order/order';
import {
  AMEND_ORDER_REFUSALS,
  CANCEL_ALL_ORDERS_REFUSALS,
  CANCEL_ORDER_REFUSALS,
  PLACE_OCO_REFUSALS,
  PLACE_ORDER_REFUSALS,
} from '@assay/core/order/refusals';
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
  text,
  timeRange,
  truth,
} from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { DAY, SECOND } from '@assay/core/time';
import { stepUpField } from '@assay/modules/identity/schema';
import { z } from 'zod';
import { sentTerms } from './terms.ts';
import {
  BOOK_LEVELS,
  depthView,
  ENDED_STATUSES,
  fillView,
  listedFill,
  orderView,
  tradeView,
} from './views.ts';

export type * from './commands.ts';
export type * from './facts.ts';
export * from './views.ts';

/** Proof of a command: its number and its hash in the realm's chain of all commands. */
const receipt = z.strictObject({ seq: z.int(), hash: z.string() });

/** Where the person has chosen so, a trade of a session is proved (decision 0041). */
const proved = ['stepUpNeeded', 'stepUpWrong'] as const;

const market = marketSymbol;

/** What a list is limited to: the markets of one product, one market, or both. */
const marketFilter = { product: text(1, 32).optional(), market: market.optional() };

/** The order's id or its client order id: exactly one of them. */
const orderName = { orderId: id.optional(), clientOrderId: clientOrderId.optional() };
const oneName = {
  check: (input: { orderId?: number | undefined; clientOrderId?: string | undefined }) =>
    (input.orderId === undefined) !== (input.clientOrderId === undefined),
  params: { path: ['orderId'], error: 'orderName' },
};
/** A new client order id may come with an amendment, and is none by itself. */
const oneChange = {
  check: (input: { quantity?: unknown; limitPrice?: unknown; triggerPrice?: unknown }) =>
    (input.quantity ?? input.limitPrice ?? input.triggerPrice) !== undefined,
  params: { path: ['quantity'], error: 'amendment' },
};

/** Where a list of fills continues: the `next` of the page before. */
const fillCursor = z
  .string({ error: missingOr('cursor') })
  .regex(/^[1-9][0-9]{0,15}\.[1-9][0-9]{0,4}\.[1-9][0-9]{0,15}\.[01]$/, 'cursor');

const placed = z.strictObject({ order: orderView, fills: z.array(fillView), receipt });

/** 20 orders a second on average, with bursts of 50. */
const burst = { max: 50, ms: 2.5 * SECOND };
const network = [{ max: 100, ms: SECOND }];
const members = [{ max: 1_000, ms: SECOND }];

/** Cancels are counted apart: whoever has used up the limit of orders must still get out. */
export const limits = {
  orderEntry: { account: [burst, { max: 100_000, ms: DAY }], network, members },
  orderCancel: { account: [burst], network, members },
} as const satisfies LimitTable;

export const calls = defineCalls({
  placeOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary: 'Places an order; the answer is durable and contains what the order traded at once.',
    input: z.strictObject({
      market,
      side: oneOf(...SIDES),
      type: oneOf(...ORDER_TYPES),
      quantity: positiveDecimal.optional(),
      quoteAmount: positiveDecimal.optional(),
      limitPrice: positiveDecimal.optional(),
      triggerPrice: positiveDecimal.optional(),
      triggerWhen: oneOf(...TRIGGER_DIRECTIONS).optional(),
      triggerSource: oneOf(...TRIGGER_SOURCES).optional(),
      icebergQuantity: positiveDecimal.optional(),
      trailingDelta: integer(1, 10_000).optional(),
      timeInForce: oneOf(...TIMES_IN_FORCE).optional(),
      postOnly: truth.optional(),
      selfTrade: oneOf(...SELF_TRADE_MODES).optional(),
      clientOrderId: clientOrderId.optional(),
      maxSlippagePpm: integer(1, MAX_SLIPPAGE_PPM).optional(),
      terms: sentTerms.optional(),
      ...stepUpField,
    }),
    output: placed,
    refusals: [...proved, ...PLACE_ORDER_REFUSALS],
  },
  placeOco: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary:
      'Places two orders around the price of which one cancels the other: a limit order or a stop that takes profit, and a stop.',
    input: z.strictObject({
      market,
      side: oneOf(...SIDES),
      quantity: positiveDecimal,
      limitPrice: positiveDecimal.optional(),
      takeProfitPrice: positiveDecimal.optional(),
      triggerPrice: positiveDecimal,
      triggerSource: oneOf(...TRIGGER_SOURCES).optional(),
      stopLimitPrice: positiveDecimal.optional(),
      selfTrade: oneOf(...SELF_TRADE_MODES).optional(),
      limitClientOrderId: clientOrderId.optional(),
      stopClientOrderId: clientOrderId.optional(),
      maxSlippagePpm: integer(1, MAX_SLIPPAGE_PPM).optional(),
      terms: sentTerms.optional(),
      ...stepUpField,
    }),
    output: z.strictObject({ limit: orderView, stop: orderView, receipt }),
    refusals: [...proved, ...PLACE_OCO_REFUSALS],
  },
  cancelOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'orderCancel',
    summary: 'Cancels what is left of an open order.',
    input: z.strictObject(orderName).refine(oneName.check, oneName.params),
    output: z.strictObject({ order: orderView, receipt }),
    refusals: CANCEL_ORDER_REFUSALS,
  },
  cancelAllOrders: {
    method: 'POST',
    auth: 'user',
    limit: 'orderCancel',
    summary: 'Cancels every open order, or those of one product, or of one market.',
    input: z.strictObject(marketFilter),
    output: z.strictObject({ canceled: z.array(z.int()), receipt }),
    refusals: CANCEL_ALL_ORDERS_REFUSALS,
  },
  amendOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'orderEntry',
    summary:
      'Changes an order that rests or waits; only a smaller quantity alone keeps its priority.',
    input: z
      .strictObject({
        ...orderName,
        quantity: positiveDecimal.optional(),
        limitPrice: positiveDecimal.optional(),
        triggerPrice: positiveDecimal.optional(),
        newClientOrderId: clientOrderId.optional(),
        ...stepUpField,
      })
      .refine(oneName.check, oneName.params)
      .refine(oneChange.check, oneChange.params),
    output: placed,
    refusals: [...proved, ...AMEND_ORDER_REFUSALS],
  },
  getOpenOrders: {
    method: 'GET',
    auth: 'user',
    summary: 'Open orders of this user, newest first, including stops that wait.',
    input: z.strictObject(marketFilter),
    output: z.strictObject({ seq: z.int(), orders: z.array(orderView) }),
    refusals: ['unknownProduct'],
  },
  getOrderHistory: {
    method: 'GET',
    auth: 'user',
    summary: 'Orders that have ended, newest first; times are those of placing.',
    input: z.strictObject({
      ...marketFilter,
      ...timeRange,
      status: oneOf(...ENDED_STATUSES).optional(),
      before: id.optional(),
      limit: limit(50, 500),
    }),
    output: z.strictObject({
      orders: z.array(orderView),
      /** The `before` of the next page; null on the last page. */
      next: z.int().nullable(),
    }),
    refusals: ['unknownProduct'],
  },
  getFills: {
    method: 'GET',
    auth: 'user',
    summary: 'Fills of this user, newest first.',
    input: z.strictObject({
      ...marketFilter,
      orderId: id.optional(),
      ...timeRange,
      before: fillCursor.optional(),
      limit: limit(50, 500),
    }),
    output: z.strictObject({ fills: z.array(listedFill), next: z.string().nullable() }),
    refusals: ['unknownProduct'],
  },
  getDealList: {
    method: 'GET',
    auth: 'visitor',
    summary: 'The last trades of a market, or those from an id on; oldest first.',
    input: z.strictObject({ market, limit: limit(100, 1000), fromId: id.optional() }),
    output: z.strictObject({ trades: z.array(tradeView) }),
    refusals: ['unknownMarket'],
  },
  getDepth: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Price levels of a book, each with its quantity and the house’s part of it.',
    input: z.strictObject({ market, limit: limit(50, BOOK_LEVELS) }),
    output: depthView,
    refusals: ['unknownMarket'],
  },
});
