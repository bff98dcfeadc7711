import type { Realm } from '@assay/core/ledger/realm';
import type { FeeTier } from '@assay/core/order/fee-tier';
import type { Rates } from '@assay/core/order/order';
import type { CommandName } from '@assay/core/schema/registry';
import type { Database } from '@assay/platform/db/database';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Signed } from './rules.ts';
import type { TaskKind } from './schema/tasks.ts';
import type { VouchersMachine } from './vouchers/machine.ts';

/** The engine of the real realm. */
export interface RewardsRealm {
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  lastOf(userId: number): Signed | undefined;
  /** How many people have signed in for a calendar day of theirs from this one on. */
  signedSince(day: number): number;
  /** What house:promotions can still pay, in units of 1e-8. */
  fund(): bigint;
  /** What is set aside for vouchers. */
  escrow(): bigint;
  vouchers(): Pick<
    VouchersMachine,
    'tasks' | 'vouchersOf' | 'openVouchers' | 'hasTaken' | 'paidOf' | 'openOf'
  >;
  /** Ends what an account of trial funds has open, as its owner would: at the next ticks. */
  closeContracts(owner: number): Promise<void>;
  /** The last command before an instant; null while later ones may still not be durable. */
  lastBefore(at: number): Promise<number | null>;
}

/** What has set somebody's rates on a day; the volume in units of 1e-8. */
export interface FeeCutView extends Rates {
  readonly day: number;
  readonly tier: number;
  readonly volume: string;
}

/** The fee schedule, and where somebody is in it. */
export interface FeeTierParts {
  /** How many whole days count. */
  readonly days: number;
  /** As it is published for an instant. */
  schedule(at: number): readonly FeeTier[];
  /** What of somebody's trades counts, in units of 1e-8 USDT, from..before in milliseconds. */
  volumeOf(userId: number, realm: Realm, from: number, before: number): Promise<bigint>;
  /** The rates that the engine has for somebody; undefined: what each market says. */
  ratesOf(userId: number, realm: Realm): Rates | undefined;
  /** The last cuts that have set them, the latest first. */
  cutsOf(userId: number, realm: Realm): Promise<readonly FeeCutView[]>;
}

/** What somebody's trades of a UTC day cost, in units of 1e-8 USDT. */
export interface FeesOfDay {
  readonly userId: number;
  readonly day: number;
  readonly fees: bigint;
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
  /** Whether options are sold to the person: trial funds are given to nobody else. */
  areOptionsOffered(userId: number): Promise<boolean>;
  /** The same of contracts. */
  areContractsOffered(userId: number): Promise<boolean>;
  /** Whether somebody has done what a task asks for. */
  isDone(kind: TaskKind, userId: number): Promise<boolean>;
  /** The fees of some people on each UTC day from..before, in the order of days. */
  feesByDay(users: readonly number[], from: number, before: number): Promise<readonly FeesOfDay[]>;
  readonly feeTiers: FeeTierParts;
}

/** What the handlers work with. */
export interface Parts extends RewardsOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly realm: RewardsRealm;
}
