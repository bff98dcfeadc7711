import type { Method } from '../endpoint.ts';
import type { Security } from '../request.ts';
import type { FieldName } from './params.ts';

/** One endpoint: address, security, weight, summary, and required and optional parameters. */
export interface FuturesRow {
  readonly method: Method;
  readonly path: string;
  readonly security: Security;
  readonly weight: number;
  readonly summary: string;
  readonly must: readonly FieldName[];
  readonly may: readonly FieldName[];
}

const TIMES = ['startTime', 'endTime', 'limit'] as const satisfies FieldName[];
const ORDER = ['symbol', 'orderId', 'origClientOrderId'] as const satisfies FieldName[];
const NEW_ORDER = [
  'positionSide',
  'timeInForce',
  'quantity',
  'price',
  'reduceOnly',
  'newClientOrderId',
  'newOrderRespType',
  'stopPrice',
  'closePosition',
  'activationPrice',
  'callbackRate',
  'workingType',
  'priceProtect',
  'priceMatch',
  'selfTradePreventionMode',
  'goodTillDate',
] as const satisfies FieldName[];
const NEW_ALGO = [
  'positionSide',
  'timeInForce',
  'quantity',
  'price',
  'triggerPrice',
  'reduceOnly',
  'clientAlgoId',
  'closePosition',
  'activatePrice',
  'callbackRate',
  'workingType',
  'priceProtect',
  'priceMatch',
  'selfTradePreventionMode',
  'goodTillDate',
  'newOrderRespType',
] as const satisfies FieldName[];
const CHANGED = ['symbol', 'side', 'quantity', 'price'] as const satisfies FieldName[];
const CONDITIONAL = ['algoType', 'symbol', 'side', 'type'] as const satisfies FieldName[];
const MARGIN = ['symbol', 'amount', 'type'] as const satisfies FieldName[];
/** Clients use both spellings. */
const NAMES = [
  'orderIdList',
  'orderidlist',
  'origClientOrderIdList',
  'origclientorderidlist',
] as const satisfies FieldName[];
const ALGO = ['algoId', 'clientAlgoId'] as const satisfies FieldName[];

/** 'GET /fapi/v1/depth': the key of a row in `answers`. */
export function keyOf({ method, path }: Pick<FuturesRow, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Every endpoint of the futures API; `answers` of `futuresEndpoints` holds their handlers. */
export const FUTURES_TABLE: readonly FuturesRow[] = [
  ...market('/fapi/v1', [
    ['ping', 1, 'Whether the server answers.'],
    ['time', 1, 'The time of the server.'],
    ['exchangeInfo', 1, 'Limits of requests, and the contracts with their filters.'],
    ['depth', 5, 'The best levels of the order book.', ['symbol'], ['limit']],
    ['trades', 5, 'The last trades.', ['symbol'], ['limit']],
    ['historicalTrades', 20, 'Trades from an id on.', ['symbol'], ['limit', 'fromId']],
    ['aggTrades', 20, 'Trades of one taker at one price as one.', ['symbol'], [...TIMES, 'fromId']],
    ['klines', 5, 'Candles.', ['symbol', 'interval'], TIMES],
    ['continuousKlines', 5, 'Candles.', ['pair', 'contractType', 'interval'], TIMES],
    ['indexPriceKlines', 5, 'Candles of the index.', ['pair', 'interval'], TIMES],
    ['markPriceKlines', 5, 'Candles of the mark price.', ['symbol', 'interval'], TIMES],
    ['premiumIndexKlines', 5, 'Candles of the premium.', ['symbol', 'interval'], TIMES],
    ['premiumIndex', 1, 'Mark price, index and funding rate.', [], ['symbol']],
    ['fundingRate', 1, 'Past funding rates.', [], ['symbol', ...TIMES]],
    ['fundingInfo', 1, 'Bounds and hours of funding.'],
    ['ticker/24hr', 1, 'Figures of the last 24 hours.', [], ['symbol']],
    ['ticker/price', 1, 'The last price.', [], ['symbol']],
    ['ticker/bookTicker', 2, 'The best bid and ask.', [], ['symbol']],
    ['openInterest', 1, 'Open contracts.', ['symbol']],
    ['indexInfo', 1, 'The composition of an index.', [], ['symbol']],
    ['assetIndex', 1, 'Prices of the assets used as margin.', [], ['symbol']],
    ['constituents', 2, 'Sources of an index.', ['symbol']],
  ]),
  ...market('/fapi/v2', [['ticker/price', 1, 'The last price.', [], ['symbol']]]),
  ...market('/futures/data', [
    ['openInterestHist', 1, 'Open contracts over time.', ['symbol', 'period'], TIMES],
    ['topLongShortPositionRatio', 1, 'Long and short.', ['symbol', 'period'], TIMES],
    ['topLongShortAccountRatio', 1, 'Long and short.', ['symbol', 'period'], TIMES],
    ['globalLongShortAccountRatio', 1, 'Long and short.', ['symbol', 'period'], TIMES],
    ['takerlongshortRatio', 1, 'Takers’ volumes.', ['symbol', 'period'], TIMES],
    ['basis', 1, 'Futures against index.', ['pair', 'contractType', 'period'], TIMES],
    ['delivery-price', 1, 'Prices of settlement.', ['pair']],
  ]),
  ...signed('read', [
    ...(['v2', 'v3'] as const).flatMap((version): Line[] => [
      ['GET', `${version}/account`, 5, 'Wallets and positions.'],
      ['GET', `${version}/balance`, 5, 'Wallets.'],
      ['GET', `${version}/positionRisk`, 5, 'Positions.', [], ['symbol']],
    ]),
    ['GET', 'v1/order', 1, 'One order.', ['symbol'], ['orderId', 'origClientOrderId']],
    ['GET', 'v1/openOrder', 1, 'One open order.', ['symbol'], ['orderId', 'origClientOrderId']],
    ['GET', 'v1/openOrders', 1, 'Open orders.', [], ['symbol']],
    ['GET', 'v1/allOrders', 5, 'Orders.', ['symbol'], ['orderId', ...TIMES]],
    ['GET', 'v1/orderAmendment', 1, 'Changes of an order.', ['symbol'], [...ORDER, ...TIMES]],
    ['GET', 'v1/userTrades', 5, 'Own trades.', ['symbol'], ['orderId', 'fromId', ...TIMES]],
    ['GET', 'v1/algoOrder', 1, 'One conditional order.', [], ALGO],
    ['GET', 'v1/openAlgoOrders', 1, 'Conditional orders.', [], ['algoType', 'symbol', 'algoId']],
    ['GET', 'v1/allAlgoOrders', 5, 'Conditional orders.', ['symbol'], ['algoId', 'page', ...TIMES]],
    ['GET', 'v1/positionMargin/history', 1, 'Changes of margin.', ['symbol'], ['type', ...TIMES]],
    ['GET', 'v1/positionSide/dual', 30, 'Whether both sides are separate.'],
    ['GET', 'v1/multiAssetsMargin', 30, 'Whether several assets are margin.'],
    ['GET', 'v1/symbolConfig', 5, 'Leverage and margin of a contract.', [], ['symbol']],
    ['GET', 'v1/accountConfig', 5, 'Settings of the account.'],
    ['GET', 'v1/commissionRate', 20, 'Own fees.', ['symbol']],
    ['GET', 'v1/leverageBracket', 1, 'Maximum leverage by size.', [], ['symbol']],
    [
      'GET',
      'v1/income',
      30,
      'Income and expenses.',
      [],
      ['symbol', 'incomeType', 'page', ...TIMES],
    ],
    ['GET', 'v1/forceOrders', 20, 'Liquidations.', [], ['symbol', 'autoCloseType', ...TIMES]],
    ['GET', 'v1/adlQuantile', 5, 'Rank in the queue of deleveraging.', [], ['symbol']],
    ['GET', 'v1/apiTradingStatus', 1, 'Whether programs may trade.', [], ['symbol']],
    ['GET', 'v1/rateLimit/order', 1, 'How much of the order limits is used.'],
    ['GET', 'v1/feeBurn', 1, 'Whether fees are paid in another asset.'],
  ]),
  ...signed('trade', [
    ['POST', 'v1/order', 1, 'Places an order.', ['symbol', 'side', 'type'], NEW_ORDER],
    ['POST', 'v1/order/test', 1, 'Checks an order.', ['symbol', 'side', 'type'], NEW_ORDER],
    [
      'PUT',
      'v1/order',
      1,
      'Changes an order.',
      CHANGED,
      ['orderId', 'origClientOrderId', 'priceMatch'],
    ],
    ['DELETE', 'v1/order', 1, 'Cancels an order.', ['symbol'], ['orderId', 'origClientOrderId']],
    ['DELETE', 'v1/allOpenOrders', 1, 'Cancels all orders of a contract.', ['symbol']],
    ['POST', 'v1/batchOrders', 5, 'Places several orders.', ['batchOrders']],
    ['PUT', 'v1/batchOrders', 5, 'Changes several orders.', ['batchOrders']],
    ['DELETE', 'v1/batchOrders', 1, 'Cancels several orders.', ['symbol'], NAMES],
    [
      'POST',
      'v1/countdownCancelAll',
      10,
      'Cancels all orders unless renewed.',
      ['symbol', 'countdownTime'],
    ],
    ['POST', 'v1/algoOrder', 1, 'Places a conditional order.', CONDITIONAL, NEW_ALGO],
    ['DELETE', 'v1/algoOrder', 1, 'Cancels a conditional order.', [], ALGO],
    ['DELETE', 'v1/algoOpenOrders', 1, 'Cancels all conditional orders.', ['symbol']],
    ['POST', 'v1/leverage', 1, 'Sets the leverage.', ['symbol', 'leverage']],
    ['POST', 'v1/marginType', 1, 'Sets the kind of margin.', ['symbol', 'marginType']],
    ['POST', 'v1/positionMargin', 1, 'Adds or removes margin.', MARGIN, ['positionSide']],
    [
      'POST',
      'v1/positionSide/dual',
      1,
      'Sets whether both sides are separate.',
      ['dualSidePosition'],
    ],
    ['POST', 'v1/multiAssetsMargin', 1, 'Accepts several assets as margin.', ['multiAssetsMargin']],
    ['POST', 'v1/feeBurn', 1, 'Pays fees in another asset.', ['feeBurn']],
  ]),
  ...(['POST', 'PUT', 'DELETE'] as const).map(
    (method): FuturesRow => ({
      ...{ method, path: '/fapi/v1/listenKey', security: 'key', weight: 1, must: [], may: [] },
      summary: 'The listen key, which opens the stream of own events.',
    }),
  ),
  ...market('/dapi/v1', [
    ['ping', 1, 'Whether the server answers.'],
    ['time', 1, 'The time of the server.'],
    ['exchangeInfo', 1, 'Contracts settled in coins: there are none.'],
  ]),
];

type MarketLine = readonly [
  path: string,
  weight: number,
  summary: string,
  must?: readonly FieldName[],
  may?: readonly FieldName[],
];
type Line = readonly [Method, ...MarketLine];

function market(base: string, lines: readonly MarketLine[]): FuturesRow[] {
  return lines.map(([path, weight, summary, must = [], may = []]) => ({
    ...{ method: 'GET', path: `${base}/${path}`, security: 'none' },
    ...{ weight, summary, must, may },
  }));
}

function signed(security: 'read' | 'trade', lines: readonly Line[]): FuturesRow[] {
  return lines.map(([method, path, weight, summary, must = [], may = []]) => ({
    ...{ method, path: `/fapi/${path}`, security, weight, summary, must, may },
  }));
}
