import { ORDER_REFUSALS, type OrderRefusal } from '@assay/core/order/refusals';
import { useTranslation } from 'react-i18next';

/**
 * What only the ticket says: a protection out of bounds, which price of an OCO is on the wrong side
 * of the last price or the mark price, which bound a limit price is beyond, what an order needs,
 * what is wrong with the distance of a trailing stop.
 */
const TICKET_PROBLEMS = [
  'slippage',
  'aboveLast',
  'belowLast',
  'aboveMark',
  'belowMark',
  'aboveBand',
  'belowBand',
  'shortOfBalance',
  'distanceTooFine',
  'distanceTooShort',
  'distanceTooLong',
] as const;

/** Every reason that the desk has words for. */
export type OrderProblem = OrderRefusal | (typeof TICKET_PROBLEMS)[number];

const KNOWN: ReadonlySet<string> = new Set([...ORDER_REFUSALS, ...TICKET_PROBLEMS]);

export function isOrderProblem(refusal: string): refusal is OrderProblem {
  return KNOWN.has(refusal);
}

/** A refusal in words, with the limit that it names; empty when there are no words for it. */
export type RefusalWords = (refusal: string, detail?: Readonly<Record<string, string>>) => string;

/** Words for the refusals that orders of all products share. */
export function useRefusalWords(): RefusalWords {
  const { t } = useTranslation();
  return (refusal, { limit = '', base = '', quote = '', held = '' } = {}) =>
    isOrderProblem(refusal) ? t(($) => $.desk.refusals[refusal], { limit, base, quote, held }) : '';
}
