import { INDEX_MAX_AGE_MS } from '@assay/modules/feeds';
import type { OrderName } from '../machine/change.ts';
import type { Order } from '../machine/order.ts';
import type { SpotMachine } from '../machine/spot-machine.ts';

/**
 * How things stand in the engine at this moment, durable or not. Commands are decided as they are
 * submitted, so whoever looks and submits without waiting in between decides on what they saw.
 */

/** What may be asked of an open order. */
export type OpenOrder = Pick<
  Order,
  'id' | 'market' | 'status' | 'lots' | 'filled' | 'clientOrderId'
>;

/** What the orders of a market are measured against, in ticks; 0 where there is none. */
export interface Moment {
  readonly trading: boolean;
  /** What a stop waits to move: the last trade, before the first one the index. */
  readonly last: number;
  /** What limit prices are measured against: a fresh index price, else the last trade. */
  readonly reference: number;
  readonly bid: number;
  readonly ask: number;
}

/** The user's own open order of this name, or undefined. */
export function openOrderOf(
  { state }: SpotMachine,
  userId: number,
  { orderId, clientOrderId = '' }: OrderName,
): OpenOrder | undefined {
  if (orderId !== undefined) {
    const order = state.order(orderId);
    return order?.userId === userId ? order : undefined;
  }
  const ref = state.byClientId.get(`${userId} ${clientOrderId}`);
  return ref === undefined ? undefined : state.orderAt(ref);
}

/** The moment of a market; undefined when it is not listed. */
export function momentOf(machine: SpotMachine, symbol: string, at: number): Moment | undefined {
  const live = machine.live(symbol);
  if (live === undefined) return undefined;
  const index = at - live.indexAt <= INDEX_MAX_AGE_MS ? live.indexTicks : 0;
  return {
    trading: live.market.status === 'trading',
    last: live.lastTicks || index,
    reference: index || live.lastTicks,
    bid: live.book.bestBid(),
    ask: live.book.bestAsk(),
  };
}
