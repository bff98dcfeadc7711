import { fireStops } from '../../orders/testing/reference/fire.ts';
import { end, run, setHold } from '../../orders/testing/reference/match.ts';
import type { PlainModule } from '../../orders/testing/reference/module.ts';
import {
  ceilPpm,
  type Fees,
  HOUSE,
  indexOf,
  type Market,
  ONE,
  type Order,
  type PlainProduct,
  PPM,
  type Side,
  smaller,
  type World,
  worth,
} from '../../orders/testing/reference/state.ts';
import { noise } from '../machine/quote.ts';

/** Spot in the plain model; with the machine it shares only the noise in the sizes of quotes. */
export function plainSpot(): PlainModule {
  return {
    product,
    commands: ['withdrawStaleQuotes'],
    decide(world, _type, actor, { olderThanMs = 10_000 }) {
      if (actor !== HOUSE.feeds) return { refusal: 'notAllowed' };
      const age = olderThanMs as number;
      if (!Number.isInteger(age) || age <= 0 || age > 10_000) return { refusal: 'invalidAge' };
      return { markets: withdrawStaleQuotes(world, age) };
    },
    follow(world, market) {
      const own = world.ordersOf(HOUSE.marketMaker, market);
      if (market.trading) quoteAround(world, market, own);
      else for (const order of own) end(world, order, 'canceled');
    },
  };
}

const product: PlainProduct = {
  name: 'spot',
  triggerSources: ['last', 'mark'],
  rates({ tiers, replacing }, { makerPpm, takerPpm }, user) {
    const own = tiers.get(user) ?? { maker: makerPpm, taker: takerPpm };
    if (replacing.has(user)) return own;
    return {
      maker: smaller(own.maker, makerPpm),
      taker: smaller(own.taker, takerPpm),
    };
  },
  heldAsset: ({ side, market }) => (side === 'buy' ? market.quote : market.base),
  holdFor(order, value) {
    if (order.side === 'sell') return order.quantity;
    return order.amount > 0n ? order.amount : value;
  },
  /** A seller holds base, a buyer quote. */
  restingHold(order) {
    const left = order.quantity - order.filled;
    return order.side === 'sell' ? left : worth(order.price, left);
  },
  budget: ({ amount }) => amount,
  settle,
};

function settle(world: World, taker: Order, maker: Order, quantity: bigint, quote: bigint): Fees {
  const { market } = taker;
  const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
  world.balance(buyer.user, market.quote).held -= quote;
  world.balance(seller.user, market.quote).available += quote;
  world.balance(seller.user, market.base).held -= quantity;
  world.balance(buyer.user, market.base).available += quantity;
  buyer.held -= quote;
  seller.held -= quantity;
  const received = (order: Order) => (order === buyer ? quantity : quote);
  const takerFee = charge(world, taker, received(taker) * taker.takerPpm);
  const makerFee = charge(world, maker, received(maker) * maker.makerPpm);
  return { takerFee, makerFee };
}

/**
 * Adds to an order's exact fee, in the asset that it receives; the order must have paid that sum
 * rounded up.
 */
function charge(world: World, order: Order, exact: bigint): bigint {
  const before = order.feeExact;
  order.feeExact += exact;
  const charged = ceilPpm(order.feeExact) - ceilPpm(before);
  const earned = order.feeExact / PPM - before / PPM;
  const asset = order.side === 'buy' ? order.market.base : order.market.quote;
  world.balance(order.user, asset).available -= charged;
  world.balance(HOUSE.fees, asset).available += earned;
  world.balance(HOUSE.rounding, asset).available += charged - earned;
  return charged;
}

/** Symbols of the markets whose quotes were withdrawn. */
function withdrawStaleQuotes(world: World, age: number): string[] {
  const withdrawn: string[] = [];
  for (const market of world.markets.values()) {
    const own = world.ordersOf(HOUSE.marketMaker, market);
    const at = world.prices.get(market.index)?.at ?? 0;
    if (market.product !== product || own.length === 0 || world.at - at <= age) continue;
    for (const order of own) end(world, order, 'canceled');
    withdrawn.push(market.symbol);
  }
  return withdrawn.sort();
}

/** A level of the house's ladder: `price` 0n or less is none. */
interface Rung {
  readonly side: Side;
  readonly level: number;
  readonly price: bigint;
}

/** Cancels outdated quotes, then places the missing ones, level by level, bid before ask. */
function quoteAround(world: World, market: Market, own: readonly Order[]): void {
  const index = indexOf(market, world.prices.get(market.index)?.units as bigint);
  const missing: Rung[] = [];
  for (let level = 0; level < 16; level += 1) {
    for (const side of ['buy', 'sell'] as const) {
      const rung = { side, level, price: rungPrice(market, index, side, level) };
      const present = own.find((order) => order.clientOrderId === rungName(market, rung));
      const isCurrent =
        present !== undefined && quoteIsCurrent(world, market, index, present, rung);
      if (isCurrent) continue;
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
 * The first level is 150 ppm from the index, each further one 110 ppm and a growing part more, and
 * at least one tick.
 */
function rungPrice(market: Market, index: bigint, side: Side, level: number): bigint {
  const ppm = BigInt(150 + 110 * level + Math.floor((110 * level * level) / 12));
  const ticks = index / market.tick;
  const share = (ticks * ppm + PPM - 1n) / PPM;
  const least = BigInt(1 + level);
  const distance = (share > least ? share : least) * market.tick;
  return side === 'buy' ? index - distance : index + distance;
}

function quoteIsCurrent(
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

/**
 * 4,000 near the index, a quarter of that more for each level, times 50 % to 150 %, in whole steps.
 */
function placeQuote(world: World, market: Market, rung: Rung): void {
  if (world.work >= world.bounds.slice) return;
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
    trailing: 0n,
    activation: 0n,
    since: 0,
    extreme: 0n,
    iceberg: 0n,
    shown: 0n,
    trigger: 0n,
    source: 'last',
    terms: {},
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
    follows: false,
    listName: '',
    rejection: '',
  };
  setHold(world, order, hold);
  run(world, order, price);
}
