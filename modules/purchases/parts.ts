import type { Refusal } from '@assay/core/schema/outcome';
import type { CommandName } from '@assay/core/schema/registry';
import type { OfBanks } from '@assay/modules/wallet';
import type { Database } from '@assay/platform/db/database';
import type { Command, Reply } from '@assay/platform/engine/command';
import type { Files } from '@assay/platform/files/files';
import type { Actor, CallContext, StaffContext } from '@assay/platform/http/context';
import type { Decoder } from '@assay/platform/images/decoder';
import type { Currency, Rate } from './rules.ts';

/** The engine of the real realm. */
export interface PurchasesRealm {
  submit<T extends CommandName>(command: Command<T>): Promise<Reply<T>>;
  /** Whether the bank money is an asset of the realm; makes it one when it is not. */
  list(currency: Currency): Promise<void>;
  /** What the house has for purchases and holds for none, in units of 1e-8. */
  available(): bigint;
  /** The same of a bank money, which withdrawals to banks are paid out of. */
  money(currency: Currency): bigint;
}

/** What purchases need of the server, beside the engine and the database. */
export interface PurchasesOptions {
  readonly files: Pick<Files, 'add' | 'read' | 'shred' | 'keepUntil'> & Files;
  /** For what strangers send, and for what staff look at. */
  readonly decoder: Decoder;
  readonly marker: Decoder;
  /** The published rate of a currency; null: there is none. */
  rate(currency: Currency, now: number): Rate | null;
  /** What the house adds to it, and how long an order waits to be paid; both are published. */
  marginPpm(now: number): number;
  /** What it takes off it for a withdrawal to a bank; published too. */
  spreadPpm(now: number): number;
  hours(now: number): number;
  /** The version of the rules of withdrawals that is pinned now. */
  rulesVersion(now: number): number;
  verified(userId: number): Promise<'none' | 'junior' | 'senior'>;
  hasReadRules(userId: number): Promise<boolean>;
  /** The name that a person has proved; null: none is proved. */
  nameOf(userId: number): Promise<string | null>;
  /** Withdrawals that a bank carries. */
  readonly ofBanks: OfBanks;
  /** Begins a conversation of this person with support. */
  openTicket(
    text: string,
    context: UserContext,
  ): Promise<{ readonly ticketId: number } | Refusal<'tooManyOpen'>>;
  /** A person's data for staff, masked. */
  customer(userId: number): Promise<{
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly country: string;
    readonly createdAt: number;
  }>;
  /** Adds to the record of what staff do. */
  record(
    context: StaffContext,
    entry: { action: string; subject?: string; detail?: Readonly<Record<string, unknown>> },
  ): Promise<void>;
  /** Whether the table of approvals asks for two people. */
  needsTwo(type: string, body: object): boolean;
  /** The human being behind an account of staff. */
  personOf(operatorId: number): Promise<number | null>;
  /** Whether one person may play two: only in a trial. */
  samePersonAllowed(): boolean;
}

/** What the handlers work with. */
export interface Parts extends PurchasesOptions {
  readonly database: Pick<Database, 'pool'>;
  readonly realm: PurchasesRealm;
}

export type UserContext = CallContext & { readonly actor: Actor };
