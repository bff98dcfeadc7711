import {
  BOOK_LEVELS,
  type BookDelta,
  type BookLevel,
  type BookSnapshot,
  type LevelFact,
} from './schema/index.ts';

/**
 * The levels of one market as of the last committed batch, and those that were last sent to the
 * readers of the stream. Only the best BOOK_LEVELS of each side are published: enough for every
 * screen, and a bound on the cost of a new reader.
 */
export class PublishedBook {
  /** Sorted best first. Levels are replaced, never changed: the same object is the same level. */
  #bids: BookLevel[] = [];
  #asks: BookLevel[] = [];
  #sentBids: BookLevel[] = [];
  #sentAsks: BookLevel[] = [];

  /** Replaces all levels by these. */
  reset(levels: readonly LevelFact[]): void {
    this.#bids = [];
    this.#asks = [];
    this.apply(levels);
  }

  /** Applies the current state of these levels; quantity "0" removes a level. */
  apply(levels: readonly LevelFact[]): void {
    for (const [side, price, quantity, house] of levels) {
      const sorted = side === 0 ? this.#bids : this.#asks;
      const at = indexOf(sorted, side, price);
      const present = sorted[at]?.[0] === price;
      if (quantity === '0') {
        if (present) sorted.splice(at, 1);
      } else {
        sorted.splice(at, present ? 1 : 0, [price, quantity, house]);
      }
    }
  }

  /** The best `count` levels of each side. */
  depth(count: number): BookSnapshot {
    return { bids: this.#bids.slice(0, count), asks: this.#asks.slice(0, count) };
  }

  /** The snapshot for a new reader. The next delta starts from here. */
  takeSnapshot(): BookSnapshot {
    this.#sentBids = this.#bids.slice(0, BOOK_LEVELS);
    this.#sentAsks = this.#asks.slice(0, BOOK_LEVELS);
    return { bids: this.#sentBids, asks: this.#sentAsks };
  }

  /** The changes since the last snapshot or delta. The next delta starts from here. */
  takeDelta(): BookDelta {
    const levels: [0 | 1, string, string, string][] = [];
    const bids = this.#sentBids;
    const asks = this.#sentAsks;
    this.takeSnapshot();
    addChanges(levels, 0, bids, this.#sentBids);
    addChanges(levels, 1, asks, this.#sentAsks);
    return { levels };
  }
}

/** Compares both lists in the order of prices. */
function addChanges(
  levels: [0 | 1, string, string, string][],
  side: 0 | 1,
  before: readonly BookLevel[],
  now: readonly BookLevel[],
): void {
  let i = 0;
  let j = 0;
  while (i < before.length || j < now.length) {
    const old = before[i];
    const fresh = now[j];
    if (old === fresh) {
      i += 1;
      j += 1;
    } else if (fresh === undefined || (old !== undefined && isBetter(side, old[0], fresh[0]))) {
      levels.push([side, (old as BookLevel)[0], '0', '0']);
      i += 1;
    } else {
      if (old?.[0] === fresh[0]) i += 1;
      levels.push([side, ...fresh]);
      j += 1;
    }
  }
}

/** The index of the price in the list, or the index at which it would be inserted. */
function indexOf(sorted: readonly BookLevel[], side: 0 | 1, price: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBetter(side, (sorted[middle] as BookLevel)[0], price)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isBetter(side: 0 | 1, a: string, b: string): boolean {
  return side === 0 ? isBelow(b, a) : isBelow(a, b);
}

/**
 * Whether one decimal is below another. In facts decimals have no leading and no trailing zeros, so
 * the number with the longer whole part is larger; at equal length text order is numerical order.
 */
function isBelow(a: string, b: string): boolean {
  const wholeA = wholeDigits(a);
  const wholeB = wholeDigits(b);
  return wholeA === wholeB ? a < b : wholeA < wholeB;
}

function wholeDigits(text: string): number {
  const dot = text.indexOf('.');
  return dot < 0 ? text.length : dot;
}
