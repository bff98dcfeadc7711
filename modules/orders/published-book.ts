import {
  BOOK_LEVELS,
  type BookDelta,
  type BookLevel,
  type BookSnapshot,
  type LevelFact,
} from './schema.ts';

/**
 * The levels of one market as of the last committed batch, and the part of them that readers of
 * the stream have. What is published is the best BOOK_LEVELS a side: enough for every screen, and
 * a bound on what one new reader costs however many orders rest.
 */
export class PublishedBook {
  /** Sorted best first; a level is replaced, never changed, so that sameness tells. */
  #bids: BookLevel[] = [];
  #asks: BookLevel[] = [];
  #sentBids: BookLevel[] = [];
  #sentAsks: BookLevel[] = [];

  /** Forgets everything and starts from these levels. */
  reset(levels: readonly LevelFact[]): void {
    this.#bids = [];
    this.#asks = [];
    this.apply(levels);
  }

  /** Takes in levels as they stand now; quantity "0" removes one. */
  apply(levels: readonly LevelFact[]): void {
    for (const [side, price, quantity, house] of levels) {
      const sorted = side === 0 ? this.#bids : this.#asks;
      const at = place(sorted, side, price);
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

  /** What a new reader gets; what readers have from here on is this. */
  takeSnapshot(): BookSnapshot {
    this.#sentBids = this.#bids.slice(0, BOOK_LEVELS);
    this.#sentAsks = this.#asks.slice(0, BOOK_LEVELS);
    return { bids: this.#sentBids, asks: this.#sentAsks };
  }

  /** What readers must change to have what there is now; from here on they have it. */
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

/** Walks both lists in the order of prices. */
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

/** Where the price stands in the list, or where it belongs. */
function place(sorted: readonly BookLevel[], side: 0 | 1, price: string): number {
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
 * Whether one decimal is below another, both in the one spelling that facts have (no leading and
 * no trailing zeros): then the longer whole part is the larger number, and at equal length the
 * order of the characters is the order of the numbers.
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
