import { BUY, opposite, SELL, type Side } from '../order/side.ts';
import { assert, isCount } from './assert.ts';
import type { BookApi } from './book.ts';
import { FILL, type FillKind, Fills, SELF_TRADE, type SelfTradeMode } from './fills.ts';

interface Order {
  slot: number;
  id: number;
  side: Side;
  price: number;
  /** What it shows, what it hides, and how much of that it shows at a time. */
  lots: number;
  hidden: number;
  part: number;
  owner: number;
}

/**
 * The oracle of Book: the same rules in the plainest form. Sorted arrays of objects, linear
 * searches, slots that are never reused. For tests and benches only.
 */
export class NaiveBook implements BookApi {
  readonly fills = new Fills();
  takerExpired = false;
  takerCut = false;
  readonly #mostMet: number;
  /** Resting orders by side, best first and oldest first. */
  readonly #queues: [Order[], Order[]] = [[], []];
  readonly #bySlot = new Map<number, Order>();

  constructor(mostMet = Number.MAX_SAFE_INTEGER) {
    this.#mostMet = mostMet;
  }

  get orderCount(): number {
    return this.#queues[BUY].length + this.#queues[SELL].length;
  }

  bestBid(): number {
    return this.#queues[BUY][0]?.price ?? 0;
  }

  bestAsk(): number {
    return this.#queues[SELL][0]?.price ?? 0;
  }

  levelCount(side: Side): number {
    return this.#prices(side).length;
  }

  match(side: Side, limit: number, lots: number, owner: number, mode: SelfTradeMode): number {
    assert(isCount(limit) && isCount(lots), 'match: limit and lots');
    this.#begin();
    let left = lots;
    while (left > 0 && !this.takerExpired) {
      const maker = this.#maker(side, limit);
      if (maker === undefined || this.#isCut()) break;
      left -= this.#meet(maker, left, owner, mode);
    }
    return left;
  }

  matchBudget(
    side: Side,
    limit: number,
    budget: number,
    owner: number,
    mode: SelfTradeMode,
  ): number {
    assert(isCount(limit) && isCount(budget), 'matchBudget: limit and budget');
    this.#begin();
    let left = budget;
    while (!this.takerExpired) {
      const maker = this.#maker(side, limit);
      if (maker === undefined || maker.price > left || this.#isCut()) break;
      const lots = Math.floor(left / maker.price); // down: never more than the budget
      left -= this.#meet(maker, lots, owner, mode) * maker.price;
    }
    return left;
  }

  fillable(side: Side, limit: number, lots: number, owner: number, mode: SelfTradeMode): number {
    const copy = new NaiveBook(this.#mostMet);
    this.forEach((slot) => {
      copy.rest(
        this.id(slot),
        this.side(slot),
        this.price(slot),
        this.lots(slot),
        this.owner(slot),
      );
      const { hidden, part } = this.#order(slot);
      if (hidden > 0) copy.hide(copy.find(this.id(slot)), hidden, part);
    });
    copy.match(side, limit, lots, owner, mode);
    this.takerCut = copy.takerCut;
    let traded = 0;
    for (let row = 0; row < copy.fills.count; row += 1) {
      if (copy.fills.kind[row] === FILL.trade) traded += copy.fills.lots[row]!;
    }
    return traded;
  }

  rest(id: number, side: Side, price: number, lots: number, owner: number): number {
    assert(isCount(price) && isCount(lots), 'rest: price and lots');
    assert(isCount(id) && Number.isSafeInteger(owner), 'rest: id and owner');
    assert(this.#maker(side, price) === undefined, 'rest: crosses the other side');
    assert(this.find(id) === 0, 'rest: id is in the book');
    const slot = this.#bySlot.size + 1;
    const order: Order = { slot, id, side, price, lots, hidden: 0, part: 0, owner };
    this.#bySlot.set(order.slot, order);
    const queue = this.#queues[side];
    queue.push(order);
    // The sort is stable, so at one price the older order stays ahead.
    queue.sort((a, b) => (side === BUY ? b.price - a.price : a.price - b.price));
    return order.slot;
  }

  hide(slot: number, hidden: number, part: number): void {
    const order = this.#order(slot);
    assert(isCount(hidden) && isCount(part), 'hide: lots');
    assert(order.lots > 0 && order.hidden === 0, 'hide: no order rests in this slot');
    Object.assign(order, { hidden, part });
  }

  find(id: number): number {
    const isIt = (order: Order) => order.id === id;
    return (this.#queues[BUY].find(isIt) ?? this.#queues[SELL].find(isIt))?.slot ?? 0;
  }

  cancel(slot: number): number {
    const order = this.#order(slot);
    assert(order.lots > 0, 'cancel: no order rests in this slot');
    return this.#remove(order);
  }

  reduce(slot: number, lots: number): void {
    const order = this.#order(slot);
    assert(isCount(lots) && lots < this.left(slot), 'reduce: lots');
    const hidden = Math.min(lots, order.hidden);
    order.hidden -= hidden;
    order.lots -= lots - hidden;
  }

  id(slot: number): number {
    return this.#order(slot).id;
  }

  side(slot: number): Side {
    return this.#order(slot).side;
  }

  price(slot: number): number {
    return this.#order(slot).price;
  }

  lots(slot: number): number {
    return this.#order(slot).lots;
  }

  left(slot: number): number {
    const { lots, hidden } = this.#order(slot);
    return lots + hidden;
  }

  owner(slot: number): number {
    return this.#order(slot).owner;
  }

  levelLots(side: Side, price: number): number {
    return this.#level(side, price).reduce((sum, order) => sum + order.lots, 0);
  }

  levelLotsOf(side: Side, price: number, owner: number): number {
    const own = this.#level(side, price).filter((order) => order.owner === owner);
    return own.reduce((sum, order) => sum + order.lots, 0);
  }

  levelOrders(side: Side, price: number): number {
    return this.#level(side, price).length;
  }

  depth(side: Side, max: number, out: Float64Array | number[]): number {
    const prices = this.#prices(side).slice(0, max);
    for (const [rank, price] of prices.entries()) {
      out[rank * 2] = price;
      out[rank * 2 + 1] = this.#level(side, price).reduce((sum, o) => sum + o.lots + o.hidden, 0);
    }
    return prices.length;
  }

  forEach(visit: (slot: number) => void): void {
    for (const order of [...this.#queues[BUY], ...this.#queues[SELL]]) visit(order.slot);
  }

  validate(): void {
    const ids = new Set<number>();
    this.forEach((slot) => {
      assert(isCount(this.lots(slot)), 'lots of a resting order');
      ids.add(this.id(slot));
    });
    assert(ids.size === this.orderCount, 'one id twice');
    const crossed = this.bestAsk() !== 0 && this.bestBid() >= this.bestAsk();
    assert(!crossed, 'crossed');
  }

  #begin(): void {
    this.fills.count = 0;
    this.takerExpired = false;
    this.takerCut = false;
  }

  /** Whether the taker has met the most orders; asked only when there is one more to meet. */
  #isCut(): boolean {
    this.takerCut = this.fills.count === this.#mostMet;
    return this.takerCut;
  }

  /** The first order that a taker of `side` matches at `limit` or better. */
  #maker(side: Side, limit: number): Order | undefined {
    const first = this.#queues[opposite(side)][0];
    if (first === undefined) return undefined;
    const reachable = side === BUY ? first.price <= limit : first.price >= limit;
    return reachable ? first : undefined;
  }

  /** Matches a taker of `wanted` lots with `maker`. Returns the lots by which the taker shrinks. */
  #meet(maker: Order, wanted: number, owner: number, mode: SelfTradeMode): number {
    const lots = Math.min(wanted, maker.lots);
    if (maker.owner !== owner || mode === SELF_TRADE.none) {
      return this.#record(FILL.trade, maker, lots);
    }
    if (mode === SELF_TRADE.decrement) {
      this.takerExpired = lots === wanted;
      return this.#record(FILL.selfDecremented, maker, lots);
    }
    this.takerExpired = mode === SELF_TRADE.expireTaker || mode === SELF_TRADE.expireBoth;
    if (mode === SELF_TRADE.expireTaker) return 0;
    const { slot, id, price } = maker;
    this.fills.push(FILL.selfExpired, slot, id, price, this.#remove(maker), 0);
    return 0;
  }

  #record(kind: FillKind, maker: Order, lots: number): number {
    const left = this.left(maker.slot) - lots;
    this.fills.push(kind, maker.slot, maker.id, maker.price, lots, left);
    maker.lots -= lots;
    if (left === 0) this.#remove(maker);
    else if (maker.lots === 0) this.#showNext(maker);
    return lots;
  }

  /** Takes an order out of the book. Returns the lots it had left. */
  #remove(order: Order): number {
    const left = order.lots + order.hidden;
    Object.assign(order, { lots: 0, hidden: 0 });
    const queue = this.#queues[order.side];
    queue.splice(queue.indexOf(order), 1);
    return left;
  }

  /** All that the order showed is gone: it shows more, behind the others of its price. */
  #showNext(order: Order): void {
    order.lots = Math.min(order.part, order.hidden);
    order.hidden -= order.lots;
    const queue = this.#queues[order.side];
    queue.splice(queue.indexOf(order), 1);
    const behind = queue.findLastIndex(({ price }) => price === order.price);
    const at = behind < 0 ? queue.findIndex(({ price }) => isBehind(order, price)) : behind + 1;
    queue.splice(at < 0 ? queue.length : at, 0, order);
  }

  #order(slot: number): Order {
    const order = this.#bySlot.get(slot);
    assert(order !== undefined, 'slot was never in use');
    return order;
  }

  #level(side: Side, price: number): Order[] {
    return this.#queues[side].filter((order) => order.price === price);
  }

  #prices(side: Side): number[] {
    return [...new Set(this.#queues[side].map((order) => order.price))];
  }
}

/** Whether orders at `price` trade after the order. */
function isBehind({ side, price: own }: Order, price: number): boolean {
  return side === BUY ? price < own : price > own;
}
