import type { Realm } from '@assay/core/ledger/realm';
import { placedBy } from '@assay/core/order/life/state';
import { commandsBetween, FOREVER, idsBetween } from './commands.ts';
import {
  ENDED,
  endedOf,
  FILL_SIDES,
  type FillRow,
  OF_USER,
  ORDER,
  type OrderRow,
  type Reads,
  TRADE_AT,
} from './reads.ts';

/**
 * Orders and fills of a user as programs read them: one market, ascending, from an id or a time on.
 * Ids rise with the commands of the realm, so a time is first converted to a command, which the
 * index by id finds however long the history is.
 */

/** The last order of a user, open or ended, of this id or this client order id. */
export async function readLatestOrder(
  reads: Reads,
  realm: Realm,
  userId: number,
  name: { readonly orderId?: number | undefined; readonly clientOrderId?: string | undefined },
): Promise<OrderRow | null> {
  const [kind, condition, value] =
    name.orderId === undefined
      ? ['name', "o.client_order_id = $2 AND o.client_order_id <> ''", name.clientOrderId ?? '']
      : ['id', 'o.id = $2', name.orderId];
  const from = (table: string) =>
    `SELECT ${ORDER} FROM ${realm}.${table} o WHERE o.user_id ${OF_USER} AND ${condition}`;
  const { rows } = await reads.query<OrderRow>({
    name: `latest-order-${kind}-${realm}`,
    text: `(${from('open_order')}) UNION ALL (${from('ended_order')} ORDER BY o.id DESC LIMIT 1)
           ORDER BY id DESC LIMIT 1`,
    values: [userId, value],
  });
  return rows[0] ?? null;
}

/** Orders of a user by their ids, ascending; ids of other users' orders are ignored. */
export async function readOrdersById(
  reads: Reads,
  realm: Realm,
  userId: number,
  ids: readonly number[],
): Promise<OrderRow[]> {
  const from = (table: string) =>
    `SELECT ${ORDER} FROM ${realm}.${table} o
     WHERE o.id = ANY ($2::bigint[]) AND o.user_id ${OF_USER}`;
  const { rows } = await reads.query<OrderRow>({
    name: `orders-by-id-${realm}`,
    text: `${from('open_order')} UNION ALL ${from('ended_order')} ORDER BY id`,
    values: [userId, ids],
  });
  return rows;
}

/** How many of the newest ended orders are looked at for the last change. */
const LATELY = 100;

/**
 * When the orders of a user last changed, and with them what they hold; 0 for never. No index finds
 * the order that ended last: an order that is older than the hundred newest ended ones is missed.
 */
export async function readLastChange(reads: Reads, realm: Realm, userId: number): Promise<number> {
  const newest = (table: string) =>
    `SELECT max(updated_at) FROM (SELECT updated_at FROM ${realm}.${table} o
       WHERE o.user_id ${OF_USER} ORDER BY o.id DESC LIMIT ${LATELY}) AS newest`;
  const { rows } = await reads.query<{ at: number | null }>({
    name: `last-change-${realm}`,
    text: `SELECT greatest((${newest('open_order')}), (${newest('ended_order')})) AS at`,
    values: [userId],
  });
  return rows[0]?.at ?? 0;
}

/** An amendment of an order, in lots. */
export interface AmendmentRow {
  readonly seq: number;
  readonly at: number;
  readonly formerName: string;
  readonly name: string;
  readonly formerLots: number;
  readonly lots: number;
}

/** Amendments of a user's order that kept its priority, from a command on, ascending. */
export async function readAmendments(
  reads: Reads,
  realm: Realm,
  userId: number,
  { orderId, from, limit }: { orderId: number; from: number; limit: number },
): Promise<AmendmentRow[]> {
  const { rows } = await reads.query<AmendmentRow>({
    name: `amendments-${realm}`,
    text: `SELECT seq, at, former_name AS "formerName", name, former_lots AS "formerLots", lots
           FROM ${realm}.amendment WHERE order_id = $2 AND user_id = $1 AND seq >= $3
           ORDER BY seq LIMIT $4`,
    values: [userId, orderId, from, limit],
  });
  return rows;
}

/** Open orders of a user, ascending; `market` 0 for all markets. */
export async function readAllOpen(
  reads: Reads,
  realm: Realm,
  userId: number,
  market: number,
): Promise<OrderRow[]> {
  const { rows } = await reads.query<OrderRow>({
    name: `all-open-${realm}`,
    text: `SELECT ${ORDER} FROM ${realm}.open_order o
           WHERE o.user_id ${OF_USER} AND ($2 = 0 OR o.market = $2) ORDER BY o.id`,
    values: [userId, market],
  });
  return rows;
}

/** A part of a history; times are in milliseconds, both inclusive. */
export interface HistoryPart {
  readonly market: number;
  /** The lowest id; without `fromId` and `from` the part is the last one. */
  readonly fromId?: number | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** Orders of a user in one market, open and ended, by the time of placing, ascending. */
export async function readOrders(
  reads: Reads,
  realm: Realm,
  userId: number,
  part: HistoryPart,
): Promise<OrderRow[]> {
  const { market, fromId = 0, from = 0, to = FOREVER, limit } = part;
  const rises = part.fromId !== undefined || part.from !== undefined;
  const [first, end] = await idsBetween(reads, realm, from, to);
  const order = rises ? 'ASC' : 'DESC';
  const { rows } = await reads.query<OrderRow>({
    name: `orders-${rises ? 'from' : 'last'}-${realm}`,
    text: `SELECT ${ORDER} FROM (
             (SELECT * FROM ${realm}.open_order o
              WHERE o.user_id ${OF_USER} AND o.market = $7 AND o.id >= $2 AND o.id < $3
                AND o.created_at BETWEEN $4 AND $5
              ORDER BY o.id ${order} LIMIT $6)
             UNION ALL
             SELECT o.* FROM (SELECT $7::int AS m) of CROSS JOIN unnest($8::smallint[]) AS s
             CROSS JOIN LATERAL ${endedOf(realm, order)} o) o
           ORDER BY o.id ${order} LIMIT $6`,
    values: [userId, Math.max(fromId, first), end, from, to, limit, market, ENDED],
  });
  return rises ? rows : rows.reverse();
}

/** The orders of each list of a user, in all markets, ascending; at most `part.limit` lists. */
export async function readOcos(
  reads: Reads,
  realm: Realm,
  userId: number,
  part: HistoryPart,
): Promise<OrderRow[]> {
  const { fromId = 0, from = 0, to = FOREVER, limit } = part;
  const rises = part.fromId !== undefined || part.from !== undefined;
  const order = rises ? '' : 'DESC';
  const [first, end] = await idsBetween(reads, realm, from, to);
  // The orders of a list are of one command, hence of one time.
  const table = (name: string) =>
    `(SELECT ${ORDER} FROM ${realm}.${name} o
      WHERE o.user_id ${OF_USER} AND o.oco > 0 AND o.oco >= $2 AND o.oco < $6
        AND o.created_at BETWEEN $3 AND $4
      ORDER BY o.oco ${order}, o.id LIMIT $5)`;
  const { rows } = await reads.query<OrderRow>({
    name: `ocos-${rises ? 'from' : 'last'}-${realm}`,
    text: `${table('open_order')} UNION ALL ${table('ended_order')}
           ORDER BY oco ${order}, id LIMIT $5`,
    values: [userId, Math.max(fromId, first), from, to, limit * MOST_IN_LIST, end],
  });
  const lists = new Set([...new Set(rows.map(({ oco }) => oco))].slice(0, limit));
  return rows.filter(({ oco }) => lists.has(oco)).sort((a, b) => a.id - b.id);
}

/** The most orders that a list has. */
const MOST_IN_LIST = 3;

/** Id of the last list of a user of this name, or 0. One of before names were kept has none. */
export async function readListId(
  reads: Reads,
  realm: Realm,
  userId: number,
  name: string,
): Promise<number> {
  const from = (table: string) =>
    `SELECT o.oco FROM ${realm}.${table} o
     WHERE o.user_id ${OF_USER} AND o.list_name = $2 AND o.list_name <> ''
     ORDER BY o.id DESC LIMIT 1`;
  const { rows } = await reads.query<{ oco: number }>({
    name: `list-named-${realm}`,
    text: `(${from('open_order')}) UNION ALL (${from('ended_order')}) ORDER BY oco DESC LIMIT 1`,
    values: [userId, name],
  });
  return rows[0]?.oco ?? 0;
}

/** One of the orders of a list. */
export interface OcoLeg {
  readonly id: number;
  readonly oco: number;
  readonly market: number;
  readonly clientOrderId: string;
  readonly open: boolean;
  readonly follows: boolean;
  readonly listName: string;
}

/** The orders of every list of a user that has an open one. */
export async function readOpenOcos(reads: Reads, realm: Realm, userId: number): Promise<OcoLeg[]> {
  const leg = (table: string, open: boolean) =>
    `SELECT o.id, o.oco, o.market, o.client_order_id AS "clientOrderId", ${open} AS open, o.follows,
       o.list_name AS "listName"
     FROM ${realm}.${table} o WHERE o.user_id ${OF_USER} AND o.oco > 0`;
  const { rows } = await reads.query<OcoLeg>({
    name: `open-ocos-${realm}`,
    text: `${leg('open_order', true)} UNION ALL ${leg('ended_order', false)} AND o.oco IN
             (SELECT oco FROM ${realm}.open_order WHERE user_id = $1 AND user_id >= 1000)
           ORDER BY id`,
    values: [userId],
  });
  return rows;
}

/** A part of the fills; `fromId` is the id of a trade, an order is of the market. */
export interface FillsPart extends HistoryPart {
  readonly orderId?: number | undefined;
}

/** A fill, and the list of its order. */
export interface OrderFillRow extends FillRow {
  /** Of a list of orders: the id of its first order; else 0. */
  readonly oco: number;
}

/**
 * Fills of a user in one market, ascending; in a trade with oneself the maker's side is first. Both
 * have the trade's id, so a page that would end between them has one row more than `limit`.
 */
export async function readFillsFrom(
  reads: Reads,
  realm: Realm,
  userId: number,
  part: FillsPart,
): Promise<OrderFillRow[]> {
  const { market, orderId = 0, fromId = 0, from = 0, to = FOREVER, limit } = part;
  const rises = part.fromId !== undefined || part.from !== undefined;
  const [first, last] = await commandsBetween(reads, realm, from, to);
  const sinceTrade = fromId > 0 ? await commandOfTrade(reads, realm, market, fromId) : 0;
  const least = Math.max(first, sinceTrade, placedBy(orderId));
  const order = rises ? '' : 'DESC';
  // A statement for each index: that of the market, and that of the order.
  const [by, value] = orderId === 0 ? (['market', market] as const) : (['order', orderId] as const);
  const side = (name: 'taker' | 'maker') =>
    `(SELECT ${FILL_SIDES[name]} FROM ${realm}.trade t
      WHERE t.${name}_user = $1 AND t.${name}_user >= 1000
        AND ${by === 'market' ? 't.market' : `t.${name}_order`} = $2 AND t.seq BETWEEN $3 AND $4
        AND t.id >= $5 AND ${TRADE_AT} BETWEEN $6 AND $7
      ORDER BY t.seq ${order}, t.id ${order} LIMIT $8)`;
  // As a join, the planner might read whole tables: it does not know that a page is short.
  const oco = (table: string) => `(SELECT o.oco FROM ${realm}.${table} o WHERE o.id = f."orderId")`;
  const { rows } = await reads.query<OrderFillRow>({
    name: `fills-${rises ? 'from' : 'last'}-by-${by}-${realm}`,
    text: `SELECT f.*, coalesce(${oco('ended_order')}, ${oco('open_order')}, 0) AS oco
           FROM (${side('taker')} UNION ALL ${side('maker')}
                 ORDER BY seq ${order}, id ${order} FETCH FIRST ($8) ROWS WITH TIES) f
           ORDER BY seq ${order}, id ${order}, taker ${order}`,
    values: [userId, value, least, last, fromId, from, to, limit],
  });
  return rises ? rows : rows.reverse();
}

/** The command that made the first trade of a market from `id` on; the last one when none did. */
async function commandOfTrade(
  reads: Reads,
  realm: Realm,
  market: number,
  id: number,
): Promise<number> {
  const { rows } = await reads.query<{ seq: number }>({
    name: `command-of-trade-${realm}`,
    text: `SELECT seq FROM ${realm}.trade WHERE market = $1 AND id >= $2
           ORDER BY id LIMIT 1`,
    values: [market, id],
  });
  return rows[0]?.seq ?? FOREVER;
}
