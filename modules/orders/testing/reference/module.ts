import type { Market, Order, World } from './state.ts';

/** What a product is to the model: what its orders hold, and what a trade moves. */
export interface PlainProduct {
  readonly name: string;
  /** Fee rates of a user's orders, in ppm. */
  rates(world: World, market: Market, user: number): Rates;
  /** The asset that an order holds. */
  heldAsset(order: Order): string;
  /** What an order holds that may take up to a notional of `value`. */
  holdFor(order: Order, value: bigint): bigint;
  /** What the rest of an order holds in the book. */
  restingHold(order: Order): bigint;
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

/** What a module is to the model: its product if it has one, and the commands of its own. */
export interface PlainModule {
  readonly product?: PlainProduct;
  /** Types of its own commands. */
  readonly commands: readonly string[];
  /** Decides one of its commands: a refusal, or the outcome. */
  decide?(world: World, type: string, actor: number, body: PlainBody): object;
  /** The index price of a market has changed. */
  follow?(world: World, market: Market): void;
}

/** What the caller sends, as unchecked as it comes. */
export type PlainBody = Readonly<Record<string, unknown>>;
