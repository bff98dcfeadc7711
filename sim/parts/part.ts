import type { MarketListing } from '@assay/core/order/market';
import type { Dice } from '@assay/core/testing/dice';
import type { OrderView } from '@assay/modules/orders/schema';
import type { AnyReply } from '@assay/platform/engine/command';
import type { RealmMachines, RealmPart } from '../../apps/server/realm.ts';
import type { PlainModule } from '../../modules/orders/testing/reference/module.ts';
import type { Entry } from '../audit/entry.ts';
import type { Tables } from '../database/tables.ts';
import type { Feed } from '../feed/feed.ts';
import type { ClientCommand } from '../history.ts';
import type { SimMarket } from '../workload/listings.ts';
import type { ContractWallets } from './contract-wallets.ts';

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
  readonly workload?: (feed: Feed) => PartWorkload;
  /** It lives by ticks of the feed: its schedules have one, and their clock makes leaps. */
  readonly follows?: true;
  /** Whether nothing is left that time alone must bring to its end. */
  isOver?(machines: RealmMachines): boolean;
  /** Its rules in the plain model, and how what is its own there compares with its machine. */
  twin(wallets: ContractWallets): Twin;
  /** Recomputes what is left in the tables by programs that share nothing with the engine. */
  proof?(tables: Tables, feed: Feed): Promise<Proof>;
  /** Its books, kept from what is published. */
  books(tables: Tables): PartBooks;
}

export interface PartWorkload {
  /** How often it comes where others come once; what takes many steps comes more often. */
  readonly weight?: number;
  /** What must be there first, beside assets, markets and accounts. */
  setUp?(dice: Dice, users: readonly number[]): readonly ClientCommand[];
  /** What a user or an operator might send now. */
  command(dice: Dice, users: readonly number[], now: Moment): ClientCommand;
  /** The answer to a command of any module. */
  learn?(command: ClientCommand, reply: AnyReply): void;
}

/** What whoever sends a command can know. */
export interface Moment {
  readonly at: number;
  /** What an engine shows at that time; null while none is ready. */
  readonly machines: RealmMachines | null;
}

/** What was recomputed, by its kinds. */
export type Proof = ReadonlyMap<string, number>;

export interface Twin {
  readonly plain: PlainModule;
  /** Throws a Finding where the plain module, the machine and its tables differ. */
  compare(machines: RealmMachines, tables: Tables): void;
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
  /**
   * Owners of the house, and contract wallets, that move by more than is published: the model has
   * them instead.
   */
  readonly leaves?: readonly (number | 'contract')[];
  /** Fees that the house was paid by what is in the tables alone. */
  fees?(asset: string): bigint;
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
