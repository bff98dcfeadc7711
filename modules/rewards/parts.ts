import type { CommandName } from '@assay/core/schema/registry';
import type { Database } from '@assay/platform/db/database';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Signed } from './rules.ts';

/** The engine of the real realm. */
export interface RewardsRealm {
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  lastOf(userId: number): Signed | undefined;
  /** What house:promotions can still pay, in units of 1e-8. */
  fund(): bigint;
}

/** A step of the fee schedule; volumes in units of 1e-8 of the quote asset. */
export interface FeeStep {
  readonly tier: number;
  readonly volume: bigint;
  readonly makerPpm: number;
  readonly takerPpm: number;
}

/** What rewards need of the server, beside the engine and the database. */
export interface RewardsOptions {
  /** What the seven slots pay, as it is published, in units of 1e-8. */
  amounts(now: number): readonly number[];
  /** The rates of the levels of invitations, and how long they wait; published too. */
  invitation(now: number): { readonly ratesPpm: readonly number[]; readonly waitDays: number };
  verified(userId: number): Promise<'none' | 'junior' | 'senior'>;
  /** Whether the law of the person's country allows rewards. */
  isOffered(userId: number): Promise<boolean>;
  readonly feeTiers: {
    readonly tiers: readonly FeeStep[];
    readonly days: number;
    tierOf(volume: bigint): FeeStep;
    /** What somebody has traded in USDT, from..before in milliseconds. */
    volumeOf(userId: number, realm: 'real' | 'demo', from: number, before: number): Promise<bigint>;
  };
}

/** What the handlers work with. */
export interface Parts extends RewardsOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly realm: RewardsRealm;
}
