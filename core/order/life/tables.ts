import { inTable, record } from '../../schema/record.ts';

/**
 * An order as it is stored and kept: prices in ticks, quantities in lots, money in units of 1e-8,
 * times in ms; codes as in ../order.ts. Hot fields are those of a limit order that is placed and
 * cancelled or filled: it is decided without reading the rest. A cold field is valid only where a
 * mark says so.
 */
export const openOrder = record({
  table: 'open_order',
  key: ['id'],
  removable: true,
  fields: {
    id: { type: 'bigint', hot: true },
    userId: { type: 'bigint' },
    side: { type: 'smallint' },
    type: { type: 'smallint' },
    timeInForce: { type: 'smallint' },
    postOnly: { type: 'boolean' },
    selfTrade: { type: 'smallint' },
    /** Quote units of an order by amount, else 0. */
    amount: { type: 'bigint' },
    trigger: { type: 'bigint', column: 'trigger_ticks', changes: 'rarely' },
    /** Of a stop: its trigger is reached when the price rises to it, not when it falls to it. */
    rises: { type: 'boolean' },
    slippagePpm: { type: 'integer', place: 'number' },
    makerPpm: { type: 'integer' },
    takerPpm: { type: 'integer' },
    /** The client order id; "" for none. */
    clientOrderId: { type: 'text', changes: 'rarely' },
    createdAt: { type: 'bigint', hot: true },
    limit: { type: 'bigint', column: 'limit_ticks', hot: true, changes: true },
    lots: { type: 'bigint', hot: true, changes: true },
    filled: { type: 'bigint', hot: true, changes: true },
    filledQuote: { type: 'bigint', hot: true, changes: true },
    fee: { type: 'bigint', hot: true, changes: true },
    /** The asset of its fee: the base that a buy receives, or else the quote asset. */
    feeInBase: { type: 'boolean' },
    /** Part of the exact fee below one unit, in millionths (core/num/integer.ts chargePpm). */
    feeFraction: { type: 'integer', changes: true },
    /** In units of the account that it pays from. */
    held: { type: 'bigint', hot: true, changes: true },
    status: { type: 'smallint', changes: true },
    /** The lowest goes first among orders of one price, and among stops of one trigger. */
    priority: { type: 'bigint', changes: true },
    /** The command that changed it last, and when. */
    updatedAt: { type: 'bigint', changes: true },
    seq: { type: 'bigint', changes: true },
    /** Of a list of orders: the id of its first order; else 0. */
    oco: { type: 'bigint' },
    /** The order was placed to wait until the first order of its list is filled. */
    follows: { type: 'boolean' },
    /** Of a list of orders: the id that its client gave the list; else "". */
    listName: { type: 'text' },
    /** Of a rejected order: code of the reason (REJECTIONS). */
    rejection: { type: 'smallint', place: 'cold' },
    /**
     * When a stop fired, or an order that waited for another was placed, and began to work as an
     * order of the book; 0 for every other order.
     */
    workingTime: { type: 'bigint', place: 'cold', changes: true },
    /** Of a stop: code of the price that fires it (TRIGGER_SOURCES). */
    triggerSource: { type: 'smallint', place: 'cold' },
    /**
     * Terms that only the product of the market knows, packed (../terms.ts); 0 for an order
     * without.
     */
    terms: { type: 'bigint', place: 'cold' },
    /** Of an iceberg: lots that it shows at a time; 0 for an order that shows all. */
    iceberg: { type: 'bigint', place: 'cold' },
    /** Of an iceberg in the book: lots that it shows now. */
    shown: { type: 'bigint', place: 'cold', changes: 'rarely' },
    /** Of a trailing stop: its distance in basis points; 0 for every other order. */
    trailing: { type: 'smallint', column: 'trailing_delta', place: 'cold' },
    /** Of a trailing stop: the price that it waits for before it follows, if it does. */
    activation: { type: 'bigint', column: 'activation_ticks', place: 'cold' },
    /** Of a trailing stop: the number of the row that it follows from (trail.ts); 0 before. */
    since: { type: 'bigint', column: 'trailing_since', place: 'cold', changes: 'rarely' },
    /** When it began to follow, in ms. */
    trailingTime: { type: 'bigint', place: 'cold', changes: 'rarely' },
    /** The state-hash line follows the one of the market, which names it. */
    market: { type: 'smallint', digest: false },

    /** Number of its owner (traders.ts). */
    trader: { place: 'int' },
    /** Slot in the book while it rests there. */
    slot: { place: 'int' },
    /** The neighbours among its owner's open orders in the market. */
    next: { place: 'int' },
    previous: { place: 'int' },
    /** The next in its chain of the index. */
    chain: { place: 'int' },
    /** Of an OCO: the other order while both are open; else 0. */
    other: { place: 'int' },
    /** The order has a row in the table of open orders. */
    stored: { place: 'mark' },
    /** The order is on the list of what this batch changed. */
    changed: { place: 'mark' },
    /** A field that changes rarely has changed in this batch. */
    rewritten: { place: 'mark' },
    /** The order was placed as one of a list. */
    paired: { place: 'mark' },
    /** The order has a working time of its own. */
    fired: { place: 'mark' },
    /** Some of its cold numbers are not 0. */
    rare: { place: 'mark' },
  },
});

/**
 * A price that has reached stops which have not fired yet: the stops of its market, source and
 * direction whose trigger it is at or beyond and whose priority is below `before` are due.
 */
export const reachedPrice = record({
  table: 'reached_price',
  key: ['market', 'source', 'rises', 'before'],
  removable: true,
  fields: {
    market: { type: 'smallint' },
    /** Code of the trigger source (TRIGGER_SOURCES). */
    source: { type: 'smallint' },
    rises: { type: 'boolean' },
    before: { type: 'bigint' },
    ticks: { type: 'bigint' },
  },
});

/**
 * The highest price (of buys the lowest) that trailing stops of a market and side have followed
 * since they began. `since` numbers such rows and those of `trailReached` (trail.ts).
 */
export const trailRow = record({
  table: 'trail',
  key: ['market', 'side', 'since'],
  removable: true,
  fields: {
    market: { type: 'smallint' },
    side: { type: 'smallint' },
    since: { type: 'bigint' },
    ticks: { type: 'bigint', changes: true },
  },
});

/** A price that has reached trailing stops which have not fired yet (trail.ts). */
export const trailReached = record({
  table: 'trail_reached',
  key: ['market', 'side', 'at'],
  removable: true,
  fields: {
    market: { type: 'smallint' },
    side: { type: 'smallint' },
    at: { type: 'bigint' },
    ticks: { type: 'bigint' },
  },
});

/** Orders that ended, for history; rows are only ever added. */
export const endedOrder = inTable(openOrder, 'ended_order');

/**
 * An amendment that made an order smaller and left it its priority; rows are only ever added. A
 * command amends one order.
 */
export const amendment = record({
  table: 'amendment',
  key: ['orderId', 'seq'],
  fields: {
    orderId: { type: 'bigint' },
    seq: { type: 'bigint' },
    userId: { type: 'bigint' },
    at: { type: 'bigint' },
    /** The client order id before and after, the same when no other came with the amendment. */
    formerName: { type: 'text' },
    name: { type: 'text' },
    formerLots: { type: 'bigint' },
    lots: { type: 'bigint' },
  },
});

/** A match of two orders; rows are only ever added. Ids of a market rise by one from 1. */
export const trade = record({
  table: 'trade',
  key: ['market', 'id'],
  fields: {
    market: { type: 'smallint' },
    id: { type: 'bigint' },
    seq: { type: 'bigint' },
    at: { type: 'bigint' },
    ticks: { type: 'bigint' },
    lots: { type: 'bigint' },
    takerSide: { type: 'smallint' },
    takerOrder: { type: 'bigint' },
    makerOrder: { type: 'bigint' },
    takerUser: { type: 'bigint' },
    makerUser: { type: 'bigint' },
    takerFee: { type: 'bigint' },
    makerFee: { type: 'bigint' },
    /** 1 where the buyer's fee is in the base asset; every other fee is in the quote asset. */
    buyerFeeInBase: { type: 'smallint' },
    /** The totals of both orders after this trade, for reports of each fill. */
    takerFilled: { place: 'number' },
    makerFilled: { place: 'number' },
  },
});
