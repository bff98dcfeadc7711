import { type BookApi, type Fills, SELF_TRADE, type SelfTradeMode } from '@assay/core/book/book';
import { FIRST_USER } from '@assay/core/ledger/owners';
import { priceText, quantityText } from '@assay/core/order/market';
import { BUY, type Side } from '@assay/core/order/side';
import type { RealmEngine } from '../../apps/server/realm.ts';

/** Orders from before the day belong to one user, all others to so many by their id. */
export const POOL = FIRST_USER;
export const USERS = 500;

/** Ids from here on are made by the replay, one a level. */
const FIRST_POOLED_ID = 1e12;

/**
 * The book of one market behind an engine: what changes it is sent as a command of some user, what
 * reads it reads the engine's own book. A command is decided before `submit` returns, so each
 * reading sees what was sent before it.
 */
export class EngineBook implements BookApi {
  readonly takerExpired = false;
  readonly takerCut = false;
  /** Commands sent, and those that were refused. */
  sent = 0;
  readonly refusals: string[] = [];
  readonly #engine: RealmEngine;
  readonly #market: string;
  #takers = 0;

  constructor(engine: RealmEngine, market: string) {
    this.#engine = engine;
    this.#market = market;
  }

  get fills(): Fills {
    return this.#live.book.fills;
  }

  get orderCount(): number {
    return this.#live.book.orderCount;
  }

  bestBid(): number {
    return this.#live.book.bestBid();
  }

  bestAsk(): number {
    return this.#live.book.bestAsk();
  }

  levelCount(side: Side): number {
    return this.#live.book.levelCount(side);
  }

  levelLots(side: Side, price: number): number {
    return this.#live.book.levelLots(side, price);
  }

  levelLotsOf(side: Side, price: number, owner: number): number {
    return this.#live.book.levelLotsOf(side, price, owner);
  }

  levelOrders(side: Side, price: number): number {
    return this.#live.book.levelOrders(side, price);
  }

  depth(side: Side, max: number, out: Float64Array | number[]): number {
    return this.#live.book.depth(side, max, out);
  }

  forEach(visit: (slot: number) => void): void {
    this.#live.book.forEach(visit);
  }

  validate(): void {
    this.#live.book.validate();
  }

  id(slot: number): number {
    return Number(this.#orderIn(slot).clientOrderId);
  }

  owner(slot: number): number {
    return this.id(slot);
  }

  side(slot: number): Side {
    return this.#live.book.side(slot);
  }

  price(slot: number): number {
    return this.#live.book.price(slot);
  }

  lots(slot: number): number {
    return this.#live.book.lots(slot);
  }

  left(slot: number): number {
    return this.#live.book.left(slot);
  }

  hide(): void {
    throw new Error('the real trading day has no icebergs');
  }

  find(id: number): number {
    const { orders } = this.#engine.machines;
    const order = orders.state.byClientId.get(`${userOf(id)} ${id}`);
    return order === undefined ? 0 : orders.state.orderAt(order).slot;
  }

  /** 0 when the order `owner` is the next that an order of this side would meet; else `lots`. */
  fillable(side: Side, _limit: number, lots: number, owner: number): number {
    let head = 0;
    this.forEach((slot) => {
      if (head === 0 && this.side(slot) !== side) head = slot;
    });
    return head !== 0 && this.id(head) === owner ? 0 : lots;
  }

  /** With owner 0 a market participant takes at once; else it is the look before an order rests. */
  match(side: Side, limit: number, lots: number, owner: number, _mode: SelfTradeMode): number {
    if (owner !== 0) {
      return lots - this.#live.book.fillable(side, limit, lots, 0, SELF_TRADE.none);
    }
    this.#takers += 1;
    const actor = POOL + 1 + (this.#takers % USERS);
    this.#place(actor, side, limit, lots, { timeInForce: 'ioc' });
    const { fills } = this;
    let left = lots;
    for (let row = 0; row < fills.count; row += 1) left -= fills.lots[row] as number;
    return left;
  }

  matchBudget(): number {
    throw new Error('a replay has no budgets');
  }

  rest(id: number, side: Side, price: number, lots: number): number {
    this.#place(userOf(id), side, price, lots, { clientOrderId: String(id) });
    return this.find(id);
  }

  cancel(slot: number): number {
    const lots = this.lots(slot);
    const { userId, clientOrderId } = this.#orderIn(slot);
    this.#send(userId, 'cancelOrder', { clientOrderId });
    return lots;
  }

  reduce(slot: number, lots: number): void {
    const order = this.#orderIn(slot);
    const { userId, clientOrderId } = order;
    const quantity = quantityText(this.#live.rules, order.lots - lots);
    this.#send(userId, 'amendOrder', { clientOrderId, quantity });
  }

  get #live() {
    const live = this.#engine.machines.orders.market(this.#market);
    if (live === undefined) throw new Error(`${this.#market} is not listed`);
    return live;
  }

  #orderIn(slot: number) {
    const order = this.#engine.machines.orders.state.restingIn(this.#live, slot);
    if (order.slot !== slot) throw new Error(`no order rests in slot ${slot}`);
    return order;
  }

  #place(actor: number, side: Side, ticks: number, lots: number, more: object): void {
    const { rules } = this.#live;
    this.#send(actor, 'placeOrder', {
      market: this.#market,
      side: side === BUY ? 'buy' : 'sell',
      type: 'limit',
      quantity: quantityText(rules, lots),
      limitPrice: priceText(rules, ticks),
      selfTrade: 'none',
      ...more,
    });
  }

  #send(actor: number, type: string, body: object): void {
    this.sent += 1;
    this.#engine.submitAny({ type, actor, id: `m${this.sent}`, body }).then(
      (reply) => {
        if (!reply.ok) this.refusals.push(`${type} ${JSON.stringify(body)}: ${reply.refusal}`);
      },
      (error) => this.refusals.push(`${type}: ${error}`),
    );
  }
}

function userOf(id: number): number {
  return id >= FIRST_POOLED_ID ? POOL : POOL + 1 + (id % USERS);
}
