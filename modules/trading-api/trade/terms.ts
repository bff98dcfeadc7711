import type { SelfTradeName, TimeInForce } from '@assay/core/order/order';
import type { StoredOrder } from '@assay/modules/orders';
import type { OrderView } from '@assay/modules/orders/schema';

/** Types of order that clients know. Those that wait for a trigger are told apart by its side. */
export const API_ORDER_TYPES = [
  'LIMIT',
  'MARKET',
  'LIMIT_MAKER',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
export type ApiOrderType = (typeof API_ORDER_TYPES)[number];

const STATUSES: Readonly<Record<OrderView['status'], string>> = {
  // A stop that waits is new to clients as well; `isWorking` tells it from one in the book.
  pending: 'NEW',
  new: 'NEW',
  partiallyFilled: 'PARTIALLY_FILLED',
  filled: 'FILLED',
  canceled: 'CANCELED',
  expired: 'EXPIRED',
  expiredInMatch: 'EXPIRED_IN_MATCH',
};

export const SELF_TRADE_MODES = {
  NONE: 'none',
  EXPIRE_TAKER: 'expireTaker',
  EXPIRE_MAKER: 'expireMaker',
  EXPIRE_BOTH: 'expireBoth',
  DECREMENT: 'decrement',
} as const satisfies Record<string, SelfTradeName>;

export const selfTradeModes = Object.keys(SELF_TRADE_MODES) as [
  keyof typeof SELF_TRADE_MODES,
  ...(keyof typeof SELF_TRADE_MODES)[],
];

const API_SELF_TRADE_MODES = Object.fromEntries(
  Object.entries(SELF_TRADE_MODES).map(([theirs, ours]) => [ours, theirs]),
) as Readonly<Record<SelfTradeName, keyof typeof SELF_TRADE_MODES>>;

export const TIMES_IN_FORCE = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const satisfies Record<
  string,
  TimeInForce
>;

/** Whether the type waits for the price to rise to its trigger, going by its side. */
export function firesOnRise(type: ApiOrderType, buys: boolean): boolean {
  return type.startsWith('STOP_LOSS') === buys;
}

/** The type by which clients know an order. */
function typeOf({ order, rises }: StoredOrder): ApiOrderType {
  const { type, side, postOnly } = order;
  if (type === 'limit') return postOnly ? 'LIMIT_MAKER' : 'LIMIT';
  if (type === 'market') return 'MARKET';
  const kind = rises === (side === 'buy') ? 'STOP_LOSS' : 'TAKE_PROFIT';
  return type === 'stopLimit' ? `${kind}_LIMIT` : kind;
}

/** What an order and every event of it have in common. */
export function orderTerms(stored: StoredOrder) {
  const { order } = stored;
  const type = typeOf(stored);
  // Only these have a choice; clients read the usual one of all others.
  const chooses = type === 'LIMIT' || type.endsWith('_LIMIT');
  return {
    status: STATUSES[order.status],
    timeInForce: chooses ? order.timeInForce.toUpperCase() : 'GTC',
    type,
    side: order.side.toUpperCase(),
    selfTradePreventionMode: API_SELF_TRADE_MODES[order.selfTrade],
  };
}

/** Since when an order stands in the book, -1 for a stop that waits. */
export function workingTime({ triggerPrice, status, createdAt, updatedAt }: OrderView): number {
  if (triggerPrice === '') return createdAt;
  // When it fired is not kept; it has changed since then at the earliest.
  return status === 'pending' ? -1 : updatedAt;
}
