import type { MarketListing } from '@assay/core/order/market';
import type { Dice } from '@assay/core/testing/dice';
import type { OrderView } from '@assay/modules/orders/schema';
import type { AnyReply } from '@assay/platform/engine/command';
import type { RealmMachines, RealmPart } from '../../apps/server/realm.ts';
import type { PlainModule } from '../../modules/orders/testing/reference/module.ts';
import type { Entry } from '../audit/entry.ts';
import type { ClientCommand } from '../history.ts';
import type { SimMarket } from '../workload/listings.ts';

/** What a module brings to the simulated exchange. */
export interface SimPart {
  readonly name: string;
  /** What it adds to a realm; null when every realm has it. */
  readonly realm: RealmPart | null;
  /** Its markets: users trade in them as in all others. */
  readonly markets: readonly SimMarket[];
  /** A market of its product on the index of a spot market, with the same sizes. */
  readonly marketOn?: (spot: MarketListing) => MarketListing;
  /** Commands of the module's own; new for each schedule. */
  readonly workload?: () => PartWorkload;
  /** Its rules in the plain model, and how what is its own there compares with its machine. */
  twin(): Twin;
  /** Its books, kept from what is published. */
  books(): PartBooks;
}

export interface PartWorkload {
  /** How often it comes where others come once; what takes many steps comes more often. */
  readonly weight?: number;
  /** What a user or an operator might send now. */
  command(dice: Dice, users: readonly number[]): ClientCommand;
  /** The answer to a command of any module. */
  learn?(command: ClientCommand, reply: AnyReply): void;
}

export interface Twin {
  readonly plain: PlainModule;
  /** Throws a Finding where the plain module and the machine differ. */
  compare(machines: RealmMachines): void;
}

/**
 * Adds an amount to what an owner has of an asset, held or not; `USDT contract` is what the
 * contract wallet has.
 */
export type Add = (owner: number, asset: string, amount: bigint) => void;

/** How trades and commands of one module move value. */
export interface PartBooks {
  /** Of a product: the asset that an order holds. */
  heldAsset?(order: OrderView, market: BookedMarket): string;
  /** Of a product: what a trade moves, without fees. */
  trade?(trade: BookedTrade, add: Add): void;
  /** An accepted command; those of other modules come here too. */
  command?(
    entry: Entry,
    marketOf: (symbol: string) => BookedMarket,
    add: Add,
    /** Takes a fee from its owner for the house. */
    charge: Add,
  ): void;
  /** What the module's open intents hold, beside orders. */
  holds?(): Iterable<readonly [owner: number, asset: string, amount: bigint]>;
}

/** A market by its row; amounts in units of 1e-8. */
export interface BookedMarket {
  readonly symbol: string;
  readonly product: string;
  readonly base: string;
  readonly quote: string;
  readonly tick: bigint;
  readonly maxPrice: bigint;
}

export interface BookedTrade {
  readonly market: BookedMarket;
  readonly buyer: number;
  readonly seller: number;
  readonly quantity: bigint;
  /** price x quantity. */
  readonly value: bigint;
}
