import { formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { notional } from '@assay/core/order/cost';
import type { PlaceOrder } from '@assay/core/order/intent';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import type { PlaceOco } from '@assay/core/order/oco';
import type {
  OrderType,
  SelfTradeName,
  SideName,
  TimeInForce,
  TriggerSource,
} from '@assay/core/order/order';
import { BUY, SELL } from '@assay/core/order/side';
import { trailingTrigger } from '@assay/core/order/trailing';

/** What the ticket can send: an order of one type, or two of which one cancels the other. */
export type TicketType = OrderType | 'oco';

/** Which of quantity and total a person gives; the other follows. */
export type Lead = 'quantity' | 'total';

/** What a person has typed into the ticket. Decimal text, possibly unfinished or wrong. */
interface Typed {
  readonly side: SideName;
  readonly price: string;
  readonly trigger: string;
  /** The price that sets off a stop. */
  readonly triggerSource: TriggerSource;
  /** Whether a stop trails: follows the last price, from its trigger price on if there is one. */
  readonly trails: boolean;
  /** Of a trailing stop, in percent. */
  readonly distance: string;
  /** Of an OCO: the limit of its stop, which goes at market when this is empty. */
  readonly stopPrice: string;
  readonly quantity: string;
  /** Order value in the quote asset. */
  readonly total: string;
  readonly lead: Lead;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTradeName;
  /** Protection of a market order, in percent of the best price. */
  readonly slippage: string;
}

/** The ticket with an order of its own. */
export interface OrderForm extends Typed {
  readonly type: OrderType;
}

/** The ticket with two orders of which one cancels the other. */
export interface OcoForm extends Typed {
  readonly type: 'oco';
}

export type TicketForm = OrderForm | OcoForm;

export const EMPTY_FORM: OrderForm = {
  side: 'buy',
  type: 'limit',
  price: '',
  trigger: '',
  triggerSource: 'mark',
  trails: false,
  distance: '1',
  stopPrice: '',
  quantity: '',
  total: '',
  lead: 'quantity',
  timeInForce: 'gtc',
  postOnly: false,
  selfTrade: 'expireTaker',
  slippage: '1',
};

export function hasLimitPrice(type: TicketType): boolean {
  return type === 'limit' || type === 'stopLimit' || type === 'oco';
}

export function hasTrigger(type: TicketType): boolean {
  return type === 'stopLimit' || type === 'stopMarket' || type === 'oco';
}

export function isTrailing({ trails, type }: TicketForm): boolean {
  return trails && (type === 'stopLimit' || type === 'stopMarket');
}

/** Percent text as basis points; null when it is no positive number of them. */
export function distanceOf(text: string): number | null {
  const basisPoints = parseDecimal(text, 2);
  return basisPoints === null || basisPoints <= 0n || basisPoints > 1_000_000n
    ? null
    : Number(basisPoints);
}

/**
 * The trigger that a stop has at first, in ticks; 0 while it is not known. One that trails follows
 * from the price `last` unless it waits for another.
 */
export function firstTrigger(rules: BookRules, form: TicketForm, last: number): number {
  const typed = ticksOf(rules, form.trigger) ?? 0;
  if (!isTrailing(form)) return typed;
  const [from, distance] = [typed || last, distanceOf(form.distance)];
  if (from === 0 || distance === null) return 0;
  return trailingTrigger(form.side === 'buy' ? BUY : SELL, from, distance);
}

/** Whether an order of the ticket goes at market, and so by the filters and limits of those. */
export function goesAtMarket({ type, stopPrice }: TicketForm): boolean {
  return type === 'oco' ? stopPrice === '' : !hasLimitPrice(type);
}

/**
 * An order without a price of its own may be given by amount, except where the engine has no such
 * order.
 */
export function mayGoByAmount(type: TicketType, side: SideName): boolean {
  return type === 'market' || (type === 'stopMarket' && side === 'buy');
}

/** 1e-8 units of what is typed, or null while it is not a positive number. */
export function unitsOf(text: string): number | null {
  const units = parseDecimal(text, SCALE);
  if (units === null || units <= 0n || units > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return Number(units);
}

/** Whole ticks of a price, or null when it is none. */
export function ticksOf(rules: BookRules, text: string): number | null {
  return whole(unitsOf(text), rules.quotePerTick);
}

/** Whole lots of a quantity, or null when it is none. */
export function lotsOf(rules: BookRules, text: string): number | null {
  return whole(unitsOf(text), rules.basePerLot);
}

function whole(units: number | null, size: number): number | null {
  return units === null || units % size !== 0 ? null : units / size;
}

/** The price that value and quantity are converted by: the limit, else the trigger, else `best`. */
export function ticksForValue(rules: BookRules, form: TicketForm, best: number): number {
  if (hasLimitPrice(form.type)) return ticksOf(rules, form.price) ?? 0;
  if (hasTrigger(form.type)) return firstTrigger(rules, form, best);
  return best;
}

/** Value of a quantity at a price in ticks; empty while either is missing. */
export function totalFor(rules: BookRules, quantity: string, ticks: number): string {
  const lots = lotsOf(rules, quantity);
  if (lots === null || ticks <= 0) return '';
  const value = notional(rules, ticks, lots);
  return Number.isSafeInteger(value) ? formatSafe(value, SCALE) : '';
}

/** Largest whole quantity whose value stays within `total`; empty while either is missing. */
export function quantityFor(rules: BookRules, total: string, ticks: number): string {
  const units = unitsOf(total);
  if (units === null || ticks <= 0) return '';
  const lots = Math.floor(units / (ticks * rules.quotePerTickLot));
  return lots <= 0 ? '' : quantityText(rules, Math.min(lots, rules.maxLots));
}

/** The form with the follower of quantity and total brought up to date. */
export function follow(rules: BookRules, form: TicketForm, best: number): TicketForm {
  const ticks = ticksForValue(rules, form, best);
  return form.lead === 'quantity'
    ? { ...form, total: totalFor(rules, form.quantity, ticks) }
    : { ...form, quantity: quantityFor(rules, form.total, ticks) };
}

/** A price moved by whole ticks: from what is typed, else from `fallback`; never below one tick. */
export function stepped(rules: BookRules, text: string, by: number, fallback: number): string {
  const units = unitsOf(text);
  const from = units === null ? fallback : units / rules.quotePerTick;
  // A price between two ticks goes to the next one in the direction of the step.
  const start = by > 0 ? Math.floor(from) : Math.ceil(from);
  return priceText(rules, Math.max(1, start + by));
}

/** Percent text as parts per million; null outside (0, 50]. */
export function slippagePpm(text: string): number | null {
  const units = parseDecimal(text, 4);
  if (units === null || units <= 0n || units > 500_000n) return null;
  return Number(units);
}

/** The two orders of an OCO, each as a ticket of its own: a post-only limit order and a stop. */
export function legsOf(form: OcoForm): readonly [limit: OrderForm, stop: OrderForm] {
  const both = { ...form, timeInForce: 'gtc', lead: 'quantity', trails: false } as const;
  return [
    { ...both, type: 'limit', postOnly: true },
    { ...both, type: goesAtMarket(form) ? 'stopMarket' : 'stopLimit', price: form.stopPrice },
  ];
}

/** The OCO that the form describes, in the words of the call. */
export function ocoOf(market: string, form: OcoForm): PlaceOco {
  const { side, quantity, price, trigger, triggerSource, stopPrice, selfTrade } = form;
  const slippage = slippagePpm(form.slippage);
  return {
    market,
    side,
    quantity,
    limitPrice: price,
    triggerPrice: trigger,
    triggerSource,
    ...(stopPrice === '' ? {} : { stopLimitPrice: stopPrice }),
    ...(stopPrice === '' && slippage !== null ? { maxSlippagePpm: slippage } : {}),
    selfTrade,
  };
}

/** The order that the form describes, in the words of the call. What is not typed is left out. */
export function orderOf(market: string, form: OrderForm): PlaceOrder {
  const { side, type, timeInForce, postOnly, selfTrade, triggerSource } = form;
  const limited = hasLimitPrice(type);
  const byAmount = mayGoByAmount(type, side) && form.lead === 'total';
  const slippage = slippagePpm(form.slippage);
  return {
    market,
    side,
    type,
    ...(byAmount ? { quoteAmount: form.total } : { quantity: form.quantity }),
    ...(limited ? { limitPrice: form.price, timeInForce: stopSafe(type, timeInForce) } : {}),
    ...(isTrailing(form)
      ? trailingOf(form)
      : hasTrigger(type) && { triggerPrice: form.trigger, triggerSource }),
    ...(type === 'limit' && timeInForce === 'gtc' && postOnly ? { postOnly: true } : {}),
    ...(!limited && slippage !== null ? { maxSlippagePpm: slippage } : {}),
    selfTrade,
  };
}

/** A trailing stop follows trades, so it names no source. */
function trailingOf({ distance, trigger }: OrderForm) {
  const trailingDelta = distanceOf(distance) ?? 0;
  return trigger === '' ? { trailingDelta } : { trailingDelta, triggerPrice: trigger };
}

/** A stop order cannot be fill-or-kill. */
function stopSafe(type: OrderType, timeInForce: TimeInForce): TimeInForce {
  return type === 'stopLimit' && timeInForce === 'fok' ? 'gtc' : timeInForce;
}
