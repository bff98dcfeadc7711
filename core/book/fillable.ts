import { BUY, type Side } from '../order/side.ts';
import { SELF_TRADE, type SelfTradeMode } from './fills.ts';
import type { Ladder } from './ladder.ts';
import { Link, Log, type RestingOrders } from './links.ts';
import type { Reserves } from './reserves.ts';

/** A taker that is only tried. */
export interface Taker {
  readonly side: Side;
  readonly limit: number;
  readonly lots: number;
  readonly owner: number;
  readonly mode: SelfTradeMode;
}

/** The side of a book that the taker meets. */
export interface Met {
  readonly book: RestingOrders;
  readonly ladder: Ladder;
  readonly links: Int32Array;
  readonly reserves: Reserves;
  /** How many orders the taker meets at most; an iceberg counts as often as it shows a part. */
  readonly most: number;
}

/** `isCut`: the taker could go on, but has met the most orders. */
interface Fillable {
  readonly lots: number;
  readonly isCut: boolean;
}

/** The lots that a match would trade. */
export function fillableLots(met: Met, { side, limit, lots, owner, mode }: Taker): Fillable {
  const { ladder, reserves, most } = met;
  const ends = (isCut: boolean) => ({ lots: lots - left - prevented, isCut });
  const expired = new Set<number>();
  let count = 0;
  let left = lots;
  let prevented = 0;
  for (let level = ladder.best; level !== 0 && left > 0; level = ladder.worse(level)) {
    const price = ladder.price(level);
    if (side === BUY ? price > limit : price < limit) break;
    const hides = reserves.at(level * 2 + ladder.side) > 0;
    const queue = hides ? rounds(met, level) : slots(met, level);
    for (const { slot, shown } of queue) {
      if (left === 0) break;
      const own = mode !== SELF_TRADE.none && met.book.owner(slot) === owner;
      if (own && expired.has(slot)) continue;
      if (count === most) return ends(true);
      count += 1;
      if (own && mode === SELF_TRADE.expireMaker) {
        expired.add(slot); // with what it hides
        continue;
      }
      if (own && mode !== SELF_TRADE.decrement) return ends(false);
      const take = Math.min(left, shown);
      left -= take;
      if (own) prevented += take;
    }
  }
  return ends(false);
}

interface Queued {
  readonly slot: number;
  readonly shown: number;
}

/** The orders of a level, oldest first. */
function* slots({ book, ladder, links }: Met, level: number): IterableIterator<Queued> {
  for (let slot = ladder.head(level); slot !== 0; slot = links[(slot << Log.stride) + Link.next]!) {
    yield { slot, shown: book.lots(slot) };
  }
}

/**
 * The same where orders hide lots: each shows the next of them behind all others, so the queue is
 * walked again until nothing is left.
 */
function* rounds(met: Met, level: number): IterableIterator<Queued> {
  const { reserves, most } = met;
  let round: Queued[] = [];
  for (const queued of slots(met, level)) {
    round.push(queued);
    // Nobody comes as far as these, let alone to a second round.
    if (round.length > most) break;
  }
  const hidden = new Map(round.map(({ slot }) => [slot, reserves.of(slot)]));
  while (round.length > 0) {
    const next: Queued[] = [];
    for (const queued of round) {
      yield queued;
      const { slot } = queued;
      const shown = Math.min(reserves.part(slot), hidden.get(slot) ?? 0);
      hidden.set(slot, (hidden.get(slot) ?? 0) - shown);
      if (shown > 0) next.push({ slot, shown });
    }
    round = next;
  }
}
