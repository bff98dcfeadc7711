import type { Endpoint } from '../../endpoint.ts';

/** Methods that are endpoints by another name, with the same parameters, rights and weights. */
const METHODS: Readonly<Record<string, string>> = {
  ping: 'GET /api/v3/ping',
  time: 'GET /api/v3/time',
  exchangeInfo: 'GET /api/v3/exchangeInfo',
  depth: 'GET /api/v3/depth',
  'trades.recent': 'GET /api/v3/trades',
  'trades.historical': 'GET /api/v3/historicalTrades',
  'trades.aggregate': 'GET /api/v3/aggTrades',
  klines: 'GET /api/v3/klines',
  uiKlines: 'GET /api/v3/uiKlines',
  avgPrice: 'GET /api/v3/avgPrice',
  'ticker.24hr': 'GET /api/v3/ticker/24hr',
  'ticker.tradingDay': 'GET /api/v3/ticker/tradingDay',
  ticker: 'GET /api/v3/ticker',
  'ticker.price': 'GET /api/v3/ticker/price',
  'ticker.book': 'GET /api/v3/ticker/bookTicker',
  'order.place': 'POST /api/v3/order',
  'order.test': 'POST /api/v3/order/test',
  'order.status': 'GET /api/v3/order',
  'order.cancel': 'DELETE /api/v3/order',
  'order.cancelReplace': 'POST /api/v3/order/cancelReplace',
  'order.amend.keepPriority': 'PUT /api/v3/order/amend/keepPriority',
  'order.amendments': 'GET /api/v3/order/amendments',
  'openOrders.status': 'GET /api/v3/openOrders',
  'openOrders.cancelAll': 'DELETE /api/v3/openOrders',
  allOrders: 'GET /api/v3/allOrders',
  myTrades: 'GET /api/v3/myTrades',
  myFilters: 'GET /api/v3/myFilters',
  myPreventedMatches: 'GET /api/v3/myPreventedMatches',
  myAllocations: 'GET /api/v3/myAllocations',
  'account.status': 'GET /api/v3/account',
  'account.commission': 'GET /api/v3/account/commission',
  'account.rateLimits.orders': 'GET /api/v3/rateLimit/order',
  'orderList.place': 'POST /api/v3/order/oco',
  'orderList.place.oco': 'POST /api/v3/orderList/oco',
  'orderList.place.oto': 'POST /api/v3/orderList/oto',
  'orderList.place.otoco': 'POST /api/v3/orderList/otoco',
  'orderList.status': 'GET /api/v3/orderList',
  'orderList.cancel': 'DELETE /api/v3/orderList',
  'openOrderLists.status': 'GET /api/v3/openOrderList',
  allOrderLists: 'GET /api/v3/allOrderList',
  'userDataStream.start': 'POST /api/v3/userDataStream',
  'userDataStream.ping': 'PUT /api/v3/userDataStream',
  'userDataStream.stop': 'DELETE /api/v3/userDataStream',
};

/** The endpoints by the names of their methods. Throws when a method has no endpoint. */
export function methodsOf(endpoints: readonly Endpoint[]): ReadonlyMap<string, Endpoint> {
  const byAddress = new Map(endpoints.map((one) => [`${one.method} ${one.path}`, one]));
  return new Map(
    Object.entries(METHODS).map(([name, address]) => {
      const endpoint = byAddress.get(address);
      if (endpoint === undefined) throw new Error(`the method ${name} has no endpoint`);
      return [name, endpoint];
    }),
  );
}
