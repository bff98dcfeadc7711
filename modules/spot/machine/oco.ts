import { SELL } from '@assay/core/order/side';
import type { Outcome, Turn } from '@assay/platform/engine/machine';
import { ocoLegs, type PlaceOco } from '../rules/oco.ts';
import { type OrderIntent, readOrder } from '../rules.ts';
import { execute } from './execute.ts';
import { Num } from './orders.ts';
import { acceptOrder, lastPrice, placed, planOrder } from './place.ts';
import type { LiveBook, SpotState } from './state.ts';

/**
 * placeOco: a limit order and a stop of which one cancels the other. The refusals of the one, then
 * those of the other, then what concerns both.
 */
export function placeOco(
  state: SpotState,
  live: LiveBook | undefined,
  body: PlaceOco,
  turn: Turn,
): Outcome {
  if (live === undefined) return { refusal: 'unknownMarket' };
  if (live.market.status !== 'trading') return { refusal: 'marketHalted' };
  const [limitLeg, stopLeg] = ocoLegs(body);
  const limit = readOrder(live.rules, limitLeg);
  if (limit.refusal !== undefined) return limit;
  const stop = readOrder(live.rules, stopLeg);
  if (stop.refusal !== undefined) return stop;
  const user = state.traders.of(turn.actor);
  const rates = state.ratesOf(live, user);
  const rests = planOrder(state, live, user, turn.actor, limit, rates, turn.at);
  if (rests.refusal !== undefined) return rests;
  const waits = planOrder(state, live, user, turn.actor, stop, rates, turn.at);
  if (waits.refusal !== undefined) return waits;
  if (limit.clientOrderId !== '' && limit.clientOrderId === stop.clientOrderId) {
    return { refusal: 'clientOrderIdInUse' };
  }
  if (!isAround(lastPrice(live, turn.at), limit, stop)) return { refusal: 'ocoPrices' };
  const account = state.findAccount(live, user, limit.side);
  if (!state.ledger.covers(account, Math.max(rests.hold, waits.hold))) {
    return { refusal: 'insufficientBalance' };
  }
  // Past this line nothing may fail.
  state.begin(turn.seq, turn.at);
  const first = acceptOrder(state, live, user, turn.actor, limit, rates, rests);
  execute(state, live, first, rests.limit); // it is post-only, so it rests
  const hold = Math.max(0, waits.hold - state.orders.numbers[first + Num.held]!);
  const second = acceptOrder(state, live, user, turn.actor, stop, rates, { ...waits, hold });
  live.stops.add(second);
  state.note(second);
  state.pair(first, second);
  const { count } = state.trades;
  return { limit: placed(state, first, count), stop: placed(state, second, count) };
}

/** Whether the price lies between the two, the limit order on its better side. */
function isAround(last: number, limit: OrderIntent, stop: OrderIntent): boolean {
  return limit.side === SELL
    ? stop.trigger < last && last < limit.limit
    : limit.limit < last && last < stop.trigger;
}
