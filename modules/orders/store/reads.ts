import type { Realm } from '@assay/core/ledger/realm';
import { placedBy } from '@assay/core/order/life/state';
import { STATUS } from '@assay/core/order/order';
import { ENDED_STATUSES } from '../schema/index.ts';
import type { LastingNumbers, OrderProgress } from '../views.ts';
import { commandsBetween, idsBetween, type Reads } from './commands.ts';

/**
 * What users read: durable rows, by indexes on the user. The user's id is part of every condition,
 * so that the orders of others are never found.
 */

export type { Reads };

/** An order as stored, with the id of its market. */
export interface OrderRow extends LastingNumbers, OrderProgress {
  readonly market: number;
  /** When a stop fired, or an order that waited was placed; 0 for every other order. */
  readonly workingTime: number;
  readonly follows: boolean;
  /** The id that its client gave the list of the order; "" for none. */
  readonly listName: string;
}

/** The columns under the names of LastingNumbers and OrderProgress. */
export const ORDER = `o.id, o.market, o.side, o.type, o.time_in_force AS "timeInForce",
  o.post_only AS "postOnly", o.self_trade AS "selfTrade", o.amount, o.trigger_ticks AS trigger,
  o.rises, o.oco, o.follows, o.list_name AS "listName", o.rejection,
  o.client_order_id AS "clientOrderId", o.created_at AS "createdAt", o.status,
  o.limit_ticks AS limit, o.lots, o.filled, o.filled_quote AS "filledQuote", o.fee,
  o.fee_in_base AS "feeInBase", o.held,
  o.seq, o.updated_at AS "updatedAt", o.working_time AS "workingTime",
  o.trigger_source AS "triggerSource", o.terms, o.iceberg, o.trailing_delta AS trailing,
  o.activation_ticks AS activation, o.trailing_time AS "trailingTime"`;

// The indexes leave out the rows of the house. A parameter alone would not show the planner that
// it may use them.
export const OF_USER = '= $1 AND o.user_id >= 1000';

/** Open orders after the command `seq`. */
export interface OpenOrders {
  readonly seq: number;
  readonly rows: OrderRow[];
}

/** Ids of markets; null for all of them. */
export type MarketFilter = readonly number[] | null;

/** A condition that leaves the choice of the index to the conditions beside it. */
const isIn = (column: string, filter: string) =>
  `(${filter}::int[] IS NULL OR ${column} = ANY (${filter}::int[]))`;

/** Open orders of a user, newest first. Rules bound their number. */
export async function readOpenOrders(
  reads: Reads,
  realm: Realm,
  userId: number,
  markets: MarketFilter,
): Promise<OpenOrders> {
  // A single statement reads orders and sequence number from the same snapshot.
  const { rows } = await reads.query<OrderRow & { lastSeq: number }>({
    name: `open-orders-${realm}`,
    text: `SELECT e.last_seq AS "lastSeq", ${ORDER} FROM ${realm}.engine e
           LEFT JOIN ${realm}.open_order o ON o.user_id ${OF_USER} AND ${isIn('o.market', '$2')}
           ORDER BY o.id DESC`,
    values: [userId, markets],
  });
  return { seq: rows[0]?.lastSeq ?? 0, rows: rows.filter((row) => row.id !== null) };
}

/** One order of a user, open or ended; null when the user has none of this id. */
export async function readOrder(
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

/** An order of a user by its id, or an open one by its client order id. */
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
  readonly markets: MarketFilter;
  /** Codes of statuses; null for all of them. */
  readonly statuses: readonly number[] | null;
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly limit: number;
}

/** Codes of the statuses of ended orders. */
export const ENDED: readonly number[] = ENDED_STATUSES.map((status) => STATUS[status]);

/** Orders that have ended, newest first. */
export async function readEndedOrders(
  reads: Reads,
  realm: Realm,
  userId: number,
  { markets, statuses, from, to, before, limit }: HistoryFilter,
): Promise<OrderRow[]> {
  const [first, end] = await idsBetween(reads, realm, from, to);
  const span = [userId, first, Math.min(before, end), from, to, limit];
  const isWhole = markets === null && statuses === null;
  const { rows } = await reads.query<OrderRow>({
    name: `ended-orders-${isWhole ? 'all' : 'some'}-${realm}`,
    text: isWhole
      ? `SELECT ${ORDER} FROM ${realm}.ended_order o
         WHERE o.user_id ${OF_USER} AND o.id >= $2 AND o.id < $3 AND o.created_at BETWEEN $4 AND $5
         ORDER BY o.id DESC LIMIT $6`
      : `SELECT ${ORDER} FROM ${marketsIn(realm, '$7')} CROSS JOIN unnest($8::smallint[]) AS s
         CROSS JOIN LATERAL ${endedOf(realm, 'DESC')} o ORDER BY o.id DESC LIMIT $6`,
    values: isWhole ? span : [...span, markets, statuses ?? ENDED],
  });
  return rows;
}

/**
 * Ended orders of the user $1 in the market `m` with the status `s`: ids from $2 to before $3,
 * placed between $4 and $5, at most $6. Compared as rows, market and status are part of the order,
 * which one index alone has: where a user has been in one market only, the planner takes that for
 * no condition at all, and would search all orders for those of another.
 */
export function endedOf(realm: Realm, order: 'ASC' | 'DESC'): string {
  const key = ['market', 'status', 'id'].map((column) => `o.${column}`);
  return `(SELECT * FROM ${realm}.ended_order o
    WHERE o.user_id ${OF_USER} AND (${key}) >= (m, s, $2) AND (${key}) < (m, s, $3)
      AND o.created_at BETWEEN $4 AND $5
    ORDER BY ${key.map((column) => `${column} ${order}`)} LIMIT $6)`;
}

/**
 * The ids `m` of the markets of a filter. A list over several markets is merged from one of each:
 * in its index the market stands before what the list is sorted by.
 */
function marketsIn(realm: Realm, filter: string): string {
  return `unnest(coalesce(${filter}::int[], ARRAY(SELECT id FROM ${realm}.market))) AS m`;
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
  readonly feeInBase: boolean;
  readonly at: number;
}

/** A position in a list of fills, which is sorted by command, market, trade, and taker first. */
export interface FillCursor {
  readonly seq: number;
  readonly market: number;
  readonly id: number;
  readonly taker: number;
}

export interface FillFilter {
  /** Of the order itself where one is named. */
  readonly markets: MarketFilter;
  /** 0: any. */
  readonly orderId: number;
  readonly from: number;
  readonly to: number;
  readonly before: FillCursor;
  readonly limit: number;
}

/** Fills of a user, newest first. A trade with oneself is two fills. */
export async function readFills(
  reads: Reads,
  realm: Realm,
  userId: number,
  { markets, orderId, from, to, before, limit }: FillFilter,
): Promise<FillRow[]> {
  const [first, last] = await commandsBetween(reads, realm, from, to);
  const least = Math.max(first, placedBy(orderId));
  const [by, value] =
    orderId === 0 ? (['market', markets] as const) : (['order', orderId] as const);
  const sides = `${fillsOf(realm, 'taker', by)} UNION ALL ${fillsOf(realm, 'maker', by)}`;
  const { rows } = await reads.query<FillRow>({
    name: `fills-by-${by}-${realm}`,
    text: `SELECT f.* FROM ${by === 'order' ? `(${sides}) f` : `${marketsIn(realm, '$2')} CROSS JOIN LATERAL (${sides}) f`}
           ORDER BY f.seq DESC, f.market DESC, f.id DESC, f.taker DESC LIMIT $11`,
    values: [
      ...[userId, value, least, Math.min(last, before.seq), from, to],
      ...[before.seq, before.market, before.id, before.taker, limit],
    ],
  });
  return rows;
}

/**
 * The time of a trade, as an expression that keeps the planner from using the index by time. In a
 * plan for all spans of time it takes each for a short one, and would read too many trades.
 */
export const TRADE_AT = 't.at + 0';

/** The columns of FillRow for each side of a trade. */
export const FILL_SIDES = {
  taker: fillColumns('taker', 't.taker_side', 1),
  maker: fillColumns('maker', '1 - t.taker_side', 0),
} as const;

function fillColumns(part: string, side: string, taker: number): string {
  return `t.seq, t.market, t.id, ${taker} AS taker, t.${part}_order AS "orderId",
    ${side} AS side, t.ticks, t.lots, t.${part}_fee AS fee,
    ${side} = 0 AND t.buyer_fee_in_base = 1 AS "feeInBase", t.at`;
}

/** A statement for each index: that of the market `m`, and that of the order. */
function fillsOf(realm: Realm, part: 'taker' | 'maker', by: 'market' | 'order'): string {
  const taker = part === 'taker' ? 1 : 0;
  return `(SELECT ${FILL_SIDES[part]}
    FROM ${realm}.trade t
    WHERE t.${part}_user = $1 AND t.${part}_user >= 1000
      AND ${by === 'order' ? `t.${part}_order = $2` : 't.market = m'}
      AND t.seq BETWEEN $3 AND $4 AND ${TRADE_AT} BETWEEN $5 AND $6
      AND (t.seq, t.market::bigint, t.id, ${taker}) < ($7, $8::bigint, $9, $10::int)
    ORDER BY t.seq DESC, t.id DESC LIMIT $11)`;
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
