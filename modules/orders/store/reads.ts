import type { Realm } from '@assay/core/ledger/realm';
import { placedBy } from '@assay/core/order/life/state';
import type { Pool, PoolClient } from '@assay/platform/db/database';
import type { LastingNumbers, OrderProgress } from '../views.ts';

/**
 * What people read: the durable truth, by the indexes of who asks. A person's id is part of every
 * condition, so that somebody else's order is simply not there.
 */

/** Where to read: a pool, or one connection inside a transaction. */
export type Reads = Pick<Pool | PoolClient, 'query'>;

/** An order as stored, with the id of its market. */
export interface OrderRow extends LastingNumbers, OrderProgress {
  readonly market: number;
  /** When a stop fired; 0 for every other order. */
  readonly workingTime: number;
}

/** The columns under the names of LastingNumbers and OrderProgress. */
export const ORDER = `o.id, o.market, o.side, o.type, o.time_in_force AS "timeInForce",
  o.post_only AS "postOnly", o.self_trade AS "selfTrade", o.amount, o.trigger_ticks AS trigger,
  o.rises, o.oco, o.client_order_id AS "clientOrderId", o.created_at AS "createdAt", o.status,
  o.limit_ticks AS limit, o.lots, o.filled, o.filled_quote AS "filledQuote", o.fee, o.held,
  o.seq, o.updated_at AS "updatedAt", o.working_time AS "workingTime",
  o.trigger_source AS "triggerSource", o.terms`;

// The indexes leave the house's own rows out; a condition with a parameter alone does not tell
// the planner that it may use them.
export const OF_USER = '= $1 AND o.user_id >= 1000';

/** Open orders as they stood after the command `seq`. */
export interface OpenOrders {
  readonly seq: number;
  readonly rows: OrderRow[];
}

/**
 * Open orders of a user, newest first; `market` 0 for all. The number of them is bounded by rules.
 */
export async function readOpenOrders(
  reads: Reads,
  realm: Realm,
  userId: number,
  market: number,
): Promise<OpenOrders> {
  // One statement, so that orders and sequence number are of the same moment.
  const { rows } = await reads.query<OrderRow & { lastSeq: number }>({
    name: `open-orders-${realm}`,
    text: `SELECT e.last_seq AS "lastSeq", ${ORDER} FROM ${realm}.engine e
           LEFT JOIN ${realm}.open_order o ON o.user_id ${OF_USER} AND ($2 = 0 OR o.market = $2)
           ORDER BY o.id DESC`,
    values: [userId, market],
  });
  return { seq: rows[0]?.lastSeq ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** One order of a user, open or ended; null when there is none of theirs. */
async function readOrder(
  reads: Reads,
  realm: Realm,
  userId: number,
  orderId: number,
): Promise<OrderRow | null> {
  const { rows } = await reads.query<OrderRow>({
    name: `order-${realm}`,
    text: `SELECT ${ORDER} FROM ${realm}.open_order o WHERE o.id = $2 AND o.user_id ${OF_USER}
           UNION ALL
           SELECT ${ORDER} FROM ${realm}.ended_order o WHERE o.id = $2 AND o.user_id ${OF_USER}`,
    values: [userId, orderId],
  });
  return rows[0] ?? null;
}

/** An order of a user by our id, or the open one by the id that they gave it. */
export async function readNamedOrder(
  reads: Reads,
  realm: Realm,
  userId: number,
  name: { readonly orderId?: number | undefined; readonly clientOrderId?: string | undefined },
): Promise<OrderRow | null> {
  if (name.orderId !== undefined) return readOrder(reads, realm, userId, name.orderId);
  const { rows } = await reads.query<OrderRow>({
    name: `client-order-${realm}`,
    text: `SELECT ${ORDER} FROM ${realm}.open_order o
           WHERE o.user_id ${OF_USER} AND o.client_order_id = $2`,
    values: [userId, name.clientOrderId ?? ''],
  });
  return rows[0] ?? null;
}

export interface HistoryFilter {
  /** 0: any. */
  readonly market: number;
  /** Codes of statuses. */
  readonly statuses: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly limit: number;
}

/** Orders that have ended, newest first. */
export async function readEndedOrders(
  reads: Reads,
  realm: Realm,
  userId: number,
  filter: HistoryFilter,
): Promise<OrderRow[]> {
  const { market, statuses, from, to, before, limit } = filter;
  const { rows } = await reads.query<OrderRow>({
    name: `ended-orders-${realm}`,
    text: `SELECT ${ORDER} FROM ${realm}.ended_order o
           WHERE o.user_id ${OF_USER} AND o.id < $2 AND ($3 = 0 OR o.market = $3)
             AND o.status = ANY ($4::smallint[]) AND o.created_at BETWEEN $5 AND $6
           ORDER BY o.id DESC LIMIT $7`,
    values: [userId, before, market, statuses, from, to, limit],
  });
  return rows;
}

/** One side of a trade as stored. `taker` is 1 for the taker's side, 0 for the maker's. */
export interface FillRow {
  readonly seq: number;
  readonly market: number;
  readonly id: number;
  readonly taker: 0 | 1;
  readonly orderId: number;
  readonly side: number;
  readonly ticks: number;
  readonly lots: number;
  readonly fee: number;
  readonly at: number;
}

/** Fills stand in the order of their commands; within one by market, trade, and taker first. */
export interface FillPlace {
  readonly seq: number;
  readonly market: number;
  readonly id: number;
  readonly taker: number;
}

export interface FillFilter {
  readonly market: number;
  /** 0: any. */
  readonly orderId: number;
  readonly from: number;
  readonly to: number;
  readonly before: FillPlace;
  readonly limit: number;
}

/** Fills of a user, newest first. A trade of a user with themselves is two fills. */
export async function readFills(
  reads: Reads,
  realm: Realm,
  userId: number,
  filter: FillFilter,
): Promise<FillRow[]> {
  const { market, orderId, from, to, before, limit } = filter;
  // No index leads from an order to its trades; that none is older than its order bounds the
  // search.
  const fromSeq = placedBy(orderId);
  const { rows } = await reads.query<FillRow>({
    name: `fills-${realm}`,
    text: `SELECT * FROM (${fillsOf(realm, 'taker')} UNION ALL ${fillsOf(realm, 'maker')}) f
           ORDER BY seq DESC, market DESC, id DESC, taker DESC LIMIT $11`,
    values: [
      ...[userId, market, orderId, fromSeq, from, to],
      ...[before.seq, before.market, before.id, before.taker, limit],
    ],
  });
  return rows;
}

/**
 * When a trade was made, out of reach of the index by time: for a plan that is made once for all
 * spans the planner takes every span for a short one, and reads all trades of a user by it.
 */
export const TRADE_AT = 't.at + 0';

/** The columns of FillRow for each side of a trade. */
export const FILL_SIDES = {
  taker: fillColumns('taker', 't.taker_side', 1),
  maker: fillColumns('maker', '1 - t.taker_side', 0),
} as const;

function fillColumns(part: string, side: string, taker: number): string {
  return `t.seq, t.market, t.id, ${taker} AS taker, t.${part}_order AS "orderId",
    ${side} AS side, t.ticks, t.lots, t.${part}_fee AS fee, t.at`;
}

function fillsOf(realm: Realm, part: 'taker' | 'maker'): string {
  const taker = part === 'taker' ? 1 : 0;
  return `(SELECT ${FILL_SIDES[part]}
    FROM ${realm}.trade t
    WHERE t.${part}_user = $1 AND t.${part}_user >= 1000 AND t.seq BETWEEN $4 AND $7
      AND ($2 = 0 OR t.market = $2) AND ($3::bigint = 0 OR t.${part}_order = $3)
      AND ${TRADE_AT} BETWEEN $5 AND $6
      AND (t.seq, t.market::bigint, t.id, ${taker}) < ($7, $8::bigint, $9, $10::int)
    ORDER BY t.seq DESC, t.market DESC, t.id DESC LIMIT $11)`;
}

/** One trade as stored. */
export interface TradeRow {
  readonly id: number;
  readonly ticks: number;
  readonly lots: number;
  readonly side: number;
  readonly at: number;
}

const TRADE = 'id, ticks, lots, taker_side AS side, at';

/** The last trades of a market, oldest first. */
export async function readLastTrades(
  reads: Reads,
  realm: Realm,
  market: number,
  limit: number,
): Promise<TradeRow[]> {
  const { rows } = await reads.query<TradeRow>({
    name: `last-trades-${realm}`,
    text: `SELECT ${TRADE} FROM ${realm}.trade WHERE market = $1 ORDER BY id DESC LIMIT $2`,
    values: [market, limit],
  });
  return rows.reverse();
}

/** The trades of a market from an id on, oldest first. */
export async function readTradesFrom(
  reads: Reads,
  realm: Realm,
  market: number,
  fromId: number,
  limit: number,
): Promise<TradeRow[]> {
  const { rows } = await reads.query<TradeRow>({
    name: `trades-from-${realm}`,
    text: `SELECT ${TRADE} FROM ${realm}.trade WHERE market = $1 AND id >= $2
           ORDER BY id LIMIT $3`,
    values: [market, fromId, limit],
  });
  return rows;
}
