import { Book, BUY, SELF_TRADE, SELL, type Side } from '../../core/book/book.ts';
import { createDice, type Dice } from '../../core/testing/dice.ts';

export const OP = { limit: 1, cancel: 2, market: 3, move: 4 } as const;

/** The parameters of a workload. Shares are of all commands after the setup. */
export interface Shape {
  name: string;
  seed: number;
  /** The number of orders to keep in the book; cancels and new orders balance around it. */
  live: number;
  /** Ticks behind the other side's best: the mean of the near part … */
  near: number;
  /** … and the reach of the far part, which is spread evenly. */
  far: number;
  /** Share of new orders in the far part. */
  farShare: number;
  /** Ticks that a crossing limit order reaches past the best price. */
  reach: number;
  /** The largest quantity of a taker, in lots. */
  taker: number;
}

const CROSSING = 0.048;
const MARKET = 0.032;
const MOVE = 0.02;
const LARGEST_MAKER = 200;
const START_PRICE = 100_000;
const OWNERS = 5000;
/** Takers have owners of their own, so that the self-trade check always runs and never triggers. */
const TAKER_OWNERS = 1_000_000;
/** The limit of a market order to buy: above every price here. For a sell it is 1. */
const ANY_PRICE = 2 ** 31 - 1;

/** 9,900 orders on 330 levels a side: a liquid market. */
export const TIGHT: Shape = {
  name: 'tight',
  seed: 1,
  live: 9_900,
  near: 60,
  far: 320,
  farShare: 0.5,
  reach: 3,
  taker: 400,
};

/** 20,100 orders on 4,000 levels a side: hard on the search for a level. */
export const WIDE: Shape = {
  name: 'wide',
  seed: 2,
  live: 20_100,
  near: 600,
  far: 5200,
  farShare: 0.7,
  reach: 12,
  taker: 400,
};

/** Commands as parallel arrays: op, side, id, price in ticks, lots, owner. */
export interface Flow {
  count: number;
  /** This number of first commands fills the book and is not timed. */
  setup: number;
  op: Uint8Array;
  side: Uint8Array;
  id: Int32Array;
  price: Int32Array;
  lots: Int32Array;
  owner: Int32Array;
  /** The resulting mix, for comparison with the requested shape. */
  mix: Record<'passive' | 'cancel' | 'crossing' | 'market' | 'move', number>;
}

/** Creates a flow; the same shape and count give the same commands on every machine. */
export function createFlow(shape: Shape, timed: number): Flow {
  return new Generator(shape, timed).run();
}

class Generator {
  readonly #shape: Shape;
  readonly #dice: Dice;
  readonly #flow: Flow;
  readonly #book = new Book(32_768);
  /** Ids of resting orders, unsorted, and the index of each, for a fair choice in constant time. */
  readonly #live: number[] = [];
  readonly #index: Int32Array;
  #nextId = 1;
  #at = 0;

  constructor(shape: Shape, timed: number) {
    const count = timed + shape.live;
    this.#shape = shape;
    this.#dice = createDice(shape.seed);
    this.#index = new Int32Array(count + 1);
    this.#flow = {
      count,
      setup: shape.live,
      op: new Uint8Array(count),
      side: new Uint8Array(count),
      id: new Int32Array(count),
      price: new Int32Array(count),
      lots: new Int32Array(count),
      owner: new Int32Array(count),
      mix: { passive: 0, cancel: 0, crossing: 0, market: 0, move: 0 },
    };
  }

  run(): Flow {
    const { count, setup, mix } = this.#flow;
    for (let n = 0; n < setup; n += 1) this.#passive();
    mix.passive = 0;
    while (this.#at < count) {
      const draw = this.#dice.next();
      if (draw < MARKET) this.#market();
      else if (draw < MARKET + CROSSING) this.#crossing();
      else if (draw < MARKET + CROSSING + MOVE) this.#move();
      else if (this.#dice.next() < this.#passiveShare()) this.#passive();
      else this.#cancel();
    }
    return this.#flow;
  }

  /** Above a half when the book has too few orders, below when it has too many. */
  #passiveShare(): number {
    const { live } = this.#shape;
    return 0.55 + (4 * (live - this.#live.length)) / live;
  }

  #passive(): void {
    const side = this.#side();
    this.#flow.mix.passive += 1;
    this.#limit(side, this.#behind(side), this.#dice.int(1, LARGEST_MAKER), false);
  }

  #crossing(): void {
    const side = this.#side();
    const best = side === BUY ? this.#book.bestAsk() : this.#book.bestBid();
    const reach = this.#dice.int(0, this.#shape.reach);
    this.#flow.mix.crossing += 1;
    const price = side === BUY ? best + reach : best - reach;
    this.#limit(side, price, this.#dice.int(1, this.#shape.taker), true);
  }

  #market(): void {
    const side = this.#side();
    const id = this.#newId();
    const lots = this.#dice.int(1, this.#shape.taker);
    this.#flow.mix.market += 1;
    this.#record(OP.market, side, id, side === BUY ? ANY_PRICE : 1, lots, true);
    this.#match(side, side === BUY ? ANY_PRICE : 1, lots);
  }

  #cancel(): void {
    const id = this.#dice.pick(this.#live);
    const slot = this.#book.find(id);
    this.#flow.mix.cancel += 1;
    this.#record(OP.cancel, this.#book.side(slot), id, 0, 0, false);
    this.#book.cancel(slot);
    this.#leave(id);
  }

  /** Moves an order to another price that does not cross; it keeps its lots and loses priority. */
  #move(): void {
    const id = this.#dice.pick(this.#live);
    const slot = this.#book.find(id);
    const side = this.#book.side(slot);
    this.#flow.mix.move += 1;
    const lots = this.#book.cancel(slot);
    const price = this.#behind(side);
    this.#record(OP.move, side, id, price, lots, false);
    this.#book.rest(id, side, price, lots, 1);
  }

  #limit(side: Side, price: number, lots: number, taker: boolean): void {
    const id = this.#newId();
    this.#record(OP.limit, side, id, price, lots, taker);
    const left = this.#match(side, price, lots);
    if (left === 0) return;
    this.#book.rest(id, side, price, left, 1);
    this.#index[id] = this.#live.length;
    this.#live.push(id);
  }

  #match(side: Side, limit: number, lots: number): number {
    const left = this.#book.match(side, limit, lots, 2, SELF_TRADE.none);
    const { fills } = this.#book;
    for (let row = 0; row < fills.count; row += 1) {
      if (fills.left[row] === 0) this.#leave(fills.id[row]!);
    }
    return left;
  }

  /** A price that does not cross: mostly near the other side's best, otherwise spread far. */
  #behind(side: Side): number {
    const { near, far, farShare } = this.#shape;
    const isFar = this.#dice.next() < farShare;
    const draw = this.#dice.next();
    const ticks = 1 + Math.floor(isFar ? draw * far : -Math.log(1 - draw) * near);
    const best = side === BUY ? this.#book.bestAsk() : this.#book.bestBid();
    if (side === BUY) return (best || START_PRICE + 1) - ticks;
    return (best || START_PRICE) + ticks;
  }

  #side(): Side {
    return this.#dice.next() < 0.5 ? BUY : SELL;
  }

  #newId(): number {
    const id = this.#nextId;
    this.#nextId += 1;
    return id;
  }

  #leave(id: number): void {
    const index = this.#index[id]!;
    const last = this.#live.pop()!;
    if (last === id) return;
    this.#live[index] = last;
    this.#index[last] = index;
  }

  #record(op: number, side: Side, id: number, price: number, lots: number, taker: boolean): void {
    const at = this.#at;
    const { flow } = { flow: this.#flow };
    flow.op[at] = op;
    flow.side[at] = side;
    flow.id[at] = id;
    flow.price[at] = price;
    flow.lots[at] = lots;
    flow.owner[at] = taker ? TAKER_OWNERS + id : 1 + (id % OWNERS);
    this.#at = at + 1;
  }
}
