import { placedBy } from '@assay/core/order/life/state';
import type { StoredOrder } from '@assay/modules/orders';
import type { FillView, OrderView } from '@assay/modules/orders/schema';
import { orderWords } from '../../trade/words.ts';

/** An order as a batch left it. */
export interface ChangedOrder extends StoredOrder {
  /** The command that gave it its priority: placed it, fired the stop, or amended it. */
  readonly prioritySeq: number;
  /** What it was called before the batch; of one that was placed in it, first. */
  readonly formerName: string;
}

/** A fill of an order, with what the order had filled in all after it. */
export interface OrderFill {
  readonly seq: number;
  readonly fill: FillView;
  readonly filledQuantity: string;
}

/** What happened to an order, in the words of clients. */
type Happening = 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED' | 'TRADE_PREVENTION' | 'REPLACED';

interface Step {
  /** The command in which it happened, and its place within it. */
  readonly seq: number;
  readonly place: number;
  readonly happening: Happening;
  readonly stored: ChangedOrder;
  /** What it was called then. */
  readonly name: string;
  readonly status: string;
  readonly filledQuantity: string;
  readonly filledQuote: bigint;
  /** Waits for its trigger. */
  readonly waits: boolean;
  readonly fill?: OrderFill;
}

/** Before all fills of a command, and after them. */
const FIRST = -1;
const LAST = Number.MAX_SAFE_INTEGER;

const ENDINGS: Partial<Record<OrderView['status'], Happening>> = {
  canceled: 'CANCELED',
  expired: 'EXPIRED',
  expiredInMatch: 'TRADE_PREVENTION',
};

/** Money as text and as units; the module that knows how is the caller's. */
export interface Amounts {
  units(text: string): bigint;
  text(units: bigint): string;
}

/**
 * What became of one order in a batch, step by step. Facts show an order as its batch left it, and
 * each of its fills; what it was before (undefined: it was placed in this batch) tells the rest.
 * Several amendments of an order in one batch are one.
 */
export function stepsOf(
  before: OrderView | undefined,
  stored: ChangedOrder,
  fills: readonly { readonly at: number; readonly made: OrderFill }[],
  amounts: Amounts,
): Step[] {
  const { order } = stored;
  let name = stored.formerName;
  let filledQuote = amounts.units(order.filledQuote);
  for (const { made } of fills) filledQuote -= amounts.units(made.fill.quote);
  let filledQuantity = before?.filledQuantity ?? '0';
  const steps: Step[] = [];
  const add = (seq: number, place: number, happening: Happening, more: Partial<Step> = {}) => {
    const status = orderWords(stored).status ?? '';
    const waits = order.status === 'pending';
    const now = { seq, place, happening, stored, name, status, waits };
    steps.push({ ...now, filledQuantity, filledQuote, ...more });
  };
  const open = filledQuantity === '0' ? 'NEW' : 'PARTIALLY_FILLED';
  const isStop = order.triggerPrice !== '';
  if (before === undefined) {
    add(placedBy(order.id), FIRST, 'NEW', { status: 'NEW', waits: isStop });
  }
  const first = fills[0];
  let [seq, place] = [Math.min(first?.made.seq ?? order.seq, order.seq), FIRST];
  const fired = hasFired(before, stored);
  if (fired) {
    seq = stored.prioritySeq;
    place = first?.made.seq === seq ? first.at - 0.5 : LAST - 1;
    add(seq, place, 'NEW', { status: open, waits: false });
  }
  const isRenamed = name !== order.clientOrderId;
  name = order.clientOrderId;
  if (isRenamed || (before !== undefined && !fired && isAmended(before, order))) {
    add(seq, place, 'REPLACED', { status: open, waits: false });
  }
  for (const [i, { at, made }] of fills.entries()) {
    filledQuantity = made.filledQuantity;
    filledQuote += amounts.units(made.fill.quote);
    const whole = order.status === 'filled' && i === fills.length - 1;
    const status = whole ? 'FILLED' : 'PARTIALLY_FILLED';
    add(made.seq, at, 'TRADE', { status, fill: made, waits: false });
  }
  const ending = ENDINGS[order.status];
  if (ending !== undefined) add(order.seq, LAST, ending);
  return steps;
}

/** Whether a stop fired in this batch: only that gives it another priority than it came with. */
function hasFired(before: OrderView | undefined, { order, prioritySeq }: ChangedOrder): boolean {
  if (order.triggerPrice === '' || order.status === 'pending') return false;
  if (before !== undefined && before.status !== 'pending') return false;
  return prioritySeq !== placedBy(order.id);
}

/** Of an order by amount the quantity is what it came to. */
function isAmended(before: OrderView, after: OrderView): boolean {
  if (before.quoteAmount !== '') return false;
  return before.quantity !== after.quantity || before.limitPrice !== after.limitPrice;
}

/** Steps of several orders in the order in which they happened. */
export function inOrder(steps: Step[]): Step[] {
  return steps.sort((a, b) => a.seq - b.seq || a.place - b.place);
}

/** A step as clients read it. */
export function executionReport(step: Step, at: number, amounts: Amounts): string {
  const { stored, happening, fill, waits, name } = step;
  const { order } = stored;
  const { type, side, timeInForce, selfTradePreventionMode } = orderWords(stored);
  const isOpen = step.status === 'NEW' || step.status === 'PARTIALLY_FILLED';
  return JSON.stringify({
    e: 'executionReport',
    E: at,
    s: order.market,
    c: name,
    S: side,
    o: type,
    f: timeInForce,
    q: order.quantity || '0',
    p: order.limitPrice || '0',
    P: order.triggerPrice || '0',
    F: '0',
    g: stored.oco || -1,
    C: happening === 'REPLACED' ? stored.formerName : happening === 'CANCELED' ? name : '',
    x: happening,
    X: step.status,
    r: 'NONE',
    i: order.id,
    l: fill?.fill.quantity ?? '0',
    z: step.filledQuantity,
    L: fill?.fill.price ?? '0',
    n: fill?.fill.fee ?? '0',
    N: fill?.fill.feeAsset ?? null,
    T: fill?.fill.at ?? (isPlacing(step) ? order.createdAt : order.updatedAt),
    t: fill?.fill.id ?? -1,
    I: step.seq,
    w: isOpen && !waits,
    m: fill?.fill.liquidity === 'maker',
    M: false,
    O: order.createdAt,
    Z: amounts.text(step.filledQuote),
    Y: fill?.fill.quote ?? '0',
    Q: order.quoteAmount || '0',
    ...(!waits && { W: order.triggerPrice === '' ? order.createdAt : order.updatedAt }),
    V: selfTradePreventionMode,
  });
}

/** Not the firing of a stop, which makes it new a second time. */
function isPlacing({ happening, waits, stored }: Step): boolean {
  return happening === 'NEW' && (waits || stored.order.triggerPrice === '');
}
