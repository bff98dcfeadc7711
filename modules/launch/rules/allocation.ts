import { assert, lesser } from '@assay/core/num/integer';

/** The published rule; a later one gets another name. */
export const RULE = 'assay-launch-1';

/** What each person asked for, in lots, in the order in which they first did; 0: withdrawn. */
export interface Wishes {
  readonly length: number;
  at(index: number): number | undefined;
}

/** What is sold, in lots. */
export interface Sale {
  readonly supply: bigint;
  /** The most lots of one person. */
  readonly cap: bigint;
}

/**
 * The answer for everybody: whoever asked for `capFrom` lots or more gets the cap, all others
 * `num / den` of what they asked for, rounded down; one lot more if the fraction left over is above
 * `cut`, or is `cut` and they are among the first `ties` of those.
 */
export interface Shares {
  readonly capFrom: bigint;
  readonly num: bigint;
  readonly den: bigint;
  readonly cut: bigint;
  readonly ties: number;
}

/** The lots of one person, and whether that took one of the ties. */
export function allotted(
  lots: bigint,
  { capFrom, num, den, cut }: Shares,
  cap: bigint,
  tiesLeft: number,
): { readonly lots: bigint; readonly tie: boolean } {
  if (lots >= capFrom) return { lots: cap, tie: false };
  const floor = (lots * num) / den;
  const rest = lots * num - floor * den;
  const tie = rest === cut && tiesLeft > 0;
  return { lots: rest > cut || tie ? floor + 1n : floor, tie };
}

const BUCKETS = 2048;

interface Range {
  /** Where it begins and ends, and the width of one bucket. */
  readonly low: bigint;
  readonly end: bigint;
  readonly width: bigint;
}

type Stage = 'total' | 'cap' | 'floor' | 'cut' | 'done';

/**
 * Finds the shares of a sale in steps of bounded work (decisions 0019 and 0076). It goes over the
 * wanted lots a few times: the cap and the cut are found by buckets, each pass 2,048 times closer.
 * The same list and the same steps give the same state, so a restart repeats the steps. The sum of
 * all wishes is below 2^53.
 */
export class Allocation {
  readonly #wishes: Wishes;
  readonly #sale: Sale;
  #stage: Stage = 'total';
  /** How far this pass has come. */
  #next = 0;
  #range: Range = { low: 0n, end: 1n, width: 1n };
  #counts: number[] = [];
  #sums: bigint[] = [];
  /** Of those above the range: how many they are, and what they asked for. */
  #above = { count: 0, sum: 0n };
  #total = 0n;
  #most = 0n;
  /** Sum of the smaller of wish and cap. */
  #capped = 0n;
  #floors = 0n;
  #shares: Shares = { capFrom: 0n, num: 1n, den: 1n, cut: 1n, ties: 0 };
  #leftOver = 0;

  constructor(wishes: Wishes, sale: Sale) {
    assert(sale.cap > 0n && sale.supply > 0n, 'a sale has lots and a cap');
    this.#wishes = wishes;
    this.#sale = sale;
  }

  get isDone(): boolean {
    return this.#stage === 'done';
  }

  /** The answer. Only once it is done. */
  get shares(): Shares {
    assert(this.isDone, 'shares are asked for when they are found');
    return this.#shares;
  }

  /** Looks at up to `most` wishes; returns at how many. However it is cut, the way is the same. */
  step(most: number): number {
    const { length } = this.#wishes;
    let left = most;
    while (left > 0 && !this.isDone) {
      const end = Math.min(length, this.#next + left);
      left -= end - this.#next;
      for (; this.#next < end; this.#next += 1)
        this.#look(BigInt(this.#wishes.at(this.#next) ?? 0));
      if (this.#next < length) break;
      this.#next = 0;
      this.#pass();
    }
    return most - left;
  }

  #look(lots: bigint): void {
    if (this.#stage === 'total') {
      this.#total += lots;
      if (lots > this.#most) this.#most = lots;
      this.#capped += lots < this.#sale.cap ? lots : this.#sale.cap;
    } else if (this.#stage === 'cap') this.#count(lots, lots);
    else if (lots < this.#shares.capFrom) {
      const { num, den } = this.#shares;
      const product = lots * num;
      if (this.#stage === 'floor') this.#floors += product / den;
      else this.#count(product % den, 0n);
    }
  }

  #count(value: bigint, weight: bigint): void {
    const { low, end, width } = this.#range;
    if (value < low || value >= end) return;
    const bucket = Number((value - low) / width);
    this.#counts[bucket]! += 1;
    this.#sums[bucket]! += weight;
  }

  /** A pass over all wishes is over. */
  #pass(): void {
    if (this.#stage === 'total') this.#totalled();
    else if (this.#stage === 'cap') this.#narrowCap();
    else if (this.#stage === 'floor') this.#floored();
    else this.#narrowCut();
  }

  #totalled(): void {
    const { supply, cap } = this.#sale;
    if (this.#capped <= supply) {
      // Everybody gets what they asked for, up to the cap.
      this.#shares = { capFrom: cap, num: 1n, den: 1n, cut: 1n, ties: 0 };
      this.#stage = 'done';
      return;
    }
    this.#stage = 'cap';
    this.#begin(0n, this.#most + 1n);
  }

  #begin(low: bigint, end: bigint): void {
    const width = (end - low + BigInt(BUCKETS) - 1n) / BigInt(BUCKETS);
    this.#range = { low, end, width };
    const buckets = Number((end - low + width - 1n) / width);
    this.#counts = new Array<number>(buckets).fill(0);
    this.#sums = new Array<bigint>(buckets).fill(0n);
  }

  /**
   * Whoever asked for `from` lots or more gets the cap if the supply is enough for that and for the
   * same share of everybody else: the higher `from`, the easier. So the least such number is in the
   * first bucket, from above, whose lower end is too much; below the range none is.
   */
  #narrowCap(): void {
    const { supply, cap } = this.#sale;
    const { low, end, width } = this.#range;
    let { count, sum } = this.#above;
    for (let bucket = this.#counts.length - 1; bucket >= 0; bucket -= 1) {
      const from = low + width * BigInt(bucket);
      const [countFrom, sumFrom] = [count + this.#counts[bucket]!, sum + this.#sums[bucket]!];
      const asked = from * cap * BigInt(countFrom) + cap * (this.#total - sumFrom);
      const isEnough = from > 0n && asked <= supply * from;
      if (!isEnough) {
        this.#above = { count, sum };
        if (width > 1n) this.#begin(from, lesser(from + width, end));
        else this.#capFound(from + 1n);
        return;
      }
      [count, sum] = [countFrom, sumFrom];
    }
    // The lower end of the range is above 0, or is 0 and never enough.
    assert(false, 'a bucket has the cap');
  }

  #capFound(capFrom: bigint): void {
    const { supply, cap } = this.#sale;
    const num = supply - cap * BigInt(this.#above.count);
    const den = this.#total - this.#above.sum;
    this.#shares = { capFrom, num, den, cut: 0n, ties: 0 };
    this.#stage = 'floor';
  }

  #floored(): void {
    const { num, den } = this.#shares;
    this.#leftOver = Number(num - this.#floors);
    if (this.#leftOver === 0) {
      this.#shares = { ...this.#shares, cut: den };
      this.#stage = 'done';
      return;
    }
    this.#stage = 'cut';
    this.#above = { count: 0, sum: 0n };
    this.#begin(1n, den);
  }

  /** The largest fractions get the lots that are left over, one each. */
  #narrowCut(): void {
    const { low, end, width } = this.#range;
    let { count } = this.#above;
    for (let bucket = this.#counts.length - 1; bucket >= 0; bucket -= 1) {
      const there = this.#counts[bucket]!;
      if (count + there < this.#leftOver) {
        count += there;
        continue;
      }
      const from = low + width * BigInt(bucket);
      this.#above = { count, sum: 0n };
      if (width > 1n) {
        this.#begin(from, lesser(from + width, end));
        return;
      }
      this.#shares = { ...this.#shares, cut: from, ties: this.#leftOver - count };
      this.#stage = 'done';
      return;
    }
    assert(false, 'no more lots are left over than there are fractions');
  }
}

/** All at once, for whoever has the time: a few people, or a test. */
export function sharesOf(wishes: Wishes, sale: Sale): Shares {
  const allocation = new Allocation(wishes, sale);
  while (!allocation.isDone) allocation.step(Number.MAX_SAFE_INTEGER);
  return allocation.shares;
}

/** What each gets, in the order of the list. */
export function allotAll(wishes: readonly number[], sale: Sale): bigint[] {
  const shares = sharesOf(wishes, sale);
  let { ties } = shares;
  return wishes.map((wanted) => {
    const got = allotted(BigInt(wanted), shares, sale.cap, ties);
    if (got.tie) ties -= 1;
    return got.lots;
  });
}
