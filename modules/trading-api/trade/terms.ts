import {
  SELF_TRADE_DEFAULT,
  type SelfTradeName,
  type TimeInForce,
  type TriggerSource,
} from '@assay/core/order/order';
import type { StoredOrder } from '@assay/modules/orders';
import type { OrderView } from '@assay/modules/orders/schema';

/** Order types of the API. The stop types differ in the direction of their trigger. */
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
  // Clients see a pending stop as NEW, too; `isWorking` distinguishes it from an order in the book.
  pending: 'NEW',
  new: 'NEW',
  partiallyFilled: 'PARTIALLY_FILLED',
  filled: 'FILLED',
  canceled: 'CANCELED',
  expired: 'EXPIRED',
  expiredInMatch: 'EXPIRED_IN_MATCH',
  expiredAtFillLimit: 'EXPIRED',
  dormant: 'PENDING_NEW',
  rejected: 'REJECTED',
};

/** Modes of self-trade prevention by their API names. */
export const API_SELF_TRADE = {
  NONE: 'none',
  EXPIRE_TAKER: 'expireTaker',
  EXPIRE_MAKER: 'expireMaker',
  EXPIRE_BOTH: 'expireBoth',
  DECREMENT: 'decrement',
} as const satisfies Record<string, SelfTradeName>;

const API_SELF_TRADE_NAMES = Object.fromEntries(
  Object.entries(API_SELF_TRADE).map(([name, mode]) => [mode, name]),
) as Readonly<Record<SelfTradeName, keyof typeof API_SELF_TRADE>>;

/** The mode of an order that names none. */
export const DEFAULT_SELF_TRADE = API_SELF_TRADE_NAMES[SELF_TRADE_DEFAULT];

export const API_TIMES_IN_FORCE = { GTC: 'gtc', IOC: 'ioc', FOK: 'fok' } as const satisfies Record<
  string,
  TimeInForce
>;

/**
 * Our own addition to the protocol: the price that fires a stop. An order that does not name one
 * waits for the last price, as clients expect.
 */
export const API_TRIGGER_SOURCES = {
  LAST_PRICE: 'last',
  MARK_PRICE: 'mark',
} as const satisfies Record<string, TriggerSource>;

/** Whether a stop of this type and side fires when the price rises to its trigger. */
export function firesOnRise(type: ApiOrderType, buys: boolean): boolean {
  return type.startsWith('STOP_LOSS') === buys;
}

/** The order type of the API. */
function typeOf({ order, rises }: StoredOrder): ApiOrderType {
  const { type, side, postOnly } = order;
  if (type === 'limit') return postOnly ? 'LIMIT_MAKER' : 'LIMIT';
  if (type === 'market') return 'MARKET';
  const kind = rises === (side === 'buy') ? 'STOP_LOSS' : 'TAKE_PROFIT';
  return type === 'stopLimit' ? `${kind}_LIMIT` : kind;
}

/** The enumerated fields that answers about an order and its events share. */
export function orderTerms(stored: StoredOrder) {
  const { order } = stored;
  const type = typeOf(stored);
  // Only these types have a choice; all others show GTC.
  const chooses = type === 'LIMIT' || type.endsWith('_LIMIT');
  return {
    status: STATUSES[order.status],
    timeInForce: chooses ? order.timeInForce.toUpperCase() : 'GTC',
    type,
    side: order.side.toUpperCase(),
    selfTradePreventionMode: API_SELF_TRADE_NAMES[order.selfTrade],
  };
}

/** The source of a stop's trigger where it is not the last price; JSON leaves out undefined. */
export function triggerSourceOf({ triggerSource }: OrderView): string | undefined {
  return triggerSource === undefined ? undefined : `${triggerSource.toUpperCase()}_PRICE`;
}

/** The price that a stop waits for; of a trailing stop the one that activates it, "" for none. */
export function stopPriceOf({ triggerPrice, trailingDelta, activationPrice }: OrderView): string {
  return trailingDelta === undefined ? triggerPrice : (activationPrice ?? '');
}

/** What only answers about trailing stops have; their time is -1 before they follow the price. */
export function trailingOf({ trailingDelta, trailingTime }: OrderView) {
  return trailingDelta === undefined ? {} : { trailingDelta, trailingTime: trailingTime || -1 };
}

/** When an order began to work in the book, -1 for a stop that has not fired. */
export function workingTime(stored: StoredOrder): number {
  return stored.workingTime || -1;
}
