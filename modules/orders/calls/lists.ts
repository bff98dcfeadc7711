import { assert } from '@assay/core/num/integer';
import type { BookRules } from '@assay/core/order/market';
import { STATUS } from '@assay/core/order/order';
import type { CallInput, CallOutcome } from '@assay/core/schema/call';
import { Refusal, refuse } from '@assay/core/schema/outcome';
import type { Actor } from '@assay/platform/http/context';
import type { calls, FillView, OrderView } from '../schema/index.ts';
import {
  type FillCursor,
  type FillRow,
  type MarketFilter,
  type OrderRow,
  type Reads,
  readEndedOrders,
  readFills,
  readLastTrades,
  readOpenOrders,
  readOrder,
  readTradesFrom,
} from '../store/reads.ts';
import { fillView, orderViewOf, tradeView } from '../views.ts';
import type { OrdersRealm } from './realm.ts';

type Calls = typeof calls;
type Input<K extends keyof Calls> = CallInput<Calls[K]>;
type Answer<K extends keyof Calls> = Promise<CallOutcome<Calls[K]>>;

/** Orders that self-trade prevention or the limit of fills ended count as expired, too. */
const EXPIRED = [STATUS.expired, STATUS.expiredInMatch, STATUS.expiredAtFillLimit];
const FOREVER = Number.MAX_SAFE_INTEGER;
/** Above every fill: the cursor of the first page. */
export const NEWEST: FillCursor = { seq: FOREVER, market: 32_767, id: FOREVER, taker: 2 };

/** getOpenOrders. */
export async function listOpen(
  reads: Reads,
  realm: OrdersRealm,
  actor: Actor,
  input: Input<'getOpenOrders'>,
): Answer<'getOpenOrders'> {
  const markets = marketFilter(realm, input);
  if (markets instanceof Refusal) return markets;
  const { seq, rows } = await readOpenOrders(reads, actor.realm, actor.userId, markets);
  return { seq, orders: rows.map((row) => storedView(realm, row)) };
}

/** getOrderHistory. */
export async function listEnded(
  reads: Reads,
  realm: OrdersRealm,
  actor: Actor,
  input: Input<'getOrderHistory'>,
): Answer<'getOrderHistory'> {
  const markets = marketFilter(realm, input);
  if (markets instanceof Refusal) return markets;
  const rows = await readEndedOrders(reads, actor.realm, actor.userId, {
    markets,
    statuses: statusFilter(input.status),
    from: input.from ?? 0,
    to: input.to ?? FOREVER,
    before: input.before ?? FOREVER,
    limit: input.limit + 1,
  });
  const orders = rows.slice(0, input.limit).map((row) => storedView(realm, row));
  return { orders, next: rows.length > input.limit ? (orders.at(-1)?.id ?? null) : null };
}

/** getFills. */
export async function listFills(
  reads: Reads,
  realm: OrdersRealm,
  actor: Actor,
  input: Input<'getFills'>,
): Answer<'getFills'> {
  const markets = marketFilter(realm, input);
  if (markets instanceof Refusal) return markets;
  const { orderId = 0 } = input;
  if (orderId > 0 && !(await isOrderOf(reads, actor, orderId, markets))) {
    return { fills: [], next: null };
  }
  const rows = await readFills(reads, actor.realm, actor.userId, {
    markets,
    orderId,
    from: input.from ?? 0,
    to: input.to ?? FOREVER,
    before: input.before === undefined ? NEWEST : readCursor(input.before),
    limit: input.limit + 1,
  });
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    fills: page.map((row) => ({ ...storedFill(realm, row), seq: row.seq })),
    next: rows.length > input.limit && last !== undefined ? writeCursor(last) : null,
  };
}

/** Whether an order is the actor's and of one of the markets: all its fills are of its market. */
async function isOrderOf(
  reads: Reads,
  { realm, userId }: Actor,
  orderId: number,
  markets: MarketFilter,
): Promise<boolean> {
  const order = await readOrder(reads, realm, userId, orderId);
  return order !== null && (markets?.includes(order.market) ?? true);
}

/** getDealList. */
export async function listTrades(
  reads: Reads,
  realm: OrdersRealm,
  { market, limit, fromId }: Input<'getDealList'>,
): Answer<'getDealList'> {
  const rules = realm.rules(market);
  if (rules === undefined) return refuse('unknownMarket', { market });
  const rows =
    fromId === undefined
      ? await readLastTrades(reads, realm.name, rules.id, limit)
      : await readTradesFrom(reads, realm.name, rules.id, fromId, limit);
  return { trades: rows.map((row) => tradeView(rules, { ...row, taker: row })) };
}

/** getDepth. */
export function showDepth(
  realm: OrdersRealm,
  { market, limit }: Input<'getDepth'>,
): CallOutcome<Calls['getDepth']> {
  return realm.streams.depth(market, limit) ?? refuse('unknownMarket', { market });
}

/** A stored order as clients get it. */
export function storedView(
  realm: Pick<OrdersRealm, 'rulesById' | 'assetSymbol'>,
  row: OrderRow,
): OrderView {
  const symbolOf = (asset: number) => realm.assetSymbol(asset);
  return orderViewOf(rulesOf(realm, row.market), row, row, symbolOf);
}

/** A stored fill as clients get it. */
export function storedFill(realm: OrdersRealm, row: FillRow): FillView {
  const rules = rulesOf(realm, row.market);
  const liquidity = row.taker === 1 ? ('taker' as const) : ('maker' as const);
  return fillView(rules, { ...row, liquidity }, (asset) => realm.assetSymbol(asset));
}

function rulesOf(realm: Pick<OrdersRealm, 'rulesById'>, market: number): BookRules {
  const rules = realm.rulesById(market);
  assert(rules !== undefined, 'a stored order or trade has a listed market');
  return rules;
}

/** The markets that a list is limited to; an unknown market has no orders. */
function marketFilter(
  realm: OrdersRealm,
  { product, market }: Pick<Input<'getOpenOrders'>, 'product' | 'market'>,
): MarketFilter | Refusal<'unknownProduct'> {
  const own = product === undefined ? null : realm.marketsOf(product);
  if (own === undefined) return new Refusal('unknownProduct', { product: product ?? '' });
  if (market === undefined) return own;
  const id = realm.rules(market)?.id;
  return id === undefined || own?.includes(id) === false ? [] : [id];
}

function statusFilter(status: Input<'getOrderHistory'>['status']): readonly number[] | null {
  if (status === undefined) return null;
  return status === 'expired' ? EXPIRED : [STATUS[status]];
}

export function writeCursor({ seq, market, id, taker }: FillCursor): string {
  return `${seq}.${market}.${id}.${taker}`;
}

/** Reads a cursor whose form the schema has checked. */
export function readCursor(text: string): FillCursor {
  const [seq = 0, market = 0, id = 0, taker = 0] = text.split('.').map(Number);
  return { seq, market, id, taker };
}
