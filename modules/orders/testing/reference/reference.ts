import { amendOrder } from './amend.ts';
import { fireByMark, fireDue, fireStops } from './fire.ts';
import { cancelAll, end } from './match.ts';
import { type PlainBody as Body, DONE, type PlainModule } from './module.ts';
import { cancelAllOrders, cancelOrder, placeOco, placeOrder } from './orders.ts';
import { type PlainList, placeOto } from './oto.ts';
import type { Refused } from './plan.ts';
import {
  HOUSE,
  type Market,
  type Order,
  OUTSIDE,
  type PlainBounds,
  PPM,
  readUnits,
  World,
} from './state.ts';
import { dueLists } from './waiting.ts';

/** The model's outcome of a command; orders and fills as they are after it. */
export type Verdict =
  | Refused
  | { readonly order: Order; readonly fills: number }
  | { readonly canceled: readonly number[] }
  | { readonly oco: readonly [limit: Order, stop: Order] }
  | { readonly list: PlainList }
  /** A command of a module's own came to this. */
  | { readonly value: object }
  | { readonly done: true };

const TRADING = new Set([
  ...['placeOrder', 'placeOco', 'placeOto', 'amendOrder', 'cancelOrder', 'cancelAllOrders'],
  ...['fireStops', 'expireOrders'],
]);
/** As specs/SPOT.md has them. */
const BOUNDS: PlainBounds = { fills: 1_000, slice: 500, openOrders: 1_000 };

/** The model: commands in, verdicts out, everything in `world`. */
export class Reference {
  readonly world: World;
  readonly #modules: readonly PlainModule[];

  constructor(modules: readonly PlainModule[], bounds = BOUNDS) {
    this.#modules = modules;
    const products = modules.flatMap(({ product }) => product?.name ?? []);
    this.world = new World(products, bounds);
  }

  /** Whether the model decides refusals of such commands too. */
  refuses(type: string): boolean {
    return TRADING.has(type) || this.#moduleOf(type) !== undefined;
  }

  decide(type: string, actor: number, body: Body, now: number): Verdict {
    const { world } = this;
    world.seq += 1;
    world.placed = 0;
    world.work = 0;
    if (now > world.at) world.at = now;
    const trades = world.trades.length;
    const answer = (order: Order | Refused): Verdict => {
      if ('refusal' in order) return order;
      const fills = world.trades.slice(trades).filter((trade) => trade.taker === order).length;
      return { order, fills };
    };
    switch (type) {
      case 'placeOrder':
        return answer(placeOrder(world, actor, body));
      case 'placeOco': {
        const both = placeOco(world, actor, body);
        return 'refusal' in both ? both : { oco: both };
      }
      case 'placeOto': {
        const list = placeOto(world, actor, body);
        return 'refusal' in list ? list : { list };
      }
      case 'amendOrder':
        return answer(amendOrder(world, actor, body));
      case 'cancelOrder':
        return answer(cancelOrder(world, actor, body));
      case 'cancelAllOrders': {
        const ids = cancelAllOrders(world, actor, body);
        return 'refusal' in ids ? ids : { canceled: ids };
      }
      case 'fireStops':
        return this.#fireStops(actor, body);
      case 'expireOrders':
        return this.#expireOrders(actor, body);
      default:
        return this.#decideOther(type, actor, body);
    }
  }

  #fireStops(actor: number, body: Body): Verdict {
    if (actor !== HOUSE.engine) return { refusal: 'notAllowed' };
    const market = this.world.markets.get(body.market as string);
    if (market === undefined) return { refusal: 'unknownMarket' };
    if (!market.trading) return { refusal: 'marketHalted' };
    const due = this.world.dueIn(market).length + dueLists(this.world, market).length;
    if (due === 0) return { refusal: 'noStopsDue' };
    return { value: { fired: fireDue(this.world, market) } };
  }

  #expireOrders(actor: number, body: Body): Verdict {
    if (actor !== HOUSE.engine) return { refusal: 'notAllowed' };
    const { world } = this;
    const market = world.markets.get(body.market as string);
    if (market === undefined) return { refusal: 'unknownMarket' };
    const open = world.open.filter((order) => order.market === market);
    if (market.stage !== 'delisted' || open.length === 0) return { refusal: 'noOrdersLeft' };
    const queued = [...world.queue(market, 'buy'), ...world.queue(market, 'sell')];
    const others = open.filter((order) => !queued.includes(order)).sort((a, b) => a.id - b.id);
    const expired: number[] = [];
    for (const order of [...queued, ...others].slice(0, world.bounds.slice)) {
      if (!world.open.includes(order)) continue;
      expired.push(order.id);
      end(world, order, 'expired');
    }
    return { value: { expired } };
  }

  #moduleOf(type: string): PlainModule | undefined {
    return this.#modules.find(({ commands }) => commands.includes(type));
  }

  #decideOther(type: string, actor: number, body: Body): Verdict {
    const outcome = this.#moduleOf(type)?.decide?.(this.world, type, actor, body);
    if (outcome === undefined) return this.#operate(type, body);
    if (outcome === DONE) return DONE;
    return 'refusal' in outcome ? (outcome as Refused) : { value: outcome };
  }

  /** Commands of the set-up, the feeds and the virtual account; sent only as they are allowed. */
  #operate(type: string, body: Body): Verdict {
    const { world } = this;
    const rate = (name: string) => BigInt(body[name] as number);
    if (type === 'listAsset') world.assets.push(body.symbol as string);
    else if (type === 'listMarket') this.#listMarket(body as Readonly<Record<string, string>>);
    else if (type === 'setMarketStatus') {
      (world.markets.get(body.market as string) as Market).halted = body.status === 'halted';
    } else if (type === 'setMarketStage') {
      (world.markets.get(body.market as string) as Market).stage = body.stage as string;
    } else if (type === 'setMarketFees') {
      const market = world.markets.get(body.market as string) as Market;
      [market.makerPpm, market.takerPpm] = [rate('makerFeePpm'), rate('takerFeePpm')];
    } else if (type === 'setMarketLimits') {
      const market = world.markets.get(body.market as string) as Market;
      market.minNotional = readUnits(body.minNotional) as bigint;
      [market.bidUp, market.bidDown] = [rate('bidMultiplierUpPpm'), rate('bidMultiplierDownPpm')];
      [market.askUp, market.askDown] = [rate('askMultiplierUpPpm'), rate('askMultiplierDownPpm')];
    } else if (type === 'setFeeTier') {
      const rates = { maker: rate('makerPpm'), taker: rate('takerPpm') };
      world.tiers.set(body.userId as number, rates);
      if (body.cut === undefined) world.replacing.add(body.userId as number);
      else world.replacing.delete(body.userId as number);
    } else if (type === 'fundHouse') {
      const units = readUnits(body.amount) as bigint;
      world.balance(OUTSIDE.capital, body.asset as string).available -= units;
      world.balance(body.owner as number, body.asset as string).available += units;
    } else if (type === 'openVirtualAccount' || type === 'resetVirtualAccount') {
      this.#virtualAccount(type, body.userId as number, body.grants as never);
    } else if (type === 'endVirtualAccount') {
      this.#virtualAccount(type, body.userId as number, []);
    } else if (type === 'recordPrices') this.#recordPrices(body.prices as never);
    else throw new Error(`the model does not know ${type}`);
    return DONE;
  }

  #listMarket(body: Readonly<Record<string, string>>): void {
    const units = (name: string) => readUnits(body[name]) as bigint;
    const products = this.#modules.flatMap(({ product }) => product ?? []);
    const product = products.find(({ name }) => name === (body.product ?? 'spot'));
    if (product === undefined) throw new Error(`the model has no product ${body.product}`);
    this.world.tiers.set(HOUSE.marketMaker, { maker: 0n, taker: 0n });
    this.world.markets.set(body.symbol as string, {
      id: this.world.markets.size + 1,
      product,
      symbol: body.symbol as string,
      base: body.base as string,
      quote: body.quote as string,
      index: `${body.base}-${body.quote}`,
      tick: units('tickSize'),
      step: units('stepSize'),
      maxPrice: units('maxPrice'),
      minQuantity: units('minQuantity'),
      maxQuantity: units('maxQuantity'),
      ...marketFilters(body),
      minNotional: units('minNotional'),
      maxNotional: units('maxNotional'),
      makerPpm: BigInt(body.makerFeePpm as string),
      takerPpm: BigInt(body.takerFeePpm as string),
      halted: false,
      stage: body.stage ?? 'open',
      get trading() {
        return this.stage === 'open' && !this.halted;
      },
      last: 0n,
      trades: 0,
    });
  }

  #virtualAccount(type: string, user: number, grants: { asset: string; amount: string }[]): void {
    const { world } = this;
    if (type !== 'openVirtualAccount') {
      const orders = world.ordersOf(user);
      cancelAll(world, orders);
      fireByMark(
        world,
        orders.map(({ market }) => market),
      );
      for (const module of this.#modules) module.endAll?.(world, user);
      for (const asset of world.assets) {
        const balance = world.balance(user, asset);
        world.balance(OUTSIDE.virtual, asset).available += balance.available;
        balance.available = 0n;
      }
    }
    for (const { asset, amount } of grants) {
      const units = readUnits(amount) as bigint;
      world.balance(OUTSIDE.virtual, asset).available -= units;
      world.balance(user, asset).available += units;
    }
  }

  /** Prices newer than the one known; then each market's module follows, in the order sent. */
  #recordPrices(prices: readonly { index: string; price: string; n: number; at?: number }[]): void {
    const { world } = this;
    const news = prices.filter(({ index, n, at = 0 }) => {
      return n > (world.prices.get(index)?.n ?? 0) && at <= world.at + 3_600_000;
    });
    for (const { index, price, n } of news) {
      world.prices.set(index, { units: readUnits(price) as bigint, n, at: world.at });
    }
    for (const { index } of news) {
      for (const market of [...world.markets.values()].filter((one) => one.index === index)) {
        const module = this.#modules.find(({ product }) => product === market.product);
        module?.follow?.(world, market);
        if (market.trading) fireStops(world, { market });
      }
    }
    const moved = new Map(news.map(({ index, price }) => [index, readUnits(price) as bigint]));
    for (const module of this.#modules) if (moved.size > 0) module.prices?.(world, moved);
  }
}

/** The listing's filters of orders at market and of prices, or their defaults. */
function marketFilters(body: Readonly<Record<string, string>>) {
  const step = readUnits(body.marketStepSize ?? body.stepSize) as bigint;
  const least = readUnits(body.minQuantity) as bigint;
  const most = readUnits(body.maxQuantity) as bigint;
  const ppm = (name: string, usual: bigint) => BigInt(body[name] ?? usual);
  return {
    marketStep: step,
    marketMinQuantity: readUnits(body.marketMinQuantity) ?? ((least + step - 1n) / step) * step,
    marketMaxQuantity: readUnits(body.marketMaxQuantity) ?? (most / step) * step,
    bidUp: ppm('bidMultiplierUpPpm', 5n * PPM),
    bidDown: ppm('bidMultiplierDownPpm', PPM / 5n),
    askUp: ppm('askMultiplierUpPpm', 5n * PPM),
    askDown: ppm('askMultiplierDownPpm', PPM / 5n),
  };
}
