import { noise } from '../../machine/quote.ts';
import { end, fireStops, run, setHold } from './match.ts';
import {
  amendOrder,
  type Body,
  cancelAllOrders,
  cancelOrder,
  placeOco,
  placeOrder,
  type Refused,
} from './orders.ts';
import {
  HOUSE,
  indexOf,
  type Market,
  ONE,
  type Order,
  OUTSIDE,
  PPM,
  readUnits,
  type Side,
  World,
  worth,
} from './state.ts';

/** What the model says became of a command; orders and fills as they stand when it is over. */
export type Verdict =
  | Refused
  | { readonly order: Order; readonly fills: number }
  | { readonly canceled: readonly number[] }
  | { readonly oco: readonly [limit: Order, stop: Order] }
  | { readonly done: true };

const DONE = { done: true } as const;

/** The model: commands in, verdicts out, everything in `world`. */
export class Reference {
  readonly world = new World();

  decide(type: string, actor: number, body: Body, now: number): Verdict {
    const { world } = this;
    world.seq += 1;
    world.placed = 0;
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
      case 'amendOrder':
        return answer(amendOrder(world, actor, body));
      case 'cancelOrder':
        return answer(cancelOrder(world, actor, body));
      case 'cancelAllOrders': {
        const ids = cancelAllOrders(world, actor, body);
        return 'refusal' in ids ? ids : { canceled: ids };
      }
      default:
        return this.#operate(type, body);
    }
  }

  /** Commands of the set-up, the feeds and the virtual account; sent only as they are allowed. */
  #operate(type: string, body: Body): Verdict {
    const { world } = this;
    const rate = (name: string) => BigInt(body[name] as number);
    if (type === 'listAsset') world.assets.push(body.symbol as string);
    else if (type === 'listMarket') this.#listMarket(body as Readonly<Record<string, string>>);
    else if (type === 'setMarketStatus') {
      (world.markets.get(body.market as string) as Market).trading = body.status === 'trading';
    } else if (type === 'setFeeTier') {
      world.tiers.set(body.userId as number, { maker: rate('makerPpm'), taker: rate('takerPpm') });
    } else if (type === 'fundHouse') {
      const units = readUnits(body.amount) as bigint;
      world.balance(OUTSIDE.capital, body.asset as string).available -= units;
      world.balance(body.owner as number, body.asset as string).available += units;
    } else if (type === 'openVirtualAccount' || type === 'resetVirtualAccount') {
      this.#virtualAccount(type, body.userId as number, body.grants as never);
    } else if (type === 'recordPrices') this.#recordPrices(body.prices as never);
    else if (type === 'withdrawStaleQuotes') this.#withdrawStaleQuotes();
    else throw new Error(`the model does not know ${type}`);
    return DONE;
  }

  #listMarket(body: Readonly<Record<string, string>>): void {
    const units = (name: string) => readUnits(body[name]) as bigint;
    this.world.tiers.set(HOUSE.marketMaker, { maker: 0n, taker: 0n });
    this.world.markets.set(body.symbol as string, {
      id: this.world.markets.size + 1,
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
      trading: true,
      last: 0n,
      trades: 0,
    });
  }

  #virtualAccount(type: string, user: number, grants: { asset: string; amount: string }[]): void {
    const { world } = this;
    if (type === 'resetVirtualAccount') {
      for (const order of world.ordersOf(user)) {
        if (world.open.includes(order)) end(world, order, 'canceled');
      }
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

  #withdrawStaleQuotes(): void {
    const { world } = this;
    for (const market of world.markets.values()) {
      if (world.freshIndex(market) !== 0n) continue;
      for (const order of world.ordersOf(HOUSE.marketMaker, market)) end(world, order, 'canceled');
    }
  }

  /** Prices newer than the one known; then the house follows each market's, in the order sent. */
  #recordPrices(prices: readonly { index: string; price: string; n: number }[]): void {
    const { world } = this;
    const news = prices.filter(({ index, n }) => n > (world.prices.get(index)?.n ?? 0));
    for (const { index, price, n } of news) {
      world.prices.set(index, { units: readUnits(price) as bigint, n, at: world.at });
    }
    for (const { index } of news) {
      for (const market of [...world.markets.values()].filter((one) => one.index === index)) {
        const own = world.ordersOf(HOUSE.marketMaker, market);
        if (market.trading) quoteAround(world, market, own);
        else for (const order of own) end(world, order, 'canceled');
      }
    }
  }
}

/** What the listing says of orders at market and of prices, or what holds when it does not. */
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

/** A level of the house's ladder: `price` 0n or less is none. */
interface Rung {
  readonly side: Side;
  readonly level: number;
  readonly price: bigint;
}

/** Off what does not stand any more, then on what is missing, level by level, bid before ask. */
function quoteAround(world: World, market: Market, own: readonly Order[]): void {
  const index = indexOf(market, world.prices.get(market.index)?.units as bigint);
  const missing: Rung[] = [];
  for (let level = 0; level < 16; level += 1) {
    for (const side of ['buy', 'sell'] as const) {
      const rung = { side, level, price: rungPrice(market, index, side, level) };
      const present = own.find((order) => order.clientOrderId === rungName(market, rung));
      const stands = present !== undefined && quoteStands(world, market, index, present, rung);
      if (stands) continue;
      if (present !== undefined) end(world, present, 'canceled');
      missing.push(rung);
    }
  }
  for (const rung of missing) if (rung.price > 0n) placeQuote(world, market, rung);
  fireStops(world, { market });
}

function rungName(market: Market, { side, level }: Rung): string {
  return `quote-${level}-${market.id}-${side === 'buy' ? 0 : 1}`;
}

/**
 * 150 ppm from the index, then 110 and a growing part more a level; one tick more a level at least.
 */
function rungPrice(market: Market, index: bigint, side: Side, level: number): bigint {
  const ppm = BigInt(150 + 110 * level + Math.floor((110 * level * level) / 12));
  const ticks = index / market.tick;
  const share = (ticks * ppm + PPM - 1n) / PPM;
  const least = BigInt(1 + level);
  const distance = (share > least ? share : least) * market.tick;
  return side === 'buy' ? index - distance : index + distance;
}

function quoteStands(
  world: World,
  market: Market,
  index: bigint,
  order: Order,
  rung: Rung,
): boolean {
  const key = rung.level * 2 + (rung.side === 'buy' ? 0 : 1);
  if (order.filled > 0n || noise(world.seq, market.id, key) % 17 === 0) return false;
  if (rung.side === 'buy' ? order.price >= index : order.price <= index) return false;
  const off = order.price > rung.price ? order.price - rung.price : rung.price - order.price;
  const distance = rung.price > index ? rung.price - index : index - rung.price;
  return off * PPM <= distance * 350_000n;
}

/** 4,000 near the index and a quarter of that more a level, times 50 % to 150 %, in whole steps. */
function placeQuote(world: World, market: Market, rung: Rung): void {
  const { side, level, price } = rung;
  const key = level * 2 + (side === 'buy' ? 0 : 1);
  const share = BigInt(50 + (noise(world.seq, market.id + 64, key) % 101));
  const money = (4000n * ONE * BigInt(4 + level) * share) / 400n;
  let quantity = (money / worth(price, market.step)) * market.step;
  if (quantity < market.minQuantity) quantity = market.minQuantity;
  if (quantity > market.maxQuantity) quantity = market.maxQuantity;
  const value = worth(price, quantity);
  if (value < market.minNotional || value > market.maxNotional) return;
  if (price > market.maxPrice) return;
  const hold = side === 'buy' ? value : quantity;
  const asset = side === 'buy' ? market.quote : market.base;
  if (world.balance(HOUSE.marketMaker, asset).available < hold) return;
  const id = world.nextId();
  const order: Order = {
    id,
    user: HOUSE.marketMaker,
    market,
    side,
    type: 'limit',
    timeInForce: 'gtc',
    postOnly: false,
    selfTrade: 'expireMaker',
    amount: 0n,
    trigger: 0n,
    rises: false,
    slippagePpm: 0n,
    makerPpm: 0n,
    takerPpm: 0n,
    clientOrderId: rungName(market, rung),
    price,
    quantity,
    filled: 0n,
    filledQuote: 0n,
    feeExact: 0n,
    held: 0n,
    status: 'new',
    priority: id,
    twin: null,
    oco: 0,
  };
  setHold(world, order, hold);
  run(world, order, price);
}
