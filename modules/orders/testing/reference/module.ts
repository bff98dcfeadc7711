import type { Market, PlainProduct, World } from './state.ts';

/** What a module is to the model: its product if it has one, and the commands of its own. */
export interface PlainModule {
  readonly product?: PlainProduct;
  /** Types of its own commands. */
  readonly commands: readonly string[];
  /** Decides one of its commands: a refusal, the outcome, or DONE where that is not compared. */
  decide?(world: World, type: string, actor: number, body: PlainBody): object;
  /** A user's virtual account is taken back: ends their intents, empties what is its own. */
  endAll?(world: World, user: number): void;
  /** The index price of a market has changed. */
  follow?(world: World, market: Market): void;
  /** A command has brought new prices of these indices, in units of 1e-8. */
  prices?(world: World, news: ReadonlyMap<string, bigint>): void;
}

/** A command is accepted; what it changed is compared, not what it said. */
export const DONE = { done: true } as const;

/** What the caller sends, as unchecked as it comes. */
export type PlainBody = Readonly<Record<string, unknown>>;
