import { SOURCES } from './fire.ts';
import { end } from './match.ts';
import type { PlainBody, PlainModule } from './module.ts';
import {
  ceilPpm,
  type Fees,
  HOUSE,
  indexOf,
  larger,
  type Market,
  type Order,
  type PlainProduct,
  PPM,
  type Side,
  smaller,
  type World,
  worth,
} from './state.ts';

/** The prepaid contract in the plain model: positions and pools in maps of bigints. */
export class PlainPrepaid implements PlainModule, PlainProduct {
  readonly name = 'prepaid';
  readonly product = this;
  readonly commands = ['settlePrepaid'];
  readonly triggerSources = SOURCES;
  readonly flags = ['reduceOnly'];
  /** Quantity by user and market, below zero on the short side. */
  readonly positions = new Map<string, bigint>();
  /** What the pools have, by quote asset. */
  readonly pools = new Map<string, bigint>();

  rates(_world: World, { makerPpm, takerPpm }: Market) {
    return { maker: makerPpm, taker: takerPpm };
  }

  /** Orders that close a position never exceed it while one of them may only reduce. */
  refuse(world: World, draft: Order, replaced: Order | null): string | null {
    const { market, user, side } = draft;
    const beside = world
      .ordersOf(user, market)
      .filter((one) => one.side === side && one !== replaced)
      .filter((one) => one.twin === null || one.id < one.twin.id)
      .filter((one) => one.status !== 'dormant');
    if (![draft, ...beside].some(({ terms }) => terms.reduceOnly === true)) return null;
    const had = this.positions.get(`${user} ${market.symbol}`) ?? 0n;
    const closes = side === 'buy' ? -had : had;
    const left = beside.reduce((sum, one) => sum + one.quantity - one.filled, draft.quantity);
    const byAmount = [draft, ...beside].some(({ amount }) => amount > 0n);
    return byAmount || left > closes ? 'termsNotMet' : null;
  }

  heldAsset({ market }: Order): string {
    return market.quote;
  }

  holdFor(order: Order, value: bigint): bigint {
    const { side, amount, market, quantity, makerPpm, takerPpm } = order;
    if (side === 'buy' && amount > 0n) return amount;
    return stake(market, side, value, quantity) + ceilPpm(value * larger(makerPpm, takerPpm));
  }

  restingHold(order: Order): bigint {
    const left = order.quantity - order.filled;
    const value = worth(order.price, left);
    const fee = ceilPpm(order.feeExact + value * order.makerPpm) - ceilPpm(order.feeExact);
    return stake(order.market, order.side, value, left) + fee;
  }

  /** A buy pays its fee within its amount. */
  budget({ side, amount, takerPpm }: Order): bigint {
    return side === 'buy' ? (amount * PPM) / (PPM + takerPpm) : amount;
  }

  settle(world: World, taker: Order, maker: Order, quantity: bigint, quote: bigint): Fees {
    const takerFee = this.#trade(world, taker, quantity, quote, taker.takerPpm);
    const makerFee = this.#trade(world, maker, quantity, quote, maker.makerPpm);
    return { takerFee, makerFee };
  }

  /** Both sides pay into the pool; what a trade closes comes back out of it. */
  #trade(world: World, order: Order, quantity: bigint, quote: bigint, ppm: bigint): bigint {
    const { market, user, side } = order;
    const paid = stake(market, side, quote, quantity);
    const before = ceilPpm(order.feeExact);
    order.feeExact += quote * ppm;
    const fee = ceilPpm(order.feeExact) - before;
    const balance = world.balance(user, market.quote);
    balance.held -= paid + fee;
    order.held -= paid + fee;
    world.balance(HOUSE.fees, market.quote).available += fee;
    const key = `${user} ${market.symbol}`;
    const had = this.positions.get(key) ?? 0n;
    const against = side === 'buy' ? -had : had;
    const back = worth(market.maxPrice, larger(0n, smaller(against, quantity)));
    this.positions.set(key, had + (side === 'buy' ? quantity : -quantity));
    balance.available += back;
    this.#addToPool(market, paid - back);
    return fee;
  }

  #addToPool({ quote }: Market, amount: bigint): void {
    this.pools.set(quote, (this.pools.get(quote) ?? 0n) + amount);
  }

  decide(world: World, _type: string, actor: number, body: PlainBody): object {
    if (actor !== HOUSE.setup) return { refusal: 'notAllowed' };
    const market = world.markets.get(body.market as string);
    if (market?.product !== this) return { refusal: 'unknownMarket' };
    if (market.trading) return { refusal: 'stillTrading' };
    const price = world.prices.get(market.index);
    if (price === undefined) return { refusal: 'noIndexPrice' };
    const settled = smaller(indexOf(market, price.units), market.maxPrice);
    for (const order of world.open.filter((one) => one.market === market).sort(byId)) {
      if (world.open.includes(order)) end(world, order, 'canceled');
    }
    let positions = 0;
    for (const [key, quantity] of this.positions) {
      const [user, symbol] = key.split(' ');
      if (symbol !== market.symbol || quantity === 0n) continue;
      const each = quantity > 0n ? settled : market.maxPrice - settled;
      const payout = worth(each, quantity > 0n ? quantity : -quantity);
      world.balance(Number(user), market.quote).available += payout;
      this.#addToPool(market, -payout);
      this.positions.set(key, 0n);
      positions += 1;
    }
    return { ticks: Number(settled / market.tick), positions };
  }
}

function byId(a: Order, b: Order): number {
  return a.id - b.id;
}

/** What a side pays in advance for a quantity that is worth `value` at its price. */
function stake(market: Market, side: Side, value: bigint, quantity: bigint): bigint {
  return side === 'buy' ? value : worth(market.maxPrice, quantity) - value;
}
