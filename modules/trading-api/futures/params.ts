import { z } from 'zod';
import {
  clientOrderId,
  decimal,
  instant,
  integer,
  interval,
  limit,
  MISSING,
  oneOf,
  SIDE,
  symbol,
  truth,
} from '../fields.ts';

const ROWS_DEFAULT = 500;
const ROWS_MAX = 1_500;

/** One value of a list; any other counts as missing. */
function choice<const T extends readonly [string, ...string[]]>(...list: T) {
  return oneOf(list, MISSING);
}

/** A list in JSON, whose entries the handler parses. */
const list = z
  .string({ error: MISSING })
  .regex(/^\[.{0,10000}\]$/s, MISSING)
  .meta({ description: 'A list in JSON.' });

const PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;

/** Every parameter of the futures endpoints by name; a name means the same in all of them. */
const FIELDS = {
  symbol,
  pair: symbol,
  limit: limit(ROWS_DEFAULT, ROWS_MAX),
  page: integer(1),
  current: integer(1),
  size: integer(1),
  fromId: integer(0),
  startTime: instant,
  endTime: instant,
  interval,
  period: choice(...PERIODS),
  contractType: choice('PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER'),
  orderId: integer(1),
  origClientOrderId: clientOrderId,
  newClientOrderId: clientOrderId,
  orderIdList: list,
  orderidlist: list,
  origClientOrderIdList: list,
  origclientorderidlist: list,
  batchOrders: list,
  side: SIDE,
  positionSide: choice('BOTH', 'LONG', 'SHORT'),
  /** The type of an order, or 1 to add margin and 2 to remove it. */
  type: z.string({ error: MISSING }).regex(/^[A-Z0-9_]{1,30}$/, MISSING),
  timeInForce: choice('GTC', 'IOC', 'FOK', 'GTX', 'GTD', 'RPI'),
  quantity: decimal,
  price: decimal,
  stopPrice: decimal,
  triggerPrice: decimal,
  activationPrice: decimal,
  activatePrice: decimal,
  callbackRate: decimal,
  reduceOnly: truth,
  closePosition: truth,
  priceProtect: z.string(),
  priceMatch: z.string(),
  workingType: choice('MARK_PRICE', 'CONTRACT_PRICE'),
  newOrderRespType: choice('ACK', 'RESULT'),
  selfTradePreventionMode: z.string(),
  goodTillDate: instant,
  algoType: choice('CONDITIONAL'),
  algoId: integer(1),
  clientAlgoId: clientOrderId,
  countdownTime: integer(0),
  leverage: integer(1, 125),
  marginType: choice('ISOLATED', 'CROSSED'),
  dualSidePosition: truth,
  multiAssetsMargin: truth,
  feeBurn: truth,
  amount: decimal,
  asset: z.string({ error: MISSING }).regex(/^[A-Z0-9]{1,20}$/, MISSING),
  incomeType: z.string(),
  autoCloseType: choice('LIQUIDATION', 'ADL'),
} as const;
export type FieldName = keyof typeof FIELDS;

/** The schema of an endpoint: its required parameters, then its optional ones. */
export function paramsOf(must: readonly FieldName[], may: readonly FieldName[]): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of must) shape[name] = FIELDS[name];
  for (const name of may) shape[name] = FIELDS[name].optional();
  return z.strictObject(shape);
}
