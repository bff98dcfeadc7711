import { formatSafe, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { isWithin, priceBand, referencePrice } from '@assay/core/order/conditions';
import { readOrder, readPrice, readQuantity, refuseNotional } from '@assay/core/order/intent';
import { type BookRules, priceText, quantityText } from '@assay/core/order/market';
import { isStop, TRIGGER_SOURCES } from '@assay/core/order/order';
import {
  type Preview,
  type PricesNow,
  previewOrder,
  type StopWait,
  stopWait,
} from '@assay/core/order/preview';
import type { OrderRefusal, Refused } from '@assay/core/order/refusals';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import { MAX_TRAILING_DELTA, MIN_TRAILING_DELTA } from '@assay/core/order/trailing';
import type { OrderProblem } from '../refusals.ts';
import {
  distanceOf,
  firstTrigger,
  hasLimitPrice,
  hasTrigger,
  isTrailing,
  mayGoByAmount,
  type OrderForm,
  orderOf,
  slippagePpm,
  type TicketForm,
  ticksOf,
  unitsOf,
} from './form.ts';
import { type Funding, holdOf, type Offer } from './funding.ts';
import { leastTotal } from './lots.ts';

/** The fields of the ticket that a message can stand under. */
export type TicketField =
  | 'price'
  | 'trigger'
  | 'distance'
  | 'stopPrice'
  | 'quantity'
  | 'total'
  | 'slippage';

/** A rule that the order breaks, by the name that its product has words for, and its limit. */
export interface Problem {
  readonly field: TicketField;
  readonly refusal: string;
  readonly limit: string;
}

/** What the page knows that the form does not. */
export interface Surroundings extends Offer {
  readonly rules: BookRules;
  readonly market: string;
  readonly funding: Funding;
  /** How many rest, and how many stops wait: there is a most of both together, and of stops. */
  readonly resting: number;
  readonly waiting: number;
  readonly now: PricesNow;
}

export interface Check {
  readonly problems: readonly Problem[];
  /** Null while something is missing or wrong. */
  readonly preview: Preview | null;
  /** True when every field that the type needs holds a readable value. */
  readonly complete: boolean;
  /** What a stop would wait for; not while its trigger is missing or wrong. */
  readonly wait?: StopWait;
  /** What the two orders of an OCO hold together, in units of the asset that their side holds. */
  readonly held?: number;
}

/**
 * Reads an order with the rules that the engine will apply, and says what it would cost. Empty
 * fields are no problem yet; they only keep the order from being complete.
 */
export function checkOrder(form: OrderForm, around: Surroundings): Check {
  const { rules } = around;
  const side = form.side === 'buy' ? BUY : SELL;
  const problems: Problem[] = [];
  let wait: Pick<Check, 'wait'> = {};
  const trails = isTrailing(form);
  const add = (field: TicketField, refused: Refused | OrderProblem) =>
    problems.push(problemOf(rules, field, refused));
  const prices: [TicketField, string, boolean][] = [
    ['price', form.price, hasLimitPrice(form.type)],
    ['trigger', form.trigger, hasTrigger(form.type) && !(trails && form.trigger === '')],
  ];
  for (const [field, text, needed] of prices) {
    if (!needed || text === '') continue;
    const ticks = readPrice(rules, text);
    const beyond =
      field === 'price' && typeof ticks === 'number' && beyondBand(around, side, ticks);
    if (typeof ticks !== 'number') add(field, exactly(text, ticks));
    else if (beyond) problems.push(beyond);
    else if (field === 'trigger') {
      const waits = stopWait(triggerOf(form, ticks), around.now);
      if ('refusal' in waits) add(field, waits);
      // One that trails fires later than at its activation price.
      else wait = { wait: trails ? { ...waits, isBeyond: false } : waits };
    }
  }
  const far = trails ? distanceProblem(form.distance) : undefined;
  if (far) problems.push(far);
  const byAmount = mayGoByAmount(form.type, form.side) && form.lead === 'total';
  if (!byAmount && form.quantity !== '') {
    const lots = readQuantity(rules, form.quantity, !hasLimitPrice(form.type));
    if (typeof lots !== 'number') add('quantity', exactly(form.quantity, lots));
  }
  const least = tooSmall(rules, form);
  if (least) problems.push(least);
  if (!hasLimitPrice(form.type) && slippagePpm(form.slippage) === null) add('slippage', 'slippage');
  const complete =
    prices.every(([, text, needed]) => !needed || text !== '') &&
    (!trails || form.distance !== '') &&
    (byAmount ? form.total : form.quantity) !== '';
  if (problems.length > 0 || !complete) return { problems, preview: null, complete, ...wait };
  return { ...checkWhole(form, around, byAmount ? 'total' : 'quantity'), ...wait };
}

/** The rules that need the whole order: its value, the book, the balance. */
function checkWhole(form: OrderForm, around: Surroundings, sized: TicketField): Check {
  const { rules, bids, asks, funding } = around;
  const order = orderOf(around.market, form);
  const problem = (field: TicketField, refused: Refused | OrderProblem): Check => ({
    problems: [problemOf(rules, field, refused)],
    preview: null,
    complete: true,
  });
  const intent = readOrder(rules, order);
  if (intent.refusal !== undefined) return problem(fieldOf(intent.refusal, sized), intent);
  const many = tooMany(around, isStop(intent.type));
  if (many !== null) return problem(sized, many);
  const trails = isTrailing(form);
  const levels = form.side === 'buy' ? asks : bids;
  const preview = previewOrder(rules, order, levels, funding, trails ? around.now : undefined);
  if (preview.refusal !== undefined) return problem(sized, preview);
  if (intent.postOnly && preview.takes > 0) return problem('price', 'wouldTake');
  const trigger = firstTrigger(rules, form, around.now.prices.lastTicks);
  const outside = trails ? refuseNotional(rules, intent.lots, intent.limit || trigger) : null;
  if (outside !== null) return problem('total', outside);
  const held = holdOf(rules, { ...intent, trigger }, preview.takes, around, funding);
  if (exceeds(held, funding.available(form.side))) {
    return { problems: [shortOf(sized, held)], preview, complete: true };
  }
  return { problems: [], preview, complete: true };
}

/** Whether an order needs more than there is; not while nobody knows what there is. */
export function exceeds(required: number, available: number | null): boolean {
  return available !== null && required > available;
}

/** A trigger of the ticket as the rules take it: its direction follows from the price. */
export function triggerOf(form: TicketForm, ticks: number) {
  const source = isTrailing(form) ? 'last' : form.triggerSource;
  return { source: TRIGGER_SOURCES.indexOf(source), trigger: ticks, direction: -1 };
}

/** What is wrong with the distance of a trailing stop that is typed. */
function distanceProblem(text: string): Problem | undefined {
  if (text === '') return undefined;
  const distance = distanceOf(text);
  const problem = (refusal: OrderProblem, limit = ''): Problem => ({
    ...{ field: 'distance', refusal, limit },
  });
  if (distance === null) {
    return problem(parseDecimal(text, SCALE) ? 'distanceTooFine' : 'trailingDelta');
  }
  if (distance < MIN_TRAILING_DELTA) {
    return problem('distanceTooShort', formatSafe(MIN_TRAILING_DELTA, 2));
  }
  if (distance > MAX_TRAILING_DELTA) {
    return problem('distanceTooLong', formatSafe(MAX_TRAILING_DELTA, 2));
  }
  return undefined;
}

/** The bound of the moment that a limit price is beyond. */
function beyondBand({ rules, now }: Surroundings, side: Side, ticks: number): Problem | undefined {
  const reference = referencePrice(now.prices, now.at);
  const band = priceBand(rules, side, reference);
  if (reference === 0 || isWithin(band, ticks)) return undefined;
  const [refusal, bound] =
    ticks > band.highest
      ? (['aboveBand', band.highest] as const)
      : (['belowBand', band.lowest] as const);
  return { field: 'price', refusal, limit: priceText(rules, bound) };
}

/** Stops have a limit of their own, and count towards that of all orders. */
function tooMany({ rules, resting, waiting }: Surroundings, stops: boolean): Refused | null {
  const { maxStopOrders, maxOpenOrders } = rules;
  if (stops && waiting >= maxStopOrders) {
    return { refusal: 'tooManyStops', detail: { max: String(maxStopOrders) } };
  }
  if (resting + waiting < maxOpenOrders) return null;
  return { refusal: 'tooManyOrders', detail: { max: String(maxOpenOrders) } };
}

/** What the order needs, when the balance is less. */
export function shortOf(field: TicketField, held: number): Problem {
  return { field, refusal: 'shortOfBalance', limit: formatSafe(held, SCALE) };
}

/** A total that was typed and is less than what any order at the price comes to. */
function tooSmall(rules: BookRules, form: OrderForm): Problem | undefined {
  if (form.lead !== 'total' || !hasLimitPrice(form.type)) return undefined;
  const typed = unitsOf(form.total);
  const ticks = ticksOf(rules, form.price);
  if (typed === null || ticks === null) return undefined;
  const least = leastTotal(rules, ticks);
  if (typed >= least) return undefined;
  return { field: 'total', refusal: 'minNotional', limit: formatSafe(least, SCALE) };
}

const NUMBER = /^\d+(\.\d*)?$/;

/** Of what is a number but none of the wire: the rule of the market that it breaks. */
function exactly(text: string, refused: Refused): Refused {
  const isQuantity = refused.refusal === 'invalidQuantity';
  if ((!isQuantity && refused.refusal !== 'invalidPrice') || !NUMBER.test(text)) return refused;
  if (parseDecimal(text, SCALE) === 0n) return isQuantity ? { refusal: 'minQuantity' } : refused;
  if (parseDecimal(text, SCALE) === null) return { refusal: isQuantity ? 'stepSize' : 'tickSize' };
  return { refusal: isQuantity ? 'maxQuantity' : 'maxPrice' };
}

function fieldOf(refusal: OrderRefusal, sized: TicketField): TicketField {
  return refusal === 'minNotional' || refusal === 'maxNotional' || refusal === 'invalidAmount'
    ? 'total'
    : sized;
}

/** What was refused, with the limit that it names itself, or else that of the rule. */
export function problemOf(
  rules: BookRules,
  field: TicketField,
  refused: Refused | OrderProblem,
): Problem {
  const refusal = typeof refused === 'string' ? refused : refused.refusal;
  const { step, min, max } = (typeof refused === 'string' ? undefined : refused.detail) ?? {};
  return { field, refusal, limit: step ?? min ?? max ?? limitText(rules, refusal) };
}

/** The number that a rule states, as text of the wire; empty for rules without one. */
function limitText(rules: BookRules, refusal: OrderProblem): string {
  switch (refusal) {
    case 'stepSize':
      return quantityText(rules, 1);
    case 'minQuantity':
      return quantityText(rules, rules.minLots);
    case 'maxQuantity':
      return quantityText(rules, rules.maxLots);
    case 'tickSize':
      return priceText(rules, 1);
    case 'maxPrice':
      return priceText(rules, rules.maxTicks);
    case 'minNotional':
      return formatSafe(rules.minNotional, SCALE);
    case 'maxNotional':
      return formatSafe(rules.maxNotional, SCALE);
    default:
      return '';
  }
}

/** The average price of what would trade at once, for reading only; null when nothing would. */
export function averagePrice(preview: Preview, rules: BookRules): number | null {
  if (preview.averageTicks === 0) return null;
  return (preview.averageTicks * rules.quotePerTick) / 10 ** SCALE;
}

/**
 * How far the estimated average of an order lies from the best price, in percent; null without one.
 */
export function slippageOf(preview: Preview, best: number): number | null {
  if (preview.averageTicks === 0 || best === 0) return null;
  return (Math.abs(preview.averageTicks - best) / best) * 100;
}
