import { createHash } from 'node:crypto';
import type { Refusal } from '@assay/core/schema/outcome';
import type { CommandName } from '@assay/core/schema/registry';
import type { Database } from '@assay/platform/db/database';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Files } from '@assay/platform/files/files';
import type { Actor, CallContext, StaffContext } from '@assay/platform/http/context';
import type { Decoder } from '@assay/platform/images/decoder';
import type { CollateralEvidence } from './collateral-receipts.ts';
import type { CollateralMachine } from './machine/collateral-machine.ts';
import type { LoansMachine } from './machine/loans-machine.ts';

/** The engine of the real realm. */
export interface LoansRealm {
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  /** Resolves when what is decided now can be read. */
  decided(): Promise<void>;
  machine(): LoansMachine;
  /** Loans against collateral. */
  secured(): CollateralMachine;
  /** The symbol of an asset, and the number of a symbol. */
  symbol(asset: number): string;
  assetId(symbol: string): number | undefined;
  /** What the pool has and holds for no offer, in units of 1e-8. */
  available(): bigint;
  /** How much more of the asset the ledger can take in, in units of 1e-8. */
  room(): bigint;
}

/** A message to a person about a loan. */
export interface LoanNotice {
  readonly userId: number;
  readonly key: string;
  readonly details: Readonly<Record<string, string>>;
  readonly link: string;
  readonly at: number;
}

/** What loans need of the server, beside the engine and the database. */
export interface LoansOptions {
  readonly files: Files;
  /** For what strangers send, and for what staff look at. */
  readonly decoder: Decoder;
  readonly marker: Decoder;
  verified(userId: number): Promise<'none' | 'junior' | 'senior'>;
  /** Whether the law of a person's country allows loans; what is lent is paid back everywhere. */
  isOffered(userId: number): Promise<boolean>;
  /** The proof that a person has confirmed exactly these fields. */
  stepUp(
    action: 'signLoan',
    input: object,
    context: UserContext,
  ): Promise<Refusal<'accountNeeded' | 'stepUpNeeded' | 'stepUpWrong'> | null>;
  /** The version of the rules of withdrawals that is pinned now. */
  rulesVersion(now: number): number;
  /** A person's data for staff, masked. */
  customer(userId: number): Promise<{
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly country: string;
    readonly createdAt: number;
  }>;
  /** By what receipts of conversions are proved; asked once prices have started. */
  evidence(): CollateralEvidence;
  /** Adds to the record of what staff do. */
  record(
    context: StaffContext,
    entry: { action: string; subject?: string; detail?: Readonly<Record<string, unknown>> },
  ): Promise<void>;
  /** Sends a message; one that is lost changes nothing of the loan. */
  notify(notice: LoanNotice): void;
}

/** What the handlers work with. */
export interface Parts extends LoansOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly realm: LoansRealm;
}

export type UserContext = CallContext & { readonly actor: Actor };

export const sha256 = (...lines: readonly (string | number | bigint)[]): string =>
  createHash('sha256').update(lines.join('\n')).digest('hex');
