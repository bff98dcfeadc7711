import { assert } from '../../num/integer.ts';
import type { Turn } from '../../schema/turn.ts';
import { isAround, triggerSourcePrice } from '../conditions.ts';
import {
  type OrderIntent,
  type PlaceOrder,
  type ReadOrderRefusal,
  readName,
  readOrder,
} from '../intent.ts';
import type { BookRules } from '../market.ts';
import { ocoLegs, type PlaceOco } from '../oco.ts';
import { isStop } from '../order.ts';
import type { PlaceOcoRefusal, Refused } from '../refusals.ts';
import { execute, startWaiting } from './execute.ts';
import { fireByMark } from './fire.ts';
import type { MarketState, Owner } from './market-state.ts';
import { type OcoPlaced, placed } from './outcomes.ts';
import { acceptOrder, ownerOf, type ReadyOrder } from './place.ts';
import { type Plan, planOrder } from './plan.ts';
import { Num } from './records.ts';
import type { TradingState } from './state.ts';

/** The two orders of an OCO that passed every check. */
interface ReadyOco {
  readonly refusal?: undefined;
  /** On the better side of the price: a limit order, or a stop that takes profit. */
  readonly better: ReadyOrder;
  readonly stop: ReadyOrder;
  readonly name: string;
}

/**
 * Checks the pair: returns the first refusal in the order of PLACE_OCO_REFUSALS (reasons against
 * the order on the better side, the stop, then the pair), or both plans. Nothing is changed.
 */
export function prepareOco(
  state: TradingState,
  market: MarketState | undefined,
  body: PlaceOco,
  { actor, at }: Turn,
): ReadyOco | Refused<PlaceOcoRefusal> {
  if (market === undefined) return { refusal: 'unknownMarket' };
  if (market.closed !== null) return { refusal: market.closed };
  const [betterLeg, stopLeg] = ocoLegs(body);
  const better = readLeg(market.rules, betterLeg);
  if (better.refusal !== undefined) return better;
  const stop = readLeg(market.rules, stopLeg);
  if (stop.refusal !== undefined) return stop;
  const name = readName(body.listClientOrderId);
  if (typeof name !== 'string') return name;
  const owner = ownerOf(state, market, actor);
  const first = planLeg(state, market, owner, better, at);
  if (first.refusal !== undefined) return first;
  const second = planLeg(state, market, owner, stop, at, [better]);
  if (second.refusal !== undefined) return second;
  if (better.clientOrderId !== '' && better.clientOrderId === stop.clientOrderId) {
    return { refusal: 'clientOrderIdInUse' };
  }
  if (state.listNames.has(`${actor} ${name}`)) return { refusal: 'clientOrderIdInUse' };
  const price = triggerSourcePrice(market, stop.source, at);
  const gain = isStop(better.type) ? better.trigger : better.limit;
  if (!isAround(stop.side, price, gain, stop.trigger)) return { refusal: 'ocoPrices' };
  for (const leg of [better, stop]) {
    const against = market.product.refuse?.(market, owner, leg, 0);
    if (against) return against;
  }
  const account = state.findAccount(market, owner.trader, stop.side);
  if (!state.ledger.covers(account, Math.max(first.hold, second.hold))) {
    return { refusal: 'insufficientBalance' };
  }
  return {
    better: { market, owner, intent: better, plan: first },
    stop: { market, owner, intent: stop, plan: second },
    name,
  };
}

/** The legs of an OCO are for a quantity, never for an amount. */
function readLeg(
  rules: BookRules,
  leg: PlaceOrder,
):
  | OrderIntent
  | Refused<Exclude<ReadOrderRefusal, 'invalidAmount' | 'icebergParts' | 'trailingDelta'>> {
  const intent = readOrder(rules, leg);
  assert(intent.refusal !== 'invalidAmount', 'a leg has no amount');
  assert(intent.refusal !== 'icebergParts', 'a leg shows all');
  assert(intent.refusal !== 'trailingDelta', 'a leg does not trail');
  return intent;
}

/** As planOrder, for a leg: it is never a market order, so it needs no liquidity. */
function planLeg(
  state: TradingState,
  market: MarketState,
  owner: Owner,
  leg: OrderIntent,
  at: number,
  beside: readonly OrderIntent[] = [],
): Plan | Refused<PlaceOcoRefusal> {
  const plan = planOrder(state, market, owner, leg, at, beside);
  assert(plan.refusal !== 'invalidAmount' && plan.refusal !== 'noLiquidity', 'a leg has a price');
  assert(plan.refusal !== 'tooManyFills', 'a leg is not fill or kill');
  assert(plan.refusal !== 'icebergParts', 'a leg shows all');
  assert(plan.refusal !== 'trailingDelta', 'a leg does not trail');
  return plan;
}

/** placeOco: two orders around the price of which one cancels the other. */
export function placeOco(
  state: TradingState,
  listed: MarketState | undefined,
  body: PlaceOco,
  turn: Turn,
): OcoPlaced | Refused<PlaceOcoRefusal> {
  const ready = prepareOco(state, listed, body, turn);
  if (ready.refusal !== undefined) return ready;
  // Past this line nothing may fail.
  state.begin(turn.seq, turn.at);
  const { better, stop } = ready;
  const { market } = better;
  const firstTrade = state.trades.count;
  const first = acceptOrder(state, better);
  if (isStop(better.intent.type)) startWaiting(state, market, first);
  else execute(state, market, first, better.plan.limit); // it is post-only, so it rests
  const hold = Math.max(0, stop.plan.hold - state.orders.numbers[first + Num.held]!);
  const second = acceptOrder(state, { ...stop, plan: { ...stop.plan, hold } });
  startWaiting(state, market, second);
  state.list([first, second], ready.name);
  state.pair(first, second);
  fireByMark(state, market);
  return { limit: placed(state, first, firstTrade), stop: placed(state, second, firstTrade) };
}
