import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Dice } from '@assay/core/testing/dice';
import type { SimMarket } from './listings.ts';

type Body = Record<string, unknown>;

const SELF_TRADE = ['none', 'expireTaker', 'expireMaker', 'expireBoth', 'decrement'];

/** Price of so many ticks, and quantity of so many lots, as a person writes them. */
export function priceOf(market: SimMarket, ticks: number): string {
  return times(market.tickSize, Math.max(1, ticks));
}

export function quantityOf(market: SimMarket, lots: number): string {
  return times(market.stepSize, Math.max(1, lots));
}

function times(size: string, count: number): string {
  return formatDecimal((parseDecimal(size, SCALE) as bigint) * BigInt(count), SCALE);
}

/** An order that a user might place while the price is at `ticks`. */
export function order(dice: Dice, market: SimMarket, ticks: number): Body {
  const body: Body = { market: market.symbol, side: dice.pick(['buy', 'sell']) };
  if (dice.int(0, 2) > 0) body.selfTrade = dice.pick(SELF_TRADE);
  const kind = dice.int(0, 99);
  if (kind < 55) limit(dice, market, ticks, body);
  else if (kind < 75) marketOrder(dice, market, body);
  else stop(dice, market, ticks, body);
  addSource(dice, market, body);
  return body;
}

/** The trigger source, and terms, of which spot has none. */
function addSource(dice: Dice, market: SimMarket, body: Body): void {
  const isSpot = market.product === undefined;
  if (body.type?.toString().startsWith('stop') && dice.int(0, 3) === 0) {
    body.trailingDelta = dice.pick([10, 10, 20, 50, 200, 9]);
    if (dice.int(0, 1) === 0) delete body.triggerPrice;
    return;
  }
  if (body.triggerPrice !== undefined && dice.int(0, 1) === 0) {
    body.triggerSource = dice.pick(isSpot ? ['mark', 'last'] : ['index', 'mark', 'last']);
  }
  if (!isSpot && dice.int(0, 7) === 0) body.terms = { reduceOnly: true };
}

function limit(dice: Dice, market: SimMarket, ticks: number, body: Body): void {
  body.type = 'limit';
  body.quantity = quantityOf(market, lots(dice, market));
  body.limitPrice = priceOf(market, ticks + offset(dice));
  const way = dice.int(0, 9);
  if (way === 0) body.timeInForce = 'ioc';
  else if (way === 1) body.timeInForce = 'fok';
  else if (way === 2) body.postOnly = true;
  else if (way === 3) body.timeInForce = 'gtc';
  else if (way === 4) body.icebergQuantity = quantityOf(market, lots(dice, market));
}

function marketOrder(dice: Dice, market: SimMarket, body: Body): void {
  body.type = 'market';
  if (dice.int(0, 1) === 0) body.quantity = quantityOf(market, lots(dice, market));
  else body.quoteAmount = amount(dice);
  if (dice.int(0, 3) === 0) body.maxSlippagePpm = dice.pick([1, 2_500, 50_000, 500_000]);
}

function stop(dice: Dice, market: SimMarket, ticks: number, body: Body): void {
  const trigger = ticks + offset(dice);
  body.triggerPrice = priceOf(market, trigger);
  if (dice.int(0, 1) === 0) {
    body.type = 'stopLimit';
    body.limitPrice = priceOf(market, trigger + offset(dice));
    body.quantity = quantityOf(market, lots(dice, market));
    if (dice.int(0, 4) === 0) body.timeInForce = 'ioc';
    return;
  }
  body.type = 'stopMarket';
  if (body.side === 'buy' && dice.int(0, 1) === 0) body.quoteAmount = amount(dice);
  else body.quantity = quantityOf(market, lots(dice, market));
}

/** Two orders around the price, mostly on the sides where they belong. */
export function oco(dice: Dice, market: SimMarket, ticks: number): Body {
  const side = dice.pick(['buy', 'sell']);
  const way = (side === 'sell' ? 1 : -1) * (dice.int(0, 19) === 0 ? -1 : 1);
  const trigger = ticks - way * dice.int(1, 6);
  const body: Body = {
    market: market.symbol,
    side,
    quantity: quantityOf(market, lots(dice, market)),
  };
  body.limitPrice = priceOf(market, ticks + way * dice.int(1, 6));
  body.triggerPrice = priceOf(market, trigger);
  if (dice.int(0, 1) === 0) body.stopLimitPrice = priceOf(market, trigger - way * dice.int(0, 4));
  if (dice.int(0, 3) === 0) body.selfTrade = dice.pick(SELF_TRADE);
  addSource(dice, market, body);
  if (dice.int(0, 3) === 0) {
    body.takeProfitPrice = body.limitPrice;
    if (dice.int(0, 1) === 0) delete body.limitPrice;
  }
  if (dice.int(0, 3) === 0) body.listClientOrderId = `list-${dice.int(0, 5)}`;
  return body;
}

/** An order near the price, and one or two that wait for it, mostly to undo it. */
export function oto(dice: Dice, market: SimMarket, ticks: number): Body {
  const { symbol } = market;
  const side = dice.pick(['buy', 'sell']);
  const working: Body = { side };
  limit(dice, market, ticks, working);
  const other = dice.int(0, 9) === 0 ? side : side === 'buy' ? 'sell' : 'buy';
  const way = other === 'sell' ? 1 : -1;
  const both: Body = { side: other, quantity: working.quantity };
  const gain = priceOf(market, ticks + way * dice.int(1, 8));
  const [better, worse] = other === 'sell' ? ['rises', 'falls'] : ['falls', 'rises'];
  const rest: Body = { ...both, type: 'limit', limitPrice: gain, postOnly: true };
  const take: Body = { ...both, type: 'stopMarket', triggerPrice: gain, triggerWhen: better };
  const stop: Body = { ...both, type: 'stopMarket', triggerWhen: worse };
  stop.triggerPrice = priceOf(market, ticks - way * dice.int(1, 8));
  const list: Body = { market: symbol, working };
  if (dice.int(0, 3) === 0) list.listClientOrderId = `list-${dice.int(0, 5)}`;
  const kind = dice.int(0, 9);
  if (kind < 5) return { ...list, pending: [dice.pick([rest, take]), stop] };
  if (kind < 7) return { ...list, pending: [dice.pick([rest, stop])] };
  const { market: _, ...any } = order(dice, market, ticks);
  if (any.triggerPrice !== undefined) any.triggerWhen = better;
  return { ...list, pending: [any] };
}

/** Ticks from the price: mostly so near that orders meet, seldom so far that they are refused. */
function offset(dice: Dice): number {
  const way = dice.int(0, 19);
  if (way === 0) return dice.int(-1_000, 4_000);
  return way < 5 ? dice.int(-40, 40) : dice.int(-4, 4);
}

function lots(dice: Dice, { usual }: SimMarket): number {
  const way = dice.int(0, 19);
  if (way === 0) return usual * dice.int(50, 2_000);
  return way < 3 ? dice.int(1, 3) : dice.int(1, usual);
}

function amount(dice: Dice): string {
  return dice.pick(['1', '7.77777777', '25', '100.00000001', '999.99', '5000', '100000']);
}

const SPOILS: readonly ((body: Body) => void)[] = [
  (body) => Object.assign(body, { quantity: '0' }),
  (body) => Object.assign(body, { quantity: '-1' }),
  (body) => Object.assign(body, { quantity: '1e2' }),
  (body) => Object.assign(body, { quantity: '0.000000001' }),
  (body) => Object.assign(body, { quantity: '1.00000001' }),
  (body) => Object.assign(body, { quantity: '99999999999999999999' }),
  (body) => Object.assign(body, { quantity: '٣' }),
  (body) => Object.assign(body, { limitPrice: '0.00000001' }),
  (body) => Object.assign(body, { limitPrice: '10001' }),
  (body) => Object.assign(body, { triggerPrice: '1' }),
  (body) => Object.assign(body, { quoteAmount: '10' }),
  (body) => Object.assign(body, { timeInForce: 'day' }),
  (body) => Object.assign(body, { postOnly: true }),
  (body) => Object.assign(body, { market: 'NOSUCH' }),
  (body) => Object.assign(body, { maxSlippagePpm: 0 }),
  (body) => Object.assign(body, { clientOrderId: 'not allowed' }),
  (body) => {
    delete body.quantity;
  },
];

/** Makes something wrong with an order. */
export function spoil(dice: Dice, body: Body): Body {
  dice.pick(SPOILS)(body);
  return body;
}
