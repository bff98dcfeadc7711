import { triggerSourcePrice } from '@assay/core/order/conditions';
import { readOrder } from '@assay/core/order/intent';
import { priceText } from '@assay/core/order/market';
import {
  type Check,
  checkOrder,
  exceeds,
  type Problem,
  problemOf,
  type Surroundings,
  shortOf,
  triggerOf,
} from './check.ts';
import { legsOf, type OcoForm, orderOf, type TicketForm, ticksOf } from './form.ts';
import { holdOf } from './funding.ts';

/** Reads whatever the ticket holds: an order, or two of which one cancels the other. */
export function checkTicket(form: TicketForm, around: Surroundings): Check {
  return form.type === 'oco' ? checkOco(form, around) : checkOrder(form, around);
}

/**
 * Reads each of the two as an order of its own, as the engine does, and then what concerns both:
 * the price between them, and the balance, of which the more expensive one needs its part and the
 * other nothing (SPOT-120, SPOT-122). The preview is that of the limit order.
 */
function checkOco(form: OcoForm, around: Surroundings): Check {
  const alone = { ...around, funding: { ...around.funding, available: () => null } };
  const [limitLeg, stopLeg] = legsOf(form);
  const limit = checkOrder(limitLeg, alone);
  const stop = checkOrder(stopLeg, alone);
  const problems = firstOfEach([
    ...sidesOf(form, around),
    ...limit.problems,
    ...stop.problems.map((problem) =>
      problem.field === 'price' ? { ...problem, field: 'stopPrice' as const } : problem,
    ),
  ]);
  const complete = limit.complete && stop.complete;
  const { preview } = limit;
  const wait = stop.wait === undefined ? {} : { wait: stop.wait };
  if (problems.length > 0 || !complete) return { problems, preview: null, complete, ...wait };
  const held = heldBy(form, around);
  if (exceeds(held, around.funding.available(form.side))) {
    const short = shortOf('quantity', held);
    return { problems: [short], preview, complete, held, ...wait };
  }
  return { problems: [], preview, complete, held, ...wait };
}

const ABOVE = { last: 'aboveLast', index: 'aboveMark', mark: 'aboveMark' } as const;
const BELOW = { last: 'belowLast', index: 'belowMark', mark: 'belowMark' } as const;

/**
 * Which of the two prices are not on their side of the price that sets off the stop, as far as they
 * are typed.
 */
function sidesOf(form: OcoForm, { rules, now: moment }: Surroundings): Problem[] {
  const { source } = triggerOf(form, 0);
  const now = triggerSourcePrice(moment.prices, source, moment.at);
  const prices = [
    ['price', form.price, form.side === 'sell'],
    ['trigger', form.trigger, form.side === 'buy'],
  ] as const;
  return prices.flatMap(([field, text, above]): Problem[] => {
    const ticks = ticksOf(rules, text);
    if (ticks === null) return [];
    if (now === 0) return field === 'trigger' ? [problemOf(rules, field, 'noReferencePrice')] : [];
    // A trigger at that price has a refusal of its own: it triggers at once.
    if (above ? ticks > now : ticks < now) return [];
    if (field === 'trigger' && ticks === now) return [];
    return [
      { field, refusal: (above ? ABOVE : BELOW)[form.triggerSource], limit: priceText(rules, now) },
    ];
  });
}

/** What both hold together: what the more expensive one needs. */
function heldBy(form: OcoForm, around: Surroundings): number {
  const { rules, market, funding } = around;
  const holds = legsOf(form).map((leg) => {
    const intent = readOrder(rules, orderOf(market, leg));
    return intent.refusal === undefined ? holdOf(rules, intent, 0, around, funding) : 0;
  });
  return Math.max(...holds);
}

/** A field has room for one sentence: the first that was found. */
function firstOfEach(problems: readonly Problem[]): Problem[] {
  return problems.filter(
    ({ field }, i) => problems.findIndex((each) => each.field === field) === i,
  );
}
