import type { PersonalRecords } from '@assay/core/personal-records';
import type { Busy, InvalidInput, Refusal } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Client, Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import { Passkeys } from '@assay/platform/factors/passkeys';
import { ownSite } from '@assay/platform/factors/site';
import { Totps } from '@assay/platform/factors/totp';
import type { Authenticator } from '@assay/platform/http/context';
import type { Limits } from '@assay/platform/http/limits';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Log } from '@assay/platform/log';
import type { Mailer } from '@assay/platform/mail/mailer';
import { accountsOf, note } from './account.ts';
import { identityCalls, orBusy } from './calls/index.ts';
import { type Reauthentication, reauthenticate } from './calls/reauthenticate.ts';
import { type StaffFreeze, staffFreezes } from './calls/restrictions.ts';
import { checkTradePassword } from './calls/trade-password.ts';
import { closeAccounts } from './closing.ts';
import { Codes } from './codes.ts';
import { type Customer, customersOf } from './customers.ts';
import { DEVICE_LIFE_MS, Devices } from './devices.ts';
import { RecoveryCodes } from './factors/recovery.ts';
import { type EventListener, History, type Origin } from './history.ts';
import english from './messages/en.json' with { type: 'json' };
import type { AccountTaken, Funds, Parts, PasswordReset, VirtualAccounts } from './parts.ts';
import { Passwords } from './passwords.ts';
import { type AfterLoss, afterLoss } from './restrictions/given-up.ts';
import { NotMeLinks } from './restrictions/links.ts';
import type { DoneByTwo } from './restrictions/lost-factors.ts';
import { Verified } from './restrictions/verified.ts';
import {
  type WithdrawalLimit,
  type WithdrawalStop,
  Withdrawals,
} from './restrictions/withdrawals.ts';
import { type ApiKeyEvent, calls } from './schema/index.ts';
import { Sessions } from './sessions.ts';
import { Challenges } from './step-up/challenges.ts';
import { noteApiKey } from './step-up/changes.ts';
import { guard, type StepUpInput, type UserContext } from './step-up/guard.ts';
import { proveTrade } from './step-up/trades.ts';
import { ChallengeStore } from './store/challenges.ts';
import { ClosingStore } from './store/closing.ts';
import { type DailyPeople, readDailyPeople } from './store/daily.ts';
import { DeviceStore } from './store/devices.ts';
import { EventStore, type Habits } from './store/events.ts';
import { PersonFactors } from './store/factors.ts';
import { countSharedNetworks, type Invited, readInvited } from './store/invitations.ts';
import { readOrMakeKey } from './store/key-file.ts';
import { People } from './store/people.ts';
import { Proofs } from './store/proofs.ts';
import { type Restriction, RestrictionStore } from './store/restrictions.ts';
import { SecurityStore } from './store/security.ts';
import { type SessionRow, SessionStore } from './store/sessions.ts';
import { WalletStore } from './store/wallets.ts';

export type { AccountEvent } from './history.ts';
export type { AccountTaken, Funds, PasswordReset, VirtualAccounts } from './parts.ts';
export { placeOf } from './places.ts';
export { CountryPolicy, type Policy } from './policy/index.ts';
export { readOrMakeKey } from './store/key-file.ts';
export type { Restriction } from './store/restrictions.ts';

export interface IdentityOptions {
  readonly database: Pick<Database, 'pool'>;
  /** The folder for the key that passwords are hashed with. */
  readonly dataDir: string;
  readonly mailer: Mailer;
  readonly messages: Messages;
  readonly limits: Limits;
  readonly virtualAccounts: VirtualAccounts;
  readonly funds: Funds;
  /** REGISTRATION=invitation: nobody registers without an invitation code. */
  readonly invitationRequired: boolean;
  /** Messages to phones are delivered, or read in the outbox. */
  readonly phoneAvailable: boolean;
  readonly siteName: string;
  /** The address that people type; empty: this machine. */
  readonly publicUrl: string;
  readonly port: number;
  readonly log: Log;
}

/** A session, without its secrets. */
export type OpenSession = Pick<
  SessionRow,
  'sessionId' | 'realm' | 'ip' | 'userAgent' | 'createdAt' | 'lastSeenAt'
>;

export interface Identity extends DoneByTwo, AfterLoss {
  readonly calls: CallSet;
  readonly authenticator: Authenticator;
  /**
   * Before actions that a stolen session alone must not allow (ASVS 5.0 §7.5.1): an account with a
   * second factor uses up the step-up of the exact action, another one gives its password again,
   * whose tries are counted and locked as in `updatePassword`. Null when the action may go on. A
   * visitor has neither and always passes.
   */
  reauthenticate(
    action: string,
    input: Reauthentication,
    context: UserContext,
  ): Promise<
    Busy | InvalidInput | Refusal<'passwordWrong' | 'stepUpNeeded' | 'stepUpWrong'> | null
  >;
  /**
   * Uses up the step-up of the exact action: the call's name and its input. Null when the action
   * may go on.
   */
  stepUp(
    action: string,
    input: StepUpInput,
    context: UserContext,
  ): Promise<Refusal<'accountNeeded' | 'stepUpNeeded' | 'stepUpWrong'> | null>;
  /**
   * Before a trade of a session: where the person has chosen so, the step-up of exactly this call,
   * input and command id (decision 0041). Null at once, without a read, where they have not.
   */
  proveTrade(
    action: string,
    input: StepUpInput,
    context: UserContext,
  ): Promise<Refusal<'stepUpNeeded' | 'stepUpWrong'> | null> | null;
  /** Compares the trade password, counting wrong ones; null when it is right. */
  checkTradePassword(
    pin: string,
    context: UserContext,
  ): Promise<
    Busy | Refusal<'tradePasswordNeeded' | 'tradePasswordWrong' | 'tradePasswordLocked'> | null
  >;
  /** Whether the person has set a trade password. */
  hasTradePassword(userId: number): Promise<boolean>;
  /** Whether the person has an authenticator app or a passkey. */
  hasSecondFactor(userId: number): Promise<boolean>;
  /**
   * What keeps a person from withdrawing now, each with its reason and its end: what limits their
   * account, and a stop of everybody's withdrawals. Whoever lets money out asks this first.
   */
  withdrawalLimits(userId: number, now: number): Promise<WithdrawalLimit[]>;
  /** When a person logs in, since then; the hours are those of log-ins before `hoursBefore`. */
  habits(userId: number, since: number, hoursBefore: number): Promise<Habits>;
  /** Tells from where a stop of everybody's withdrawals is known. */
  withdrawalsStoppedBy(stop: (now: number) => WithdrawalStop | null): void;
  /** Everything that limits a person now. */
  restrictionsOf(userId: number, now: number): Promise<Restriction[]>;
  /**
   * For staff, who record it: withdrawals stop until then, perhaps in a transaction of theirs.
   * False when such a freeze stands already. `noteStaffFreeze` tells the person.
   */
  placeStaffFreeze(
    userId: number,
    freeze: StaffFreeze,
    now: number,
    client?: Pick<Client, 'query'>,
  ): Promise<boolean>;
  noteStaffFreeze(userId: number, freeze: StaffFreeze, now: number): Promise<void>;
  /** Whether staff have frozen this account since then, whatever became of it. */
  frozenByStaffSince(userId: number, since: number): Promise<boolean>;
  /** Lifts what staff have placed and nothing else: a lock of the person's own stays. */
  liftStaffFreeze(userId: number, now: number): Promise<number>;
  /** A person's open sessions, the latest first. */
  sessionsOf(userId: number, now: number): Promise<OpenSession[]>;
  /** For staff, who record it: ends one of them, or all. Returns how many ended. */
  endSessionsByStaff(
    userId: number,
    which: { readonly sessionId?: string | undefined; readonly reason: string },
    now: number,
  ): Promise<number>;
  /** A registered person as staff may come to see them; null for visitors and for nobody. */
  customer(userId: number): Promise<Customer | null>;
  /** Whose number, e-mail address or phone number this is, written in full; null for nobody's. */
  findCustomer(account: string): Promise<number | null>;
  /** For staff, who record it: the person sees in their log which of their data was seen. */
  noteUnmasked(userId: number, detail: string, now: number): Promise<void>;
  /** Whether a person can be written to by e-mail. */
  hasEmail(userId: number): Promise<boolean>;
  /**
   * Sends a text of the catalogues by e-mail, with the word that the person has set; nothing goes
   * out without an address.
   */
  write(userId: number, key: string, details: Readonly<Record<string, string>>): Promise<void>;
  /** Adds what another module keeps about a person: to the download and to what is erased. */
  addPersonalRecords(name: string, data: PersonalRecords): void;
  /** Closes and erases accounts whose owners asked for it, as far as law lets it: every hour. */
  closeAccounts(now: number, signal: AbortSignal): Promise<void>;
  /** Calls the listener after each entry of the account log. */
  onEvent(listener: EventListener): void;
  /**
   * Calls the listener when a forgotten password was reset and every session has ended, to revoke
   * what else an intruder may have made. It returns how many API keys it has revoked, which the
   * message to the person says; when it throws, so does the call.
   */
  onPasswordReset(listener: PasswordReset): void;
  /**
   * Calls the listener when every session has ended because an account may be in wrong hands: by
   * the link "this was not me", or when staff removed the factors that were said to be lost.
   */
  onAccountTaken(listener: AccountTaken): void;
  /**
   * What became of an API key, as of any change of security: in the account log, by message and by
   * mail. Of a visitor's, who has nothing to secure, nothing is written.
   */
  noteApiKey(userId: number, kind: ApiKeyEvent, label: string, context: Origin): Promise<void>;
  /** Those of these people who are visitors without a session: their accounts are unreachable. */
  abandoned(userIds: readonly number[], now: number): Promise<number[]>;
  /**
   * Ends the sessions of visitors who have not been able to enter their account for a day, so that
   * nobody can be one of them again, and returns at most `limit` of them. They are returned again
   * until `visitorsEnded` was called with them.
   */
  loseVisitors(now: number, limit: number): Promise<number[]>;
  visitorsEnded(userIds: readonly number[], now: number): Promise<void>;
  /** People who were invited, with numbers above this one, in their order. */
  invited(after: number, limit: number): Promise<Invited[]>;
  /** A person's own invitation code; empty for nobody's. */
  invitationCodeOf(userId: number): Promise<string>;
  /** For each pair of people, how many networks both have had sessions in since then. */
  sharedNetworks(
    pairs: readonly (readonly [number, number])[],
    since: number,
  ): Promise<readonly number[]>;
  /** The country given at registration; empty for visitors. */
  countryOf(userId: number): Promise<string>;
  /** Whether it is the account of somebody who is registered, and is not closed. */
  isOpen(userId: number): Promise<boolean>;
  /** The numbers of registered people and of their countries. */
  figures(): Promise<{ people: number; countries: number }>;
  /** Who registered from an instant on, and who last used a session from `seenFrom` on, by day. */
  dailyPeople(from: number, seenFrom: number): Promise<DailyPeople[]>;
  /** Stores when sessions were last used: every half minute, and when the server stops. */
  writeSeen(): Promise<void>;
  /** Removes codes, failures and sessions that no longer matter: every hour. */
  forgetOld(now: number): Promise<void>;
}

/** Long enough to tell what somebody was asked. */
const KEEP_CHALLENGES_MS = DAY;
/** The file of the key below DATA_DIR: where it is, there was an installation. */
export const KEY_FILE = 'identity.key';
/**
 * A visitor is lost when the last session has been dead for so long: far longer than the last use
 * of a session waits until it is stored.
 */
const LOST_AFTER_MS = DAY;
/** Codes and failures count for a day at most. */
const KEEP_PROOFS_MS = 2 * DAY;

export const identityMigrations = () =>
  migrationSets(import.meta.url, 'identity', {
    shared: {
      person: ['insert', 'update', 'delete'],
      session: ['insert', 'update', 'delete'],
      verification_code: ['insert', 'update', 'delete'],
      login_failure: ['insert', 'update', 'delete'],
      known_device: ['insert', 'update', 'delete'],
      challenge: ['insert', 'update', 'delete'],
      totp: ['insert', 'update', 'delete'],
      passkey: ['insert', 'update', 'delete'],
      recovery_code: ['insert', 'update', 'delete'],
      security_answer: ['insert', 'update', 'delete'],
      // Nobody removes a restriction, and of one only the lifting can be written.
      restriction: ['insert', 'update'],
      // Only those of accounts that are erased can be removed.
      account_event: ['insert', 'delete'],
      wallet: ['insert', 'update', 'delete'],
      former_address: ['insert', 'update', 'delete'],
    },
  });

/** See `Identity.write`. */
async function write(
  parts: Parts,
  userId: number,
  key: string,
  details: Readonly<Record<string, string>>,
): Promise<void> {
  const person = await parts.people.byId(userId);
  const email =
    person === null ? undefined : accountsOf(person).find(({ kind }) => kind === 'email');
  if (person === null || email === undefined) return;
  note(parts, email, person, key, details);
}

/** What somebody has set to prove who they are. */
function meansOf(
  parts: Parts,
): Pick<Identity, 'hasTradePassword' | 'hasSecondFactor' | 'habits' | 'noteApiKey'> {
  const { security, factors, history } = parts;
  return {
    noteApiKey: (...changed) => noteApiKey(parts, ...changed),
    habits: (userId, since, hoursBefore) => history.habits(userId, since, hoursBefore),
    hasTradePassword: async (userId) => (await security.tradeTries(userId)).isSet,
    hasSecondFactor: async (userId) => {
      const { totps, passkeys } = await factors.of(userId);
      return totps.length + passkeys.length > 0;
    },
  };
}

/** Visitors who cannot come back. */
function lostVisitors(
  store: SessionStore,
  { sessions, people }: Parts,
): Pick<Identity, 'abandoned' | 'loseVisitors' | 'visitorsEnded'> {
  return {
    abandoned: (userIds, now) => store.abandoned(userIds, now),
    loseVisitors: async (now, limit) => {
      const lost = await store.lostVisitors(now - LOST_AFTER_MS, limit);
      const open = lost.flatMap(({ sessionIds }) => sessionIds);
      await sessions.end(open, now);
      return lost.map(({ userId }) => userId);
    },
    visitorsEnded: (userIds, now) => people.endVisitors(userIds, now),
  };
}

/** What runs when all sessions of somebody end. */
function endings() {
  const [onReset, onTaken]: [PasswordReset[], AccountTaken[]] = [[], []];
  return {
    ...{ onReset, onTaken },
    onPasswordReset: (listener: PasswordReset) => void onReset.push(listener),
    onAccountTaken: (listener: AccountTaken) => void onTaken.push(listener),
  };
}

/** Assembles the module. Throws when its key file is damaged, or missing beside accounts. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  options.messages.add({ en: english });
  const people = new People(options.database);
  const key = await readOrMakeKey(options.dataDir, KEY_FILE, () => people.havePasswords());
  const proofs = new Proofs(options.database);
  const sessionStore = new SessionStore(options.database);
  const sessions = new Sessions(sessionStore, options.log);
  const passwords = new Passwords(key);
  await passwords.prepare();
  const deviceStore = new DeviceStore(options.database);
  const devices = new Devices(deviceStore, key);
  const codes = new Codes(proofs, devices, key, options.limits);
  const { onReset, onTaken, onPasswordReset, onAccountTaken } = endings();
  const personalRecords = new Map<string, PersonalRecords>();
  const site = ownSite(options.publicUrl, options.port, options.siteName);
  const factors = new PersonFactors(options.database);
  const restrictions = new RestrictionStore(options.database);
  const withdrawals = new Withdrawals(restrictions);
  const history = new History(new EventStore(options.database));
  const challenges = new Challenges(new ChallengeStore(options.database), devices, key);
  const parts: Parts = {
    ...options,
    ...{ people, proofs, sessions, passwords, codes, devices, onReset, personalRecords, site },
    ...{ onTaken, factors, restrictions, withdrawals, challenges, history },
    totps: new Totps(factors, key),
    passkeys: new Passkeys(factors, site, key, options.log),
    recovery: new RecoveryCodes(factors, key),
    wallets: new WalletStore(options.database),
    security: new SecurityStore(options.database),
    closing: new ClosingStore(options.database),
    links: new NotMeLinks(key, site.address),
    verified: new Verified(),
  };
  return {
    calls: callSet(calls, identityCalls(parts)),
    authenticator: sessions,
    ...{ onPasswordReset, onAccountTaken },
    onEvent: (listener) => history.onEvent(listener),
    reauthenticate: (action, input, context) =>
      orBusy(reauthenticate(parts, action, input, context)),
    stepUp: (action, input, context) => guard(parts, action, input, context),
    proveTrade: (action, input, context) => proveTrade(parts, action, input, context),
    checkTradePassword: (pin, context) =>
      orBusy(checkTradePassword(parts, context.actor.userId, pin, context)),
    ...meansOf(parts),
    restrictionsOf: (userId, now) => restrictions.standing(userId, now),
    withdrawalLimits: (userId, now) => withdrawals.limits(userId, now),
    withdrawalsStoppedBy: (stop) => withdrawals.stoppedBy(stop),
    ...staffFreezes(parts),
    ...afterLoss(parts),
    ...customersOf(people),
    hasEmail: async (userId) => (await people.byId(userId))?.email != null,
    write: (userId, key, details) => write(parts, userId, key, details),
    addPersonalRecords: (name, data) => void personalRecords.set(name, data),
    closeAccounts: (now, signal) => closeAccounts(parts, now, signal),
    ...lostVisitors(sessionStore, parts),
    invited: (after, limit) => readInvited(options.database, after, limit),
    invitationCodeOf: async (userId) => (await people.byId(userId))?.invitationCode ?? '',
    sharedNetworks: (pairs, since) => countSharedNetworks(options.database, pairs, since),
    countryOf: async (userId) => (await people.byId(userId))?.country ?? '',
    figures: () => people.figures(),
    dailyPeople: (from, seenFrom) => readDailyPeople(options.database, from, seenFrom),
    writeSeen: () => sessions.writeSeen(),
    forgetOld: async (now) => {
      await proofs.forgetBefore(now - KEEP_PROOFS_MS);
      await deviceStore.forgetBefore(now - DEVICE_LIFE_MS);
      await challenges.forgetBefore(now - KEEP_CHALLENGES_MS);
      await sessions.forgetOld(now);
    },
  };
}
