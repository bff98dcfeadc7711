import { SCALE } from '@assay/core/num/decimal';
import type { BookRules } from '@assay/core/order/market';
import type { OrderRefusal } from '@assay/core/order/refusals';
import { Refusal } from '@assay/core/schema/outcome';
import { EngineUnavailable, OutcomeUnknown } from '@assay/platform/engine/status';
import { API_ERRORS, ApiError } from '../errors.ts';

/** What was refused, as far as the text of the error depends on it. */
export interface Refused {
  readonly action: 'place' | 'cancel' | 'amend';
  readonly rules?: BookRules | undefined;
  readonly quantities?: SentAmounts;
  readonly prices?: SentAmounts;
  readonly quoteAmounts?: SentAmounts;
  /** The filters of market orders apply. */
  readonly atMarket?: boolean;
  /** An amendment carries a new client order id. */
  readonly renames?: boolean;
}

/** Amounts as they were sent, by the names that their sender gave the parameters. */
type SentAmounts = Readonly<Record<string, string | undefined>>;

/** Refusals of order commands, and those that any command can get. */
export type AnyRefusal = OrderRefusal | 'idempotencyConflict' | 'commandIdTaken';

const rejected = (text: string) => () => new ApiError(-2010, text);
const filter = (name: string) => new ApiError(-1013, `Filter failure: ${name}`);

/**
 * The error that clients know for each refusal of the engine; they match code and text literally.
 * The table is complete, although parameter checks come before some of the refusals.
 */
const ERRORS: Readonly<
  Record<AnyRefusal, (about: Refused, detail: Refusal['detail']) => ApiError>
> = {
  unknownProduct: API_ERRORS.symbol,
  unknownMarket: API_ERRORS.symbol,
  unknownOrder: ({ action }) => UNKNOWN_ORDER[action](),
  partOfOco: () => new ApiError(-2038, 'Order amend is not supported for orders of a list.'),
  marketNotOpen: rejected('Market is closed.'),
  marketHalted: rejected('Market is closed.'),
  invalidOrder: (_, { field = '' }) =>
    field === 'timeInForce'
      ? new ApiError(-1115, 'Invalid timeInForce.')
      : API_ERRORS.combination(),
  invalidQuantity: ({ quantities }) => badAmount(quantities, 'Invalid quantity.', 'LOT_SIZE'),
  stepSize: (about) => lotSize(about),
  minQuantity: (about) => lotSize(about),
  maxQuantity: (about) => lotSize(about),
  icebergParts: () => filter('ICEBERG_PARTS'),
  invalidPrice: ({ prices }) => badAmount(prices, 'Invalid price.', 'PRICE_FILTER'),
  tickSize: () => filter('PRICE_FILTER'),
  maxPrice: () => filter('PRICE_FILTER'),
  nothingToChange: ({ renames }) =>
    new ApiError(
      -2038,
      renames
        ? 'Order amend needs a smaller newQty; newClientOrderId alone is not changed.'
        : 'The requested action would change no state; rejecting.',
    ),
  trailingDelta: () => filter('TRAILING_DELTA'),
  invalidAmount: ({ quoteAmounts }) =>
    badAmount(quoteAmounts, 'Invalid quoteOrderQty.', 'NOTIONAL'),
  minNotional: () => filter('NOTIONAL'),
  maxNotional: () => filter('NOTIONAL'),
  invalidClientOrderId: () => API_ERRORS.illegal('newClientOrderId', '^[a-zA-Z0-9-_]{1,36}$'),
  clientOrderIdInUse: ({ action }) =>
    new ApiError(action === 'amend' ? -2038 : -2010, 'Duplicate order sent.'),
  tooManyStops: () => filter('MAX_NUM_ALGO_ORDERS'),
  tooManyOrders: () => filter('MAX_NUM_ORDERS'),
  tooManyOrdersInAll: () => filter('EXCHANGE_MAX_NUM_ORDERS'),
  percentPrice: () => filter('PERCENT_PRICE_BY_SIDE'),
  noReferencePrice: rejected('There is no price yet that the stop price could be held against.'),
  unsupportedTriggerSource: () => API_ERRORS.combination(),
  triggersAtOnce: rejected('Stop price would trigger immediately.'),
  noLiquidity: rejected('Order book liquidity is less than LOT_SIZE filter minimum quantity.'),
  wouldTake: rejected('Order would immediately match and take.'),
  tooManyFills: rejected('FOK order would need too many fills.'),
  ocoPrices: rejected('The relationship of the prices for the orders is not correct.'),
  termsNotMet: rejected('The position does not allow the order.'),
  insufficientBalance: rejected('Account has insufficient balance for requested action.'),
  // One signed text with two bodies cannot both be what was signed.
  idempotencyConflict: API_ERRORS.signature,
  commandIdTaken: API_ERRORS.disconnected,
};

export const UNKNOWN_ORDER = {
  cancel: () => new ApiError(-2011, 'Unknown order sent.'),
  amend: () => new ApiError(-2013, 'Order does not exist.'),
  place: () => new ApiError(-2013, 'Order does not exist.'),
} as const;

/** The error for a refusal. */
export function refusalError({ code, detail }: Refusal, about: Refused): ApiError {
  const make = ERRORS[code as AnyRefusal];
  if (make === undefined) throw new Error(`no error is known for ${code}`);
  return make(about, detail);
}

/** Waits for the outcome of a command. @throws ApiError for a refusal */
export async function answered<T>(sent: Promise<T | Refusal>, about: Refused): Promise<T> {
  let done: T | Refusal;
  try {
    done = await sent;
  } catch (error) {
    // Not accepted: nothing happened. Accepted with an unknown outcome: sending it again shows it.
    if (error instanceof EngineUnavailable) throw API_ERRORS.disconnected();
    if (error instanceof OutcomeUnknown) throw API_ERRORS.timeout();
    throw error;
  }
  if (done instanceof Refusal) throw refusalError(done, about);
  return done;
}

/** The error for an amount that no market accepts: too many decimals, zero, or too large. */
function badAmount(amounts: SentAmounts = {}, nothing: string, tooLarge: string): ApiError {
  for (const [name, amount = ''] of Object.entries(amounts)) {
    const [, fraction = ''] = amount.split('.');
    if (fraction.length > SCALE) {
      return new ApiError(-1111, `Parameter '${name}' has too much precision.`);
    }
  }
  const isNothing = Object.values(amounts).some((amount) => Number(amount ?? '1') === 0);
  return isNothing ? new ApiError(-1013, nothing) : filter(tooLarge);
}

/** The filter that a quantity misses: LOT_SIZE is checked before MARKET_LOT_SIZE. */
function lotSize({ rules, quantities = {}, atMarket }: Refused): ApiError {
  if (!atMarket || rules === undefined) return filter('LOT_SIZE');
  const [sent] = Object.values(quantities);
  // The quantity of an order by amount is always in whole lots.
  if (sent === undefined) return filter('MARKET_LOT_SIZE');
  const lots = (Number(sent) * 10 ** SCALE) / rules.basePerLot;
  const fits = Number.isInteger(lots) && lots >= rules.minLots && lots <= rules.maxLots;
  return filter(fits ? 'MARKET_LOT_SIZE' : 'LOT_SIZE');
}
