import { endTwin, holdFor, run, setHold, stopLimit } from './match.ts';
import { type Market, type Order, type World, worth } from './state.ts';
import { activate, bestTrigger, isWaiting, rises, triggerOf } from './trailing.ts';
import { dueLists, placeWaiting } from './waiting.ts';

/** Sources of prices that fire stops, in the order in which they fire. */
export const SOURCES = ['last', 'index', 'mark'];

/** Fires stops after a change of the book that was no trade: it may have moved the mark price. */
export function fireByMark(world: World, markets: Iterable<Market>): void {
  for (const market of new Set(markets)) {
    const waits = world.open.some(
      (one) => one.market === market && one.source === 'mark' && isWaiting(world, one),
    );
    if (market.trading && waits) fireStops(world, { market });
  }
}

/**
 * Fires the stops that are due now, unless some of an earlier command are: those wait for a command
 * of their own.
 */
export function fireStops(world: World, { market }: { market: Market }): void {
  const isLeft = dueLists(world, market).some((list) => world.filled.get(list)! < world.seq);
  const isBehind = isLeft || world.dueIn(market).length > 0;
  noteDue(world, market);
  if (!isBehind) fireDue(world, market);
}

/**
 * Places the orders of lists whose turn has come, the oldest first, and fires due stops, until
 * none is left, or the command has done enough. Stops fire by source, then rising ones,
 * the nearest trigger, the oldest. Answers their ids.
 */
export function fireDue(world: World, market: Market): number[] {
  const fired: number[] = [];
  while (world.work < world.bounds.slice) {
    const [list] = dueLists(world, market);
    if (list !== undefined) {
      placeWaiting(world, list);
      noteDue(world, market);
      continue;
    }
    const [stop] = world.dueIn(market).sort((a, b) => {
      const [turn, other] = [turnOf(a), turnOf(b)];
      if (turn !== other) return turn - other;
      if (rises(a) !== rises(b)) return rises(a) ? -1 : 1;
      const [first, second] = [triggerOf(a), triggerOf(b)];
      if (first !== second) return first < second === rises(a) ? -1 : 1;
      return a.priority - b.priority;
    });
    if (stop === undefined) break;
    world.due.delete(stop);
    if (stop.trailing > 0n && stop.since === 0) {
      activate(world, stop);
      noteDue(world, market);
      continue;
    }
    if (stop.since > 0) stop.trigger = bestTrigger(stop);
    world.open = world.open.filter((one) => one !== stop);
    if (stop.twin !== null) {
      endTwin(world, stop, 'expired');
      setHold(world, stop, holdFor(stop, worth(stopLimit(stop), stop.quantity)));
    }
    stop.priority = world.nextId();
    world.work += 1;
    fired.push(stop.id);
    run(world, stop, stopLimit(stop));
    noteDue(world, market);
  }
  return fired;
}

/** In which turn due stops fire: trailing ones after the others by the last price. */
function turnOf(stop: Order): number {
  return stop.since > 0 ? 0.5 : SOURCES.indexOf(stop.source);
}

/** A stop is due from the moment at which a price has reached its trigger. */
function noteDue(world: World, market: Market): void {
  for (const stop of world.open) {
    if (stop.market !== market || !isWaiting(world, stop)) continue;
    const price = world.firingPrice(market, stop.source);
    if (price === 0n) continue;
    const trigger = triggerOf(stop);
    if (rises(stop) ? price >= trigger : price <= trigger) world.due.add(stop);
  }
}
