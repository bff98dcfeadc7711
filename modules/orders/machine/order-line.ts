import type { Order } from '@assay/core/order/life/view';

/** Everything of an order that must be the same after loading or replaying. */
export function orderLine(order: Order): string {
  const { id, userId, side, type, timeInForce, postOnly, selfTrade, amount, trigger, rises } =
    order;
  const { slippagePpm, makerPpm, takerPpm, clientOrderId, createdAt, limit, lots, filled } = order;
  const { filledQuote, fee, feeFraction, held, status, priority, updatedAt, seq, oco } = order;
  return JSON.stringify([
    id,
    userId,
    side,
    type,
    timeInForce,
    postOnly,
    selfTrade,
    amount,
    trigger,
    rises,
    slippagePpm,
    makerPpm,
    takerPpm,
    clientOrderId,
    createdAt,
    limit,
    lots,
    filled,
    filledQuote,
    fee,
    feeFraction,
    held,
    status,
    priority,
    updatedAt,
    seq,
    oco,
    order.other !== 0,
  ]);
}
