/** An owner of orders, by number: where its figures stand among those of all traders. */
export type Trader = number;

const INITIAL_CAPACITY = 1024;
/** Ids of users are given in sequence, so most are found by themselves; odd ones in a map. */
const DENSE_USERS = 2 ** 24;

/** Rates are in ppm plus one; 0 for who pays what the market asks. */
enum Figure {
  maker,
  taker,
  first,
  count = 4,
}

/** Everybody who ever came to trade in the realm, numbered from 1 as they came. */
export class Traders {
  /** What is looked at with every order, side by side. */
  #figures = new Int32Array(INITIAL_CAPACITY * Figure.count);
  /** User id → trader, 0 for none. */
  #dense = new Int32Array(INITIAL_CAPACITY);
  readonly #sparse = new Map<number, Trader>();
  readonly #userIds: number[] = [0];

  /** The trader that a user is; a new one on first sight. */
  of(userId: number): Trader {
    const isDense = userId >= 0 && userId < DENSE_USERS;
    const known = (isDense ? this.#dense[userId] : this.#sparse.get(userId)) ?? 0;
    if (known !== 0) return known;
    const trader = this.#userIds.push(userId) - 1;
    if (trader * Figure.count === this.#figures.length) {
      const larger = new Int32Array(this.#figures.length * 2);
      larger.set(this.#figures);
      this.#figures = larger;
    }
    if (isDense) this.#setDense(userId, trader);
    else this.#sparse.set(userId, trader);
    return trader;
  }

  #setDense(userId: number, trader: Trader): void {
    if (userId >= this.#dense.length) {
      const larger = new Int32Array(2 ** Math.ceil(Math.log2(userId + 1)));
      larger.set(this.#dense);
      this.#dense = larger;
    }
    this.#dense[userId] = trader;
  }

  userId(trader: Trader): number {
    return this.#userIds[trader] as number;
  }

  /** The trader's own rate in ppm when there is one, else `usual`. */
  makerPpm(trader: Trader, usual: number): number {
    return (this.#figures[trader * Figure.count + Figure.maker]! || usual + 1) - 1;
  }

  takerPpm(trader: Trader, usual: number): number {
    return (this.#figures[trader * Figure.count + Figure.taker]! || usual + 1) - 1;
  }

  setRates(trader: Trader, makerPpm: number, takerPpm: number): void {
    this.#figures[trader * Figure.count + Figure.maker] = makerPpm + 1;
    this.#figures[trader * Figure.count + Figure.taker] = takerPpm + 1;
  }

  /** The first of the list of the trader's open orders, or 0. */
  first(trader: Trader): number {
    return this.#figures[trader * Figure.count + Figure.first]!;
  }

  setFirst(trader: Trader, order: number): void {
    this.#figures[trader * Figure.count + Figure.first] = order;
  }

  /** Visits who has rates of their own, in order of their ids. */
  eachRate(visit: (userId: number, makerPpm: number, takerPpm: number) => void): void {
    for (const userId of this.#userIds.slice(1).sort((a, b) => a - b)) {
      const trader = this.of(userId);
      const makerPpm = this.makerPpm(trader, -1);
      if (makerPpm >= 0) visit(userId, makerPpm, this.takerPpm(trader, -1));
    }
  }

  *all(): IterableIterator<Trader> {
    for (let trader = 1; trader < this.#userIds.length; trader += 1) yield trader;
  }
}
