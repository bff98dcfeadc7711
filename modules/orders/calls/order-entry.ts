import { assert } from '@assay/core/num/integer';
import { type PlaceOrder, readOrder } from '@assay/core/order/intent';
import type { AmendOrder } from '@assay/core/order/life/amend';
import type { OrderName } from '@assay/core/order/life/change';
import type {
  OrderAmended as Amended,
  OrderCanceled as Changed,
  OrderNumbers as Numbers,
  OrderPlaced,
} from '@assay/core/order/life/outcomes';
import type { BookRules } from '@assay/core/order/market';
import { ocoLegs, type PlaceOco } from '@assay/core/order/oco';
import { SIDES } from '@assay/core/order/order';
import { otoOrders, type PlaceOto } from '@assay/core/order/oto';
import type { PlaceOtoRefusal } from '@assay/core/order/refusals';
import type { Refusal } from '@assay/core/schema/outcome';
import type { AcceptedReply } from '@assay/platform/engine/command';
import type { CancelAllOrders, calls, FillView, OrderView } from '../schema/index.ts';
import { type Reads, readNamedOrder } from '../store/reads.ts';
import {
  type FillNumbers,
  fillView,
  type LastingNumbers,
  type OrderProgress,
  orderViewOf,
  workingTimeOf,
} from '../views.ts';
import type { StoredOrder } from './order-history.ts';
import { type OrdersRealm, refused, type Sender, send } from './realm.ts';

type Refused<K extends keyof typeof calls> = Refusal<(typeof calls)[K]['refusals'][number]>;

/** Proof of a command: its number and its hash in the realm's chain of all commands. */
export interface Receipt {
  readonly seq: number;
  readonly hash: string;
}

/** The state of an order after a command. */
export interface OrderDone extends StoredOrder {
  readonly receipt: Receipt;
}

/** The state of an order after a command, with the fills that it took in the command. */
export interface OrderTraded extends OrderDone {
  readonly fills: FillView[];
}

/** The state of an amended order, with its client order id before the amendment. */
export interface OrderAmended extends OrderTraded {
  readonly formerName: string;
}

/** Both orders of an OCO, as they were placed. */
export interface OcoDone {
  readonly limit: StoredOrder;
  readonly stop: StoredOrder;
  readonly receipt: Receipt;
}

/** The orders of a list, as they were placed, and the fills that the working one took at once. */
export interface OtoDone {
  readonly working: StoredOrder;
  readonly fills: FillView[];
  readonly pending: readonly StoredOrder[];
  readonly receipt: Receipt;
}

/**
 * Order entry of one realm: the calls of this module and the trading API submit orders here.
 * Answers are made from the outcome that the engine stored and the order as it was sent, so that a
 * repeated command id gets the first answer, whatever has happened to the order since. Every answer
 * is durable; methods throw EngineUnavailable and OutcomeUnknown as the engine does.
 */
export class OrderEntry {
  readonly #realm: OrdersRealm;
  readonly #reads: Reads;

  constructor(realm: OrdersRealm, reads: Reads) {
    this.#realm = realm;
    this.#reads = reads;
  }

  /** placeOrder. */
  async place(sender: Sender, input: PlaceOrder): Promise<OrderTraded | Refused<'placeOrder'>> {
    const realm = this.#realm;
    const rules = realm.rules(input.market);
    const reply = await send(realm, 'placeOrder', input, sender);
    if (!reply.ok) {
      const side = SIDES.indexOf(input.side);
      return refused(realm, reply, { rules, market: input.market, side });
    }
    assert(rules !== undefined, 'an accepted order has a listed market');
    const rises = reply.value.rises === true;
    const { order, side } = placedOrder(realm, rules, input, reply, reply.value, rises, 0);
    const fills = fillsOf(realm, rules, side, reply);
    const workingTime = input.type.startsWith('stop') ? 0 : reply.at;
    const receipt = receiptOf(reply);
    return { order, rises, oco: 0, follows: false, workingTime, fills, receipt };
  }

  /** The dry run of placeOrder on the current state, durable or not: its refusal, or null. */
  test(userId: number, input: PlaceOrder, now: number): Refused<'placeOrder'> | null {
    const realm = this.#realm;
    const reason = realm.tryOrder(userId, input, now);
    if (reason === null) return null;
    const side = SIDES.indexOf(input.side);
    return refused(realm, reason, { rules: realm.rules(input.market), market: input.market, side });
  }

  /** placeOco. */
  async placeOco(sender: Sender, input: PlaceOco): Promise<OcoDone | Refused<'placeOco'>> {
    const realm = this.#realm;
    const rules = realm.rules(input.market);
    const reply = await send(realm, 'placeOco', input, sender);
    if (!reply.ok) {
      const side = SIDES.indexOf(input.side);
      return refused(realm, reply, { rules, market: input.market, side });
    }
    assert(rules !== undefined, 'an accepted order has a listed market');
    const [betterLeg, stopLeg] = ocoLegs(input);
    const buys = input.side === 'buy';
    const { limit, stop } = reply.value;
    const leg = (body: PlaceOrder, numbers: Numbers, rises: boolean): StoredOrder => ({
      order: placedOrder(realm, rules, body, reply, numbers, rises, limit.id).order,
      rises,
      oco: limit.id,
      follows: false,
      workingTime: body.type.startsWith('stop') ? 0 : reply.at,
    });
    return {
      limit: leg(betterLeg, limit, betterLeg.triggerPrice !== undefined && !buys),
      // The stop to buy is triggered above the price, the stop to sell below it.
      stop: leg(stopLeg, stop, buys),
      receipt: receiptOf(reply),
    };
  }

  /** placeOto. */
  async placeOto(sender: Sender, input: PlaceOto): Promise<OtoDone | Refusal<PlaceOtoRefusal>> {
    const realm = this.#realm;
    const rules = realm.rules(input.market);
    const reply = await send(realm, 'placeOto', input, sender);
    const orders = otoOrders(input);
    if (!reply.ok) {
      const side = SIDES.indexOf(input.working.side);
      return refused(realm, reply, { rules, market: input.market, side });
    }
    assert(rules !== undefined && orders !== null, 'an accepted list has a listed market');
    const { working, pending } = reply.value;
    const listed = (body: PlaceOrder, numbers: Numbers, follows: boolean): StoredOrder => {
      const rises = body.triggerWhen === 'rises';
      const { order } = placedOrder(realm, rules, body, reply, numbers, rises, working.id);
      return { order, rises, oco: working.id, follows, workingTime: follows ? 0 : reply.at };
    };
    const side = SIDES.indexOf(input.working.side);
    return {
      working: listed(orders.working, working, false),
      fills: fillsOf(realm, rules, side, { ...reply, value: working }),
      pending: orders.pending.map((body, n) => listed(body, pending[n]!, true)),
      receipt: receiptOf(reply),
    };
  }

  /** cancelOrder. */
  async cancel(sender: Sender, input: OrderName): Promise<OrderDone | Refused<'cancelOrder'>> {
    const realm = this.#realm;
    const reply = await send(realm, 'cancelOrder', input, sender);
    if (!reply.ok) return refused(realm, reply, {});
    const { order, rises, oco, follows, workingTime } = changedOrder(realm, reply);
    return { order, rises, oco, follows, workingTime, receipt: receiptOf(reply) };
  }

  /** cancelAllOrders: the ids of the cancelled orders, ascending. */
  async cancelAll(
    sender: Sender,
    input: CancelAllOrders,
  ): Promise<{ canceled: readonly number[]; receipt: Receipt } | Refused<'cancelAllOrders'>> {
    const reply = await send(this.#realm, 'cancelAllOrders', input, sender);
    if (!reply.ok) return refused(this.#realm, reply, input);
    return { canceled: reply.value.canceled, receipt: receiptOf(reply) };
  }

  /** amendOrder. */
  async amend(sender: Sender, input: AmendOrder): Promise<OrderAmended | Refused<'amendOrder'>> {
    const realm = this.#realm;
    const reply = await send(realm, 'amendOrder', input, sender);
    if (!reply.ok) {
      const row = await readNamedOrder(this.#reads, this.#realm.name, sender.userId, input);
      const rules = row === null ? undefined : realm.rulesById(row.market);
      return refused(realm, reply, { rules, side: row?.side });
    }
    const { rules, side, order, rises, oco, follows, workingTime } = changedOrder(realm, reply);
    const fills = fillsOf(realm, rules, side, reply);
    const { formerName = order.clientOrderId } = reply.value;
    const receipt = receiptOf(reply);
    return { order, rises, oco, follows, workingTime, fills, formerName, receipt };
  }
}

function placedOrder(
  realm: OrdersRealm,
  rules: BookRules,
  input: PlaceOrder,
  { at, seq }: AcceptedReply<object>,
  numbers: Numbers & Pick<Partial<OrderPlaced>, 'trigger'>,
  rises: boolean,
  oco: number,
): { order: OrderView; side: number } {
  const intent = readOrder(rules, input);
  assert(intent.refusal === undefined, 'an accepted order can be read');
  const { side, type, timeInForce, postOnly, selfTrade } = intent;
  const { amount, limit, source, terms, iceberg, trailing, clientOrderId } = intent;
  const trigger = numbers.trigger ?? intent.trigger;
  const { id } = numbers;
  // Written out: spreading an object of this size costs more than the rest of the answer.
  const lasting: LastingNumbers = {
    id,
    side,
    type,
    timeInForce,
    postOnly,
    selfTrade,
    amount,
    trigger,
    rises,
    oco,
    triggerSource: source,
    terms,
    iceberg,
    trailing,
    activation: trailing > 0 ? intent.trigger : 0,
    trailingTime: trailing > 0 && intent.trigger === 0 ? at : 0,
    clientOrderId,
    createdAt: at,
  };
  return { order: viewOf(realm, rules, lasting, progressOf(numbers, limit, seq, at)), side };
}

function viewOf(
  realm: OrdersRealm,
  rules: BookRules,
  lasting: LastingNumbers,
  progress: OrderProgress,
): OrderView {
  return orderViewOf(rules, lasting, progress, (asset) => realm.assetSymbol(asset));
}

function progressOf(numbers: Numbers, limit: number, seq: number, at: number): OrderProgress {
  const { status, lots, filled, filledQuote, fee, held } = numbers;
  const feeInBase = numbers.feeInBase === true;
  const rejection = 0;
  const sums = { filled, filledQuote, fee, feeInBase, held };
  return { status, rejection, limit, lots, ...sums, seq, updatedAt: at };
}

/** The state of the order right after the command, whatever has happened to it since. */
function changedOrder(
  realm: OrdersRealm,
  reply: AcceptedReply<Changed>,
): StoredOrder & { readonly rules: BookRules; readonly side: number } {
  const { value, seq, at } = reply;
  const { id, limit, order } = value;
  const rules = realm.rulesById(order[0]);
  assert(rules !== undefined, 'an order has a listed market');
  const [rises, oco, follows] = [order[10] === true, order[11] ?? 0, order[16] === true];
  const lasting: LastingNumbers = {
    id,
    side: order[1],
    type: order[2],
    timeInForce: order[3],
    postOnly: order[4],
    selfTrade: order[5],
    amount: order[6],
    trigger: order[7],
    rises,
    oco,
    triggerSource: order[13] ?? 0,
    terms: order[14] ?? 0,
    iceberg: order[15] ?? 0,
    trailing: order[17] ?? 0,
    activation: order[18] ?? 0,
    trailingTime: order[19] ?? 0,
    clientOrderId: order[8],
    createdAt: order[9],
  };
  return {
    rules,
    side: order[1],
    order: viewOf(realm, rules, lasting, progressOf(value, limit, seq, at)),
    rises,
    oco,
    follows,
    workingTime: workingTimeOf({ ...lasting, follows, workingTime: order[12] ?? 0 }),
  };
}

function fillsOf(
  realm: OrdersRealm,
  rules: BookRules,
  side: number,
  reply: AcceptedReply<OrderPlaced | Amended>,
): FillView[] {
  const { id: orderId, fills } = reply.value;
  const feeInBase = reply.value.feeInBase === true;
  const symbolOf = (asset: number) => realm.assetSymbol(asset);
  const views: FillView[] = [];
  for (let i = 0; i < fills.length; i += 4) {
    const fill: FillNumbers = {
      id: fills[i] as number,
      orderId,
      side,
      ticks: fills[i + 1] as number,
      lots: fills[i + 2] as number,
      fee: fills[i + 3] as number,
      feeInBase,
      liquidity: 'taker',
      at: reply.at,
    };
    views.push(fillView(rules, fill, symbolOf));
  }
  return views;
}

function receiptOf({ seq, hash }: AcceptedReply<object>): Receipt {
  return { seq, hash };
}
