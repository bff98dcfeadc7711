/** An owner of orders, as a small number that indexes arrays of figures. */
export type Trader = number;

const INITIAL_CAPACITY = 1024;
/** User ids are given in sequence, so most index an array; larger ones are kept in a map. */
const DENSE_USERS = 2 ** 24;

/**
 * Every user who ever placed an order in the realm, numbered from 1 in the order of their first.
 */
export class Traders {
  /** User id → trader, 0 for none. */
  #dense = new Int32Array(INITIAL_CAPACITY);
  readonly #sparse = new Map<number, Trader>();
  readonly #userIds: number[] = [0];
  /** Open orders in all markets, by trader. */
  #openOrders = new Int32Array(INITIAL_CAPACITY);

  /** The user's trader number, or 0 for a user who never placed an order. */
  find(userId: number): Trader {
    const isDense = userId >= 0 && userId < DENSE_USERS;
    return (isDense ? this.#dense[userId] : this.#sparse.get(userId)) ?? 0;
  }

  /** The user's trader number; a new one for a new user. */
  of(userId: number): Trader {
    const known = this.find(userId);
    return known === 0 ? this.#add(userId) : known;
  }

  userId(trader: Trader): number {
    return this.#userIds[trader] as number;
  }

  /** The trader's open orders in all markets, stops that wait included. */
  openOrders(trader: Trader): number {
    return this.#openOrders[trader]!;
  }

  countOrder(trader: Trader, change: 1 | -1): void {
    this.#openOrders[trader]! += change;
  }

  *all(): IterableIterator<Trader> {
    for (let trader = 1; trader < this.#userIds.length; trader += 1) yield trader;
  }

  #add(userId: number): Trader {
    const trader = this.#userIds.push(userId) - 1;
    if (trader === this.#openOrders.length) {
      const larger = new Int32Array(trader * 2);
      larger.set(this.#openOrders);
      this.#openOrders = larger;
    }
    if (userId >= 0 && userId < DENSE_USERS) this.#setDense(userId, trader);
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
}
