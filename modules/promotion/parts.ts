import type { CommandName } from '@assay/core/schema/registry';
import type { Database } from '@assay/platform/db/database';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { PromotionMachine } from './machine.ts';

/** What the house has kept of one person's fees in an asset, in units of 1e-8. */
export interface KeptFees {
  readonly userId: number;
  readonly asset: number;
  readonly amount: bigint;
}

/** A UTC day, whose commands are those after..upTo. */
export interface DayOfFees {
  readonly day: number;
  readonly after: number;
  readonly upTo: number;
}

/** What was kept of a day: less what vouchers have given back. */
export interface KeptOfDay {
  readonly fees: readonly KeptFees[];
  /** Of whom a voucher may still give something back. */
  readonly unsettled: ReadonlySet<number>;
}

/** The engine of the real realm, and what its journal says. */
export interface PromotionRealm {
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  machine(): Pick<
    PromotionMachine,
    | 'uplineOf'
    | 'isReferred'
    | 'invited'
    | 'paidDayOf'
    | 'boundAt'
    | 'closed'
    | 'firstOpenDay'
    | 'clusters'
    | 'lines'
  >;
  assetSymbol(id: number): string;
  /** What house:fees has of an asset. */
  feesLeft(asset: number): bigint;
  /** In USDT at the last index price; 0 without one. */
  worth(asset: number, amount: bigint): bigint;
  /** The last command before an instant; null while later ones may still not be durable. */
  lastBefore(at: number): Promise<number | null>;
  /** Fees of people that were kept of a day; of these people alone, if given. */
  keptFees(of: DayOfFees, users?: readonly number[]): Promise<KeptOfDay>;
}

/** What promotion needs of the server, beside the engine and the database. */
export interface PromotionOptions {
  /** The published shares of the four levels at an instant. */
  ratesPpm(at: number): readonly number[];
  /** How many days commissions wait. */
  waitDays(now: number): number;
  /**
   * Up to which level a person may get something: 0 where the law of their country forbids gifts,
   * or for an account that is closed.
   */
  allowedLevels(userId: number): Promise<number>;
  /** Whether it is known who somebody is: shares are paid to nobody else. */
  isVerified(userId: number): Promise<boolean>;
  /** People who were invited, with numbers above this one, in their order. */
  invited(
    after: number,
    limit: number,
  ): Promise<{ readonly userId: number; readonly referrerId: number }[]>;
  codeOf(userId: number): Promise<string>;
  /** Masked. */
  customer(userId: number): Promise<{ readonly name: string; readonly phone: string }>;
  /** How many networks both people have used of late. */
  sharedNetworks(
    pairs: readonly (readonly [number, number])[],
    now: number,
  ): Promise<readonly number[]>;
}

/** What the handlers work with. */
export interface Parts extends PromotionOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly realm: PromotionRealm;
}
