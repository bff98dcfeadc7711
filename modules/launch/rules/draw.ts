import { assert } from '@assay/core/num/integer';

/** How many tickets each place has, in the order in which they are numbered. */
export interface Tickets {
  readonly length: number;
  at(index: number): number;
}

/** Keys below this one win, and of those that are equal to it the first `ties`. */
export interface Cut {
  readonly key: string;
  readonly ties: number;
}

/** Hexadecimal digits of a key, and of them those by which a pass comes closer. */
const DIGITS = 64;
const STEP = 3;
const BUCKETS = 16 ** STEP;
/** So few are sorted at once. */
const FEW = 4_096;

/**
 * Finds the smallest keys of all tickets in steps of bounded work (decisions 0019 and 0122): each
 * pass over the tickets looks at three more digits, until those that are left are few. The same
 * list and as many looks give the same state, so a restart repeats them.
 */
export class Draw {
  readonly #tickets: Tickets;
  readonly #keyOf: (number: number) => string;
  /** How many win. */
  readonly #winners: number;
  #place = 0;
  #inPlace = 0;
  /** Of the ticket before the next. */
  #number = 0;
  /** What the cut begins with, and how many keys are below all that begin so. */
  #prefix = '';
  #below = 0;
  #counts = new Array<number>(BUCKETS).fill(0);
  /** The keys that begin so, once they are few. */
  #few: string[] | null = null;
  #cut: Cut | null = null;

  /** `keyOf`: the key of a ticket, 64 hexadecimal digits. */
  constructor(
    tickets: Tickets,
    { winners, total }: { readonly winners: number; readonly total: number },
    keyOf: (number: number) => string,
  ) {
    this.#tickets = tickets;
    this.#keyOf = keyOf;
    this.#winners = winners;
    assert(winners > 0, 'a draw has a winner');
    if (total <= winners) this.#cut = { key: 'f'.repeat(DIGITS), ties: total };
  }

  get isDone(): boolean {
    return this.#cut !== null;
  }

  /** The answer. Only once it is done. */
  get cut(): Cut {
    assert(this.#cut !== null, 'a cut is asked for when it is found');
    return this.#cut;
  }

  /** Looks at up to `most` tickets or empty places; returns at how many. */
  step(most: number): number {
    let left = most;
    for (; left > 0 && !this.isDone; left -= 1) {
      if (this.#inPlace < this.#tickets.at(this.#place)) {
        this.#inPlace += 1;
        this.#number += 1;
        this.#look(this.#keyOf(this.#number));
      }
      if (this.#inPlace >= this.#tickets.at(this.#place)) this.#goOn();
    }
    return most - left;
  }

  #goOn(): void {
    this.#inPlace = 0;
    this.#place += 1;
    if (this.#place < this.#tickets.length) return;
    this.#place = 0;
    this.#number = 0;
    this.#pass();
  }

  #look(key: string): void {
    if (!key.startsWith(this.#prefix)) return;
    if (this.#few !== null) this.#few.push(key);
    else this.#counts[this.#bucketOf(key)]! += 1;
  }

  #bucketOf(key: string): number {
    const { length } = this.#prefix;
    return Number.parseInt(key.slice(length, length + STEP), 16);
  }

  /** A pass over all tickets is over. */
  #pass(): void {
    const wanted = this.#winners - this.#below;
    if (this.#few !== null) {
      const few = this.#few.toSorted();
      const key = few[wanted - 1]!;
      this.#cut = { key, ties: wanted - few.indexOf(key) };
      return;
    }
    let count = 0;
    let bucket = 0;
    while (count + this.#counts[bucket]! < wanted) {
      count += this.#counts[bucket]!;
      bucket += 1;
      assert(bucket < BUCKETS, 'a bucket has the cut');
    }
    const digits = Math.min(STEP, DIGITS - this.#prefix.length);
    const here = this.#counts[bucket]!;
    this.#prefix += bucket.toString(16).padStart(digits, '0');
    this.#below += count;
    if (this.#prefix.length === DIGITS) {
      this.#cut = { key: this.#prefix, ties: this.#winners - this.#below };
    } else if (here <= FEW) this.#few = [];
    else this.#counts.fill(0);
  }
}

/** Whether a key wins, and whether that took one of the ties. */
export function wins(key: string, cut: Cut, tiesLeft: number): { won: boolean; tie: boolean } {
  const tie = key === cut.key && tiesLeft > 0;
  return { won: key < cut.key || tie, tie };
}
