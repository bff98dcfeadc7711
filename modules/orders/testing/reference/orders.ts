import { fireByMark, fireStops, SOURCES } from './fire.ts';
import { cancelAll, end, heldAsset, run, setHold } from './match.ts';
import type { PlainBody as Body } from './module.ts';
import { outsideNotional, type Plan, planOrder, type Refused, refuse } from './plan.ts';
import {
  larger,
  type Market,
  type Order,
  PPM,
  readUnits,
  type Side,
  type World,
  worth,
} from './state.ts';

export interface Numbers {
  readonly quantity: bigint;
  readonly iceberg: bigint;
  readonly price: bigint;
  readonly trigger: bigint;
  readonly amount: bigint;
}

export function placeOrder(world: World, user: number, body: Body): Order | Refused {
  const market = world.markets.get(body.market as string);
  if (market === undefined) return refuse('unknownMarket');
  if (market.stage !== 'open') return refuse('marketNotOpen');
  if (!market.trading) return refuse('marketHalted');
  const asked = readAsked(market, body);
  if ('refusal' in asked) return asked;
  const drafted = draftOf(world, user, market, body, asked);
  if ('refusal' in drafted) return drafted;
  const { draft, plan } = drafted;
  const against = market.product.refuse?.(world, draft, null) ?? null;
  if (against !== null) return refuse(against);
  if (world.balance(user, heldAsset(draft)).available < plan.hold) {
    return refuse('insufficientBalance');
  }
  const order = accept(world, draft, plan);
  if (order.trigger === 0n && plan.limit > 0n) fireStops(world, order);
  return order;
}

/** Two orders, one of which ends the other: each as it would be refused, then both together. */
export function placeOco(world: World, user: number, body: Body): [Order, Order] | Refused {
  const market = world.markets.get(body.market as string);
  if (market === undefined) return refuse('unknownMarket');
  if (market.stage !== 'open') return refuse('marketNotOpen');
  if (!market.trading) return refuse('marketHalted');
  const { side } = body;
  const [gain, loss] = ocoBodies(body);
  const [askedGain, askedLoss] = [readAsked(market, gain), readAsked(market, loss)];
  if ('refusal' in askedGain) return askedGain;
  if ('refusal' in askedLoss) return askedLoss;
  const listName = readName(body.listClientOrderId);
  if (listName === null) return refuse('invalidClientOrderId');
  const rests = draftOf(world, user, market, gain, askedGain);
  if ('refusal' in rests) return rests;
  const waits = draftOf(world, user, market, loss, askedLoss, [rests.draft]);
  if ('refusal' in waits) return waits;
  const name = rests.draft.clientOrderId;
  if (name !== '' && name === waits.draft.clientOrderId) return refuse('clientOrderIdInUse');
  if (world.hasList(user, listName)) return refuse('clientOrderIdInUse');
  const { source } = waits.draft;
  const last = world.firingPrice(market, source) || world.freshIndex(market);
  const [price, trigger] = [rests.draft.trigger || rests.draft.price, waits.draft.trigger];
  const around = side === 'sell' ? trigger < last && last < price : price < last && last < trigger;
  if (!around) return refuse('ocoPrices');
  for (const { draft } of [rests, waits]) {
    const against = market.product.refuse?.(world, draft, null) ?? null;
    if (against !== null) return refuse(against);
  }
  const free = world.balance(user, heldAsset(rests.draft)).available;
  if (free < larger(rests.plan.hold, waits.plan.hold)) return refuse('insufficientBalance');
  const first = accept(world, rests.draft, rests.plan);
  const extra = larger(0n, waits.plan.hold - first.held);
  const second = accept(world, waits.draft, { ...waits.plan, hold: extra });
  [first.twin, second.twin] = [second, first];
  [first.oco, second.oco] = [first.id, first.id];
  [first.listName, second.listName] = [listName, listName];
  fireByMark(world, [market]);
  return [first, second];
}

/** The order on the better side of the price, then the stop on the worse side. */
function ocoBodies(body: Body): readonly [gain: Body, loss: Body] {
  const { market, side, quantity, selfTrade, terms, triggerSource, maxSlippagePpm } = body;
  const both = { market, side, quantity, selfTrade, terms };
  const stop = (triggerPrice: unknown, limitPrice: unknown, clientOrderId: unknown) => ({
    ...{ ...both, triggerPrice, limitPrice, triggerSource, clientOrderId },
    type: limitPrice === undefined ? 'stopMarket' : 'stopLimit',
  });
  const { limitPrice, limitClientOrderId: name } = body;
  const rest = { ...both, type: 'limit', limitPrice, postOnly: true, clientOrderId: name };
  const takes = body.takeProfitPrice !== undefined;
  const gain: Body = takes ? stop(body.takeProfitPrice, limitPrice, name) : rest;
  const loss: Body = stop(body.triggerPrice, body.stopLimitPrice, body.stopClientOrderId);
  if (gain.type !== 'stopMarket') return [gain, { ...loss, maxSlippagePpm }];
  const isOnlyGain = loss.type === 'stopLimit';
  return [{ ...gain, maxSlippagePpm }, isOnlyGain ? loss : { ...loss, maxSlippagePpm }];
}

interface Asked {
  readonly numbers: Numbers;
  readonly clientOrderId: string;
}

/** What is known of an order without the state of its market. */
export function readAsked(market: Market, body: Body): Asked | Refused {
  if (!fitsType(body) || !fitsTerms(market, body.terms)) return refuse('invalidOrder');
  const sources = market.product.triggerSources ?? ['last'];
  const { triggerSource } = body;
  if (triggerSource !== undefined && !sources.includes(triggerSource as string)) {
    return refuse('unsupportedTriggerSource');
  }
  const numbers = readNumbers(market, body);
  if ('refusal' in numbers) return numbers;
  const clientOrderId = readName(body.clientOrderId);
  return clientOrderId === null ? refuse('invalidClientOrderId') : { numbers, clientOrderId };
}

/** '' when the field is not there, null when it is no name. */
export function readName(name: unknown): string | null {
  const text = name ?? '';
  if (text === '') return '';
  return typeof text === 'string' && /^[A-Za-z0-9.:/_-]{1,36}$/.test(text) ? text : null;
}

/**
 * `beside`: orders that the command places before it. One that `waits` for another is planned when
 * its turn comes.
 */
export function draftOf(
  world: World,
  user: number,
  market: Market,
  body: Body,
  { numbers, clientOrderId }: Asked,
  beside: readonly Order[] = [],
  { waits } = { waits: false },
): { draft: Order; plan: Plan } | Refused {
  const late = refuseNow(world, user, market, body, numbers, clientOrderId, beside);
  if (late !== null) return late;
  const rates = market.product.rates(world, market, user);
  const draft: Order = {
    id: 0,
    user,
    market,
    side: body.side as Side,
    type: body.type as string,
    timeInForce: (body.timeInForce as string | undefined) ?? (numbers.price > 0n ? 'gtc' : 'ioc'),
    postOnly: body.postOnly === true,
    selfTrade: (body.selfTrade as string | undefined) ?? 'expireTaker',
    amount: numbers.amount,
    trailing: BigInt((body.trailingDelta as number | undefined) ?? 0),
    activation: body.trailingDelta === undefined ? 0n : numbers.trigger,
    since: 0,
    extreme: 0n,
    iceberg: numbers.iceberg,
    shown: 0n,
    trigger: numbers.trigger,
    source: (body.triggerSource as string | undefined) ?? 'last',
    terms: (body.terms as Order['terms'] | undefined) ?? {},
    rises: waits && body.triggerWhen === 'rises',
    slippagePpm: BigInt((body.maxSlippagePpm as number | undefined) ?? 50_000),
    makerPpm: rates.maker,
    takerPpm: rates.taker,
    clientOrderId,
    price: numbers.price,
    quantity: numbers.quantity,
    filled: 0n,
    filledQuote: 0n,
    feeExact: 0n,
    held: 0n,
    status: 'new',
    priority: 0,
    twin: null,
    oco: 0,
    follows: false,
    listName: '',
    rejection: '',
  };
  if (waits) return { draft, plan: { limit: 0n, quantity: 0n, hold: 0n, rises: false } };
  const plan = planOrder(world, draft, body.triggerWhen);
  return 'refusal' in plan ? plan : { draft, plan };
}

/** Takes the order in. Stops fire afterwards: the orders of a pair are first tied together. */
function accept(world: World, draft: Order, plan: Plan): Order {
  const id = world.nextId();
  const { rises, quantity, trigger = draft.trigger } = plan;
  const order: Order = { ...draft, id, priority: id, rises, quantity, trigger };
  if (order.trailing > 0n && order.activation === 0n) {
    order.since = world.at;
    order.extreme = order.market.last;
  }
  setHold(world, order, plan.hold);
  if (order.type.startsWith('stop')) {
    order.status = 'pending';
    world.open.push(order);
  } else if (plan.limit === 0n) {
    end(world, order, 'expired');
  } else {
    run(world, order, plan.limit);
  }
  return order;
}

const TYPES = ['limit', 'market', 'stopLimit', 'stopMarket'];
const MODES = ['none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement'];

/** Each type takes its own fields and no others. */
function fitsType(body: Body): boolean {
  const { type, side, timeInForce: tif, selfTrade, maxSlippagePpm: slippage } = body;
  if (!TYPES.includes(type as string) || (side !== 'buy' && side !== 'sell')) return false;
  if (tif !== undefined && !['gtc', 'ioc', 'fok'].includes(tif as string)) return false;
  if (selfTrade !== undefined && !MODES.includes(selfTrade as string)) return false;
  const limited = type === 'limit' || type === 'stopLimit';
  const stop = type === 'stopLimit' || type === 'stopMarket';
  if ((body.limitPrice !== undefined) !== limited) return false;
  const trailing = body.trailingDelta;
  if (trailing !== undefined && !(stop && Number.isInteger(trailing) && trailing !== 0)) {
    return false;
  }
  const hasTrigger = body.triggerPrice !== undefined;
  if (hasTrigger !== stop && trailing === undefined) return false;
  if (trailing !== undefined && (body.triggerSource ?? 'last') !== 'last') return false;
  const source = body.triggerSource;
  if (source !== undefined && !(stop && SOURCES.includes(source as string))) return false;
  const when = body.triggerWhen;
  if (when !== undefined && !(stop && (when === 'rises' || when === 'falls'))) return false;
  if ((body.quoteAmount !== undefined) === (body.quantity !== undefined)) return false;
  const mayGoByAmount = type === 'market' || (type === 'stopMarket' && side === 'buy');
  if (body.quoteAmount !== undefined && !mayGoByAmount) return false;
  if (!limited && tif !== undefined && tif !== 'ioc') return false;
  if (type === 'stopLimit' && tif === 'fok') return false;
  const rests = limited && (tif === undefined || tif === 'gtc');
  if (body.icebergQuantity !== undefined && !rests) return false;
  if (body.postOnly !== undefined && typeof body.postOnly !== 'boolean') return false;
  if (body.postOnly === true && (type !== 'limit' || (tif !== undefined && tif !== 'gtc'))) {
    return false;
  }
  if (slippage === undefined) return true;
  const share = slippage as number;
  return !limited && Number.isInteger(share) && share >= 1 && share <= 500_000;
}

/** Terms are flags that the product names. */
function fitsTerms({ product }: Market, terms: unknown): boolean {
  if (terms === undefined) return true;
  if (typeof terms !== 'object' || terms === null) return false;
  return Object.entries(terms).every(
    ([name, value]) =>
      (product.flags ?? []).includes(name) && (value === undefined || typeof value === 'boolean'),
  );
}

function readNumbers(market: Market, body: Body): Numbers | Refused {
  const atMarket = body.limitPrice === undefined;
  const quantity = readQuantity(atMarket ? marketSizes(market) : market, body.quantity);
  if (typeof quantity === 'string') return refuse(quantity);
  const iceberg = readQuantity(market, body.icebergQuantity);
  if (typeof iceberg === 'string') return refuse(iceberg);
  if (tooManyParts(quantity, iceberg)) return refuse('icebergParts');
  const price = readPrice(market, body.limitPrice);
  if (typeof price === 'string') return refuse(price);
  const trigger = readPrice(market, body.triggerPrice);
  if (typeof trigger === 'string') return refuse(trigger);
  const distance = (body.trailingDelta as number | undefined) ?? 0;
  if (distance !== 0 && (distance < 10 || distance > 2_000)) return refuse('trailingDelta');
  const amount = body.quoteAmount === undefined ? 0n : readUnits(body.quoteAmount);
  if (amount === null) return refuse('invalidAmount');
  const at = price > 0n ? price : trigger;
  const value = amount > 0n ? amount : at > 0n ? worth(at, quantity) : null;
  const outside = value === null ? null : outsideNotional(market, value);
  return outside === null ? { quantity, iceberg, price, trigger, amount } : refuse(outside);
}

/** An iceberg shows no more than all of it, in ten parts at most. */
export function tooManyParts(quantity: bigint, iceberg: bigint): boolean {
  return iceberg > 0n && (iceberg > quantity || quantity > iceberg * 10n);
}

type Sizes = Pick<Market, 'step' | 'minQuantity' | 'maxQuantity'>;

export function marketSizes(market: Market): Sizes {
  const { marketStep: step, marketMinQuantity: minQuantity, marketMaxQuantity } = market;
  return { step, minQuantity, maxQuantity: marketMaxQuantity };
}

/** 0n when the field is not there. */
export function readQuantity(sizes: Sizes, text: unknown): bigint | string {
  if (text === undefined) return 0n;
  const quantity = readUnits(text);
  if (quantity === null) return 'invalidQuantity';
  if (quantity % sizes.step !== 0n) return 'stepSize';
  if (quantity < sizes.minQuantity) return 'minQuantity';
  return quantity > sizes.maxQuantity ? 'maxQuantity' : quantity;
}

export function readPrice(market: Market, text: unknown): bigint | string {
  if (text === undefined) return 0n;
  const price = readUnits(text);
  if (price === null) return 'invalidPrice';
  if (price % market.tick !== 0n) return 'tickSize';
  return price > market.maxPrice ? 'maxPrice' : price;
}

/** What depends on the moment and not on the kind of order. */
function refuseNow(
  world: World,
  user: number,
  market: Market,
  body: Body,
  numbers: Numbers,
  clientOrderId: string,
  beside: readonly Order[],
): Refused | null {
  const own = world.ordersOf(user);
  if (clientOrderId !== '' && own.some((order) => order.clientOrderId === clientOrderId)) {
    return refuse('clientOrderIdInUse');
  }
  const stop = (body.type as string).startsWith('stop');
  // A stop that fired counts as an order of the book.
  const isStop = ({ trigger, status }: Order) =>
    trigger > 0n && (status === 'pending' || status === 'dormant');
  const here = own.filter((order) => order.market === market);
  const stops = here.filter(isStop).length + beside.filter(({ trigger }) => trigger > 0n).length;
  if (stop && stops >= 25) return refuse('tooManyStops');
  if (here.length + beside.length >= 200) return refuse('tooManyOrders');
  if (own.length + beside.length >= world.bounds.openOrders) return refuse('tooManyOrdersInAll');
  if (numbers.price > 0n && outsideBand(world, market, body.side as Side, numbers.price)) {
    return refuse('percentPrice');
  }
  return null;
}

/** Above or below the side's share of the reference price. */
export function outsideBand(world: World, market: Market, side: Side, price: bigint): boolean {
  const reference = world.freshIndex(market) || market.last;
  if (reference === 0n) return false;
  const [up, down] =
    side === 'buy' ? [market.bidUp, market.bidDown] : [market.askUp, market.askDown];
  return price * PPM > reference * up || price * PPM < reference * down;
}

export function named(world: World, user: number, body: Body): Order | undefined {
  const own = world.ordersOf(user);
  if (body.orderId !== undefined) return own.find((order) => order.id === body.orderId);
  return own.find(
    (order) => order.clientOrderId === body.clientOrderId && body.clientOrderId !== '',
  );
}

export function cancelOrder(world: World, user: number, body: Body): Order | Refused {
  const order = named(world, user, body);
  if (order === undefined) return refuse('unknownOrder');
  end(world, order, 'canceled');
  fireByMark(world, [order.market]);
  return order;
}

export function cancelAllOrders(world: World, user: number, body: Body): number[] | Refused {
  const { product } = body;
  if (product !== undefined && !world.products.includes(product as string)) {
    return refuse('unknownProduct');
  }
  const market = world.markets.get(body.market as string);
  if (body.market !== undefined && market === undefined) return refuse('unknownMarket');
  const orders = world
    .ordersOf(user, market)
    .filter((order) => product === undefined || order.market.product.name === product);
  cancelAll(world, orders);
  fireByMark(
    world,
    orders.map((order) => order.market),
  );
  return orders.map((order) => order.id);
}
