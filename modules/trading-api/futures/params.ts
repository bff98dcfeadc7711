import { z } from 'zod';
import {
  clientOrderId,
  decimal,
  instant,
  interval,
  limit,
  MISSING,
  oneOf,
  SIDE,
  symbol,
  truth,
  whole,
} from '../fields.ts';

const ROWS_USUAL = 500;
const ROWS_MAX = 1_500;

/** One of a list of words; another is as good as none. */
function words<const T extends readonly [string, ...string[]]>(...list: T) {
  return oneOf(list, MISSING);
}

/** Lists in JSON: what is in them is read where they are acted on. */
const list = z
  .string({ error: MISSING })
  .regex(/^\[.{0,10000}\]$/s, MISSING)
  .meta({ description: 'A list in JSON.' });

const PERIODS = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;

/** Every parameter of a futures endpoint by its name: it means the same wherever it stands. */
const FIELDS = {
  symbol,
  pair: symbol,
  limit: limit(ROWS_USUAL, ROWS_MAX),
  page: whole(1),
  current: whole(1),
  size: whole(1),
  fromId: whole(0),
  startTime: instant,
  endTime: instant,
  interval,
  period: words(...PERIODS),
  contractType: words('PERPETUAL', 'CURRENT_QUARTER', 'NEXT_QUARTER'),
  orderId: whole(1),
  origClientOrderId: clientOrderId,
  newClientOrderId: clientOrderId,
  orderIdList: list,
  orderidlist: list,
  origClientOrderIdList: list,
  origclientorderidlist: list,
  batchOrders: list,
  side: SIDE,
  positionSide: words('BOTH', 'LONG', 'SHORT'),
  /** Of an order, or whether margin is added (1) or taken (2). */
  type: z.string({ error: MISSING }).regex(/^[A-Z0-9_]{1,30}$/, MISSING),
  timeInForce: words('GTC', 'IOC', 'FOK', 'GTX', 'GTD', 'RPI'),
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
  workingType: words('MARK_PRICE', 'CONTRACT_PRICE'),
  newOrderRespType: words('ACK', 'RESULT'),
  selfTradePreventionMode: z.string(),
  goodTillDate: instant,
  algoType: words('CONDITIONAL'),
  algoId: whole(1),
  clientAlgoId: clientOrderId,
  countdownTime: whole(0),
  leverage: whole(1, 125),
  marginType: words('ISOLATED', 'CROSSED'),
  dualSidePosition: truth,
  multiAssetsMargin: truth,
  feeBurn: truth,
  amount: decimal,
  asset: z.string({ error: MISSING }).regex(/^[A-Z0-9]{1,20}$/, MISSING),
  incomeType: z.string(),
  autoCloseType: words('LIQUIDATION', 'ADL'),
} as const;
export type FieldName = keyof typeof FIELDS;

/** The schema of an endpoint: the names that it must have, then those that it may have. */
export function paramsOf(must: readonly FieldName[], may: readonly FieldName[]): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of must) shape[name] = FIELDS[name];
  for (const name of may) shape[name] = FIELDS[name].optional();
  return z.strictObject(shape);
}
