import type { Realm } from '@assay/core/ledger/realm';
import type { PersonalRecords } from '@assay/core/personal-records';
import type { Database } from '@assay/platform/db/database';
import type { AnyReply } from '@assay/platform/engine/command';
import type { Passkeys } from '@assay/platform/factors/passkeys';
import type { OwnSite } from '@assay/platform/factors/site';
import type { Totps } from '@assay/platform/factors/totp';
import type { Limits } from '@assay/platform/http/limits';
import type { Messages } from '@assay/platform/http/messages';
import type { Mailer } from '@assay/platform/mail/mailer';
import type { Codes } from './codes.ts';
import type { Devices } from './devices.ts';
import type { RecoveryCodes } from './factors/recovery.ts';
import type { History } from './history.ts';
import type { Passwords } from './passwords.ts';
import type { NotMeLinks } from './restrictions/links.ts';
import type { Verified } from './restrictions/verified.ts';
import type { Withdrawals } from './restrictions/withdrawals.ts';
import type { Sessions } from './sessions.ts';
import type { Challenges } from './step-up/challenges.ts';
import type { ClosingStore } from './store/closing.ts';
import type { PersonFactors } from './store/factors.ts';
import type { People } from './store/people.ts';
import type { Proofs } from './store/proofs.ts';
import type { RestrictionStore } from './store/restrictions.ts';
import type { SecurityStore } from './store/security.ts';
import type { WalletStore } from './store/wallets.ts';

/** What identity needs from the demo engine; the server implements it. */
export interface VirtualAccounts {
  /**
   * Opens the virtual account of a user unless it is open already. False, with nothing opened, when
   * the realm's virtual money is used up.
   */
  open(userId: number): Promise<boolean>;
  /** Takes everything back from an account that nobody can enter again; once or many times. */
  end(userId: number): Promise<void>;
  /** Restores the first balance. Refusals: `notOpen`, `noRoom`. */
  reset(userId: number, commandId?: string): Promise<AnyReply>;
}

/** What identity needs from the ledger: the balance shown beside the name. */
export interface Funds {
  /** Available USDT, as a decimal. */
  usdt(userId: number, realm: Realm): string | Promise<string>;
  /**
   * Whether the account of the real realm holds nothing, of no asset, and nothing that is open
   * would still bring or cost it something: what is in escrow is no balance.
   */
  isEmpty(userId: number): boolean | Promise<boolean>;
}

/** Runs after a password was reset by a code; returns how many API keys it has revoked. */
export type PasswordReset = (userId: number, now: number) => Promise<number>;

/** Why a person's account is taken for one that somebody else has used. */
export type TakenWhy = 'notMe' | 'factorsRemoved';

/** Runs when every session of such an account has ended, to end what else acts for it. */
export type AccountTaken = (userId: number, why: TakenWhy, now: number) => Promise<void>;

/** What the handlers work with. */
export interface Parts {
  readonly database: Pick<Database, 'pool'>;
  readonly people: People;
  readonly proofs: Proofs;
  readonly codes: Codes;
  readonly devices: Devices;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly factors: PersonFactors;
  readonly totps: Totps;
  readonly passkeys: Passkeys;
  readonly recovery: RecoveryCodes;
  readonly wallets: WalletStore;
  readonly challenges: Challenges;
  readonly restrictions: RestrictionStore;
  readonly withdrawals: Withdrawals;
  readonly security: SecurityStore;
  readonly history: History;
  readonly links: NotMeLinks;
  readonly site: OwnSite;
  readonly personalRecords: ReadonlyMap<string, PersonalRecords>;
  readonly closing: ClosingStore;
  readonly mailer: Mailer;
  readonly messages: Messages;
  readonly limits: Limits;
  readonly virtualAccounts: VirtualAccounts;
  readonly funds: Funds;
  readonly onReset: readonly PasswordReset[];
  readonly onTaken: readonly AccountTaken[];
  readonly verified: Verified;
  readonly invitationRequired: boolean;
  readonly phoneAvailable: boolean;
  readonly siteName: string;
}
