import { placedBy } from '@assay/core/order/life/state';
import { isWaiting, type Rejection } from '@assay/core/order/order';
import type { FillView, OrderChanged, OrderFilled, OrderView } from '@assay/modules/orders/schema';
import { orderTerms, stopPriceOf, triggerSourceOf } from '../../trade/terms.ts';

/** The kind of an execution report. */
type ExecutionType =
  | 'NEW'
  | 'TRADE'
  | 'CANCELED'
  | 'EXPIRED'
  | 'TRADE_PREVENTION'
  | 'REPLACED'
  | 'REJECTED';

/** A fill with its index among the facts of the batch. */
export interface NumberedFill {
  readonly index: number;
  readonly fact: OrderFilled;
}

/** One step in the life of an order. */
interface ExecutionReport {
  /** The command that made the step, and the order of the steps within that command. */
  readonly seq: number;
  readonly position: number;
  readonly executionType: ExecutionType;
  readonly changed: OrderChanged;
  /** The client order id at this step. */
  readonly clientOrderId: string;
  readonly status: string;
  readonly filledQuantity: string;
  readonly filledQuote: bigint;
  /** Whether the order waits: a stop that has not fired, or one that waits for another. */
  readonly isPending: boolean;
  readonly fill?: FillView;
}

/** Positions before all fills of a command, and after them. */
const FIRST = -1;
const LAST = Number.MAX_SAFE_INTEGER;

const ENDINGS: Partial<Record<OrderView['status'], ExecutionType>> = {
  canceled: 'CANCELED',
  expired: 'EXPIRED',
  expiredInMatch: 'TRADE_PREVENTION',
  expiredAtFillLimit: 'EXPIRED',
  rejected: 'REJECTED',
};

/** Why an order was rejected that had waited for another, as far as the protocol has a word. */
const REASONS: Partial<Record<Rejection, string>> = {
  insufficientBalance: 'INSUFFICIENT_BALANCES',
  triggersAtOnce: 'STOP_PRICE_WOULD_TRIGGER_IMMEDIATELY',
  wouldTake: 'WOULD_MATCH_IMMEDIATELY',
  ocoPrices: 'OCO_BAD_PRICES',
};

/** Converts amounts between text and units. */
export interface Amounts {
  units(text: string): bigint;
  text(units: bigint): string;
}

/**
 * The steps of one order in a batch. Facts show the order as its batch left it, and each of its
 * fills; the steps between follow from `before`, the order before the batch (undefined when the
 * batch placed it). Several amendments of an order in one batch are one step.
 */
export function reportsOf(
  before: OrderView | undefined,
  changed: OrderChanged,
  fills: readonly NumberedFill[],
  amounts: Amounts,
): ExecutionReport[] {
  const { order } = changed;
  let clientOrderId = changed.formerName;
  let filledQuote = amounts.units(order.filledQuote);
  for (const { fact } of fills) filledQuote -= amounts.units(fact.fill.quote);
  let filledQuantity = before?.filledQuantity ?? '0';
  const reports: ExecutionReport[] = [];
  const add = (
    seq: number,
    position: number,
    executionType: ExecutionType,
    more: Partial<ExecutionReport> = {},
  ) => {
    const status = orderTerms(changed).status ?? '';
    const isPending = isWaiting(order);
    const step = { seq, position, executionType, changed, clientOrderId, status, isPending };
    reports.push({ ...step, filledQuantity, filledQuote, ...more });
  };
  const openStatus = filledQuantity === '0' ? 'NEW' : 'PARTIALLY_FILLED';
  if (before === undefined) {
    const isPending = order.triggerPrice !== '' || changed.follows;
    const status = changed.follows ? 'PENDING_NEW' : 'NEW';
    add(placedBy(order.id), FIRST, 'NEW', { status, isPending });
  }
  const first = fills[0];
  let [seq, position] = [Math.min(first?.fact.seq ?? order.seq, order.seq), FIRST];
  if (isAwoken(before, changed)) {
    seq = changed.prioritySeq;
    position = first?.fact.seq === seq ? first.index - 0.75 : LAST - 2;
    add(seq, position, 'NEW', { status: 'NEW', isPending: order.triggerPrice !== '' });
  }
  const fired = hasFired(before, changed);
  if (fired) {
    seq = changed.prioritySeq;
    position = first?.fact.seq === seq ? first.index - 0.5 : LAST - 1;
    add(seq, position, 'NEW', { status: openStatus, isPending: false });
  }
  const isRenamed = clientOrderId !== order.clientOrderId;
  clientOrderId = order.clientOrderId;
  if (isRenamed || (before !== undefined && !fired && isAmended(before, order))) {
    const isPending = before?.status === 'pending' && !fired;
    add(seq, position, 'REPLACED', { status: openStatus, isPending });
  }
  for (const [i, { index, fact }] of fills.entries()) {
    filledQuantity = fact.filledQuantity;
    filledQuote += amounts.units(fact.fill.quote);
    const isWhole = order.status === 'filled' && i === fills.length - 1;
    const status = isWhole ? 'FILLED' : 'PARTIALLY_FILLED';
    add(fact.seq, index, 'TRADE', { status, fill: fact.fill, isPending: false });
  }
  const ending = ENDINGS[order.status];
  if (ending !== undefined) add(order.seq, LAST, ending);
  return reports;
}

/** Whether an order that had waited for another was placed in this batch. */
function isAwoken(before: OrderView | undefined, { isAwake }: OrderChanged): boolean {
  return isAwake && (before === undefined || before.status === 'dormant');
}

/** Whether a stop fired in this batch: only then has it begun to work, and not before. */
function hasFired(before: OrderView | undefined, { order, workingTime }: OrderChanged): boolean {
  if (order.triggerPrice === '' || workingTime === 0) return false;
  return before === undefined || isWaiting(before);
}

/** The quantity of an order by quote amount changes without an amendment, as it fills. */
function isAmended(before: OrderView, after: OrderView): boolean {
  const isSized = before.quoteAmount === '';
  return (
    (isSized && before.quantity !== after.quantity) ||
    before.limitPrice !== after.limitPrice ||
    // The trigger of a trailing stop moves by itself.
    (before.trailingDelta === undefined && before.triggerPrice !== after.triggerPrice)
  );
}

/** Sorts the reports of several orders by the time of their steps. */
export function inOrder(reports: ExecutionReport[]): ExecutionReport[] {
  return reports.sort((a, b) => a.seq - b.seq || a.position - b.position);
}

/** An execution report as the event that clients read. */
export function reportEvent(report: ExecutionReport, at: number, amounts: Amounts): string {
  const { changed, executionType, fill, isPending, clientOrderId } = report;
  const { order } = changed;
  const { type, side, timeInForce, selfTradePreventionMode } = orderTerms(changed);
  const isOpen = report.status === 'NEW' || report.status === 'PARTIALLY_FILLED';
  return JSON.stringify({
    e: 'executionReport',
    E: at,
    s: order.market,
    c: clientOrderId,
    S: side,
    o: type,
    f: timeInForce,
    q: order.quantity || '0',
    p: order.limitPrice || '0',
    P: stopPriceOf(order) || '0',
    ...(order.trailingDelta !== undefined && { d: order.trailingDelta }),
    ...(order.trailingTime && { D: order.trailingTime }),
    F: order.icebergQuantity ?? '0',
    g: changed.oco || -1,
    C: originalIdOf(report),
    x: executionType,
    X: report.status,
    r: (order.rejection && REASONS[order.rejection]) ?? 'NONE',
    i: order.id,
    l: fill?.quantity ?? '0',
    z: report.filledQuantity,
    L: fill?.price ?? '0',
    n: fill?.fee ?? '0',
    N: fill?.feeAsset ?? null,
    T: fill?.at ?? (isPlacing(report) ? order.createdAt : order.updatedAt),
    t: fill?.id ?? -1,
    I: report.seq,
    w: isOpen && !isPending,
    m: fill?.liquidity === 'maker',
    M: false,
    O: order.createdAt,
    Z: amounts.text(report.filledQuote),
    Y: fill?.quote ?? '0',
    Q: order.quoteAmount || '0',
    ...(!isPending && changed.workingTime > 0 && { W: changed.workingTime }),
    V: selfTradePreventionMode,
    triggerSource: triggerSourceOf(order),
  });
}

/** The client order id that was replaced or cancelled; '' for every other execution type. */
function originalIdOf({ executionType, changed, clientOrderId }: ExecutionReport): string {
  if (executionType === 'REPLACED') return changed.formerName;
  return executionType === 'CANCELED' ? clientOrderId : '';
}

/** Whether the step places the order; a stop is NEW a second time when it fires. */
function isPlacing(report: ExecutionReport): boolean {
  const { executionType, isPending, changed } = report;
  if (executionType !== 'NEW') return false;
  if (changed.follows) return report.status === 'PENDING_NEW';
  return isPending || changed.order.triggerPrice === '';
}
