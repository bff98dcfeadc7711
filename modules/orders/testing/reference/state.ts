/**
 * The plain model of trading: objects, bigints, linear searches. It is written from specs/SPOT.md
 * and shares no code with the machines that it is compared with. All amounts, prices and quantities
 * are bigints of 1e-8: a price is of one whole base asset.
 */

export const ONE = 100_000_000n;
export const PPM = 1_000_000n;
const MAX_SAFE = 2n ** 53n - 1n;

/** Owners that the specs give a number. */
export const HOUSE = {
  fees: 1,
  marketMaker: 2,
  rounding: 9,
  feeds: 90,
  setup: 91,
  engine: 92,
} as const;
export const OUTSIDE = { capital: 103, virtual: 104 } as const;

export type Side = 'buy' | 'sell';
export type Status =
  | 'pending'
  | 'new'
  | 'partiallyFilled'
  | 'filled'
  | 'canceled'
  | 'expired'
  | 'expiredInMatch'
  | 'expiredAtFillLimit'
  | 'dormant'
  | 'rejected';

export interface Market {
  readonly id: number;
  readonly product: PlainProduct;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly index: string;
  readonly tick: bigint;
  readonly step: bigint;
  readonly maxPrice: bigint;
  readonly minQuantity: bigint;
  readonly maxQuantity: bigint;
  /** Filters of orders at market. */
  readonly marketStep: bigint;
  readonly marketMinQuantity: bigint;
  readonly marketMaxQuantity: bigint;
  readonly maxNotional: bigint;
  /** The band of prices, in ppm of the reference price. Whatever follows may change. */
  bidUp: bigint;
  bidDown: bigint;
  askUp: bigint;
  askDown: bigint;
  minNotional: bigint;
  makerPpm: bigint;
  takerPpm: bigint;
  halted: boolean;
  stage: string;
  /** Open and not halted. */
  readonly trading: boolean;
  last: bigint;
  trades: number;
}

export interface Order {
  readonly id: number;
  readonly user: number;
  readonly market: Market;
  readonly side: Side;
  readonly type: string;
  readonly timeInForce: string;
  readonly postOnly: boolean;
  readonly selfTrade: string;
  readonly amount: bigint;
  /** Of a trailing stop: basis points, and the price that activates it, 0n for none. */
  readonly trailing: bigint;
  readonly activation: bigint;
  /** Of a trailing stop: when it began to follow, in ms, 0 before, and the best price since. */
  since: number;
  extreme: bigint;
  /** How much of it an iceberg shows at a time; 0n for one that shows all. */
  readonly iceberg: bigint;
  /** What it shows now, while it rests. */
  shown: bigint;
  trigger: bigint;
  /** The price that fires a stop: last, index or mark. */
  readonly source: string;
  readonly rises: boolean;
  readonly slippagePpm: bigint;
  readonly makerPpm: bigint;
  readonly takerPpm: bigint;
  /** Terms of its product's own. */
  readonly terms: Readonly<Record<string, unknown>>;
  clientOrderId: string;
  price: bigint;
  quantity: bigint;
  filled: bigint;
  filledQuote: bigint;
  /** Exact sum of the fees of all fills, in millionths of a unit. */
  feeExact: bigint;
  held: bigint;
  status: Status;
  priority: number;
  /** The order that ends when this one trades, fires or ends; null when there is none. */
  twin: Order | null;
  /** Id of the first order of its list, 0 for an order of none. */
  oco: number;
  /** It was placed to wait until the first order of its list is filled. */
  readonly follows: boolean;
  /** The id that its client gave its list; '' for none. */
  listName: string;
  /** Why it was rejected when its turn came; '' for every other order. */
  rejection: string;
}

/** What a product is to the model: what its orders hold, and what a trade moves. */
export interface PlainProduct {
  readonly name: string;
  /** Sources of prices that fire its stops; last alone when it names none. */
  readonly triggerSources?: readonly string[];
  /** Names of its own terms, each a flag. */
  readonly flags?: readonly string[];
  /** What the product has against an order; `replaced`: the one that is to be amended. */
  refuse?(world: World, draft: Order, replaced: Order | null): string | null;
  /** Fee rates of a user's orders, in ppm. */
  rates(world: World, market: Market, user: number): Rates;
  /** The asset that an order holds. */
  heldAsset(order: Order): string;
  /** What an order holds that may take up to a notional of `value`. */
  holdFor(order: Order, value: bigint): bigint;
  /** What the rest of an order holds in the book. */
  restingHold(order: Order): bigint;
  /** What an order by amount may trade for. */
  budget(order: Order): bigint;
  /** Moves what both sides pay and get for a quantity that is worth `quote`; answers their fees. */
  settle(world: World, taker: Order, maker: Order, quantity: bigint, quote: bigint): Fees;
}

export interface Rates {
  readonly maker: bigint;
  readonly taker: bigint;
}

export interface Fees {
  readonly takerFee: bigint;
  readonly makerFee: bigint;
}

export interface Trade {
  readonly id: number;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly taker: Order;
  readonly maker: Order;
  readonly takerFee: bigint;
  readonly makerFee: bigint;
}

/** How much one command does. */
export interface PlainBounds {
  /** Orders that a taker meets. */
  readonly fills: number;
  /** Orders met, stops fired and orders cancelled together, after which nothing new is begun. */
  readonly slice: number;
  /** Open orders of a user in all markets. */
  readonly openOrders: number;
}

export interface Balance {
  available: bigint;
  held: bigint;
}

/** Everything that the model knows. */
export class World {
  readonly assets: string[] = [];
  /** Names of the products whose markets may be listed. */
  readonly products: readonly string[];
  readonly markets = new Map<string, Market>();
  readonly balances = new Map<string, Balance>();
  readonly tiers = new Map<number, Rates>();
  /** Whose rates replace those of a market also where it asks for less. */
  readonly replacing = new Set<number>();
  readonly prices = new Map<string, { units: bigint; n: number; at: number }>();
  /** Every order that was ever accepted; the open ones are looked for when they are needed. */
  open: Order[] = [];
  readonly ended: Order[] = [];
  readonly trades: Trade[] = [];
  seq = 0;
  at = 0;
  placed = 0;
  /** What the running command has done of its slice. */
  work = 0;
  /** Pending stops whose trigger was reached since they were placed. */
  readonly due = new Set<Order>();
  /** Lists whose working order was filled and whose others wait to be placed: by which command. */
  readonly filled = new Map<number, number>();
  readonly bounds: PlainBounds;

  constructor(products: readonly string[], bounds: PlainBounds) {
    this.products = products;
    this.bounds = bounds;
  }

  dueIn(market: Market): Order[] {
    return [...this.due].filter((stop) => stop.market === market);
  }

  balance(owner: number, asset: string): Balance {
    const key = `${owner} ${asset}`;
    const found = this.balances.get(key) ?? { available: 0n, held: 0n };
    this.balances.set(key, found);
    return found;
  }

  /** The next id or priority: 65,536 times the command's number, and a count. */
  nextId(): number {
    this.placed += 1;
    return this.seq * 65_536 + this.placed - 1;
  }

  ordersOf(user: number, market?: Market): Order[] {
    return this.open
      .filter((order) => order.user === user && (market === undefined || order.market === market))
      .sort((a, b) => a.id - b.id);
  }

  /** Whether an open order of the user is of a list of this name. */
  hasList(user: number, name: string): boolean {
    return name !== '' && this.ordersOf(user).some(({ listName }) => listName === name);
  }

  /** Orders that rest on one side, in the order in which they trade. */
  queue(market: Market, side: Side): Order[] {
    return this.open
      .filter((o) => o.market === market && o.side === side && isInBook(o))
      .sort((a, b) => {
        if (a.price === b.price) return a.priority - b.priority;
        return a.price > b.price === (side === 'buy') ? -1 : 1;
      });
  }

  best(market: Market, side: Side): bigint {
    return this.queue(market, side)[0]?.price ?? 0n;
  }

  /** The price of a source that fires stops; 0n when there is none. */
  firingPrice(market: Market, source: string): bigint {
    if (source === 'last') return market.last;
    const index = this.freshIndex(market);
    if (source === 'index' || index === 0n) return index;
    const [bid, ask] = [this.best(market, 'buy'), this.best(market, 'sell')];
    const raised = larger(index, bid);
    return ask === 0n ? raised : smaller(raised, ask);
  }

  /** The index price in whole ticks, as units; 0n when there is none or it is over 10 s old. */
  freshIndex(market: Market): bigint {
    const price = this.prices.get(market.index);
    if (price === undefined || this.at - price.at > 10_000) return 0n;
    return indexOf(market, price.units);
  }
}

/** A pending stop waits, an order in the middle of matching does not rest. */
export function isInBook(order: Order): boolean {
  return order.status === 'new' || order.status === 'partiallyFilled';
}

/** Rounded to the nearest tick, half upwards, at least one. */
export function indexOf(market: Market, units: bigint): bigint {
  const ticks = (units * 2n + market.tick) / (market.tick * 2n);
  return (ticks === 0n ? 1n : ticks) * market.tick;
}

export function other(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** What a quantity is worth at a price: whole, because a market's tick and step are listed so. */
export function worth(price: bigint, quantity: bigint): bigint {
  return (price * quantity) / ONE;
}

export function ceilPpm(product: bigint): bigint {
  return (product + PPM - 1n) / PPM;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function larger(a: bigint, b: bigint): bigint {
  return a < b ? b : a;
}

/**
 * Units of decimal text, or null when it is not a positive decimal of at most 8 places below 2^53.
 */
export function readUnits(text: unknown): bigint | null {
  if (typeof text !== 'string') return null;
  const parts = text.split('.');
  const [whole = '', fraction = ''] = parts;
  const digits = (part: string) => part !== '' && [...part].every((c) => c >= '0' && c <= '9');
  if (parts.length > 2 || !digits(whole) || (parts.length === 2 && !digits(fraction))) return null;
  if (whole.length > 1 && whole.startsWith('0')) return null;
  if (whole.length > 30 || fraction.length > 30) return null;
  let kept = fraction;
  while (kept.endsWith('0')) kept = kept.slice(0, -1);
  if (kept.length > 8) return null;
  const units = BigInt(whole + kept.padEnd(8, '0'));
  return units === 0n || units > MAX_SAFE ? null : units;
}
