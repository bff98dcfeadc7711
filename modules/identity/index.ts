import type { Busy, InvalidInput, Refusal } from '@assay/core/schema/outcome';
import { DAY } from '@assay/core/time';
import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Actor, Authenticator, CallContext } from '@assay/platform/http/context';
import type { Limits } from '@assay/platform/http/limits';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Log } from '@assay/platform/log';
import type { Mailer } from '@assay/platform/mail/mailer';
import { identityCalls, orBusy } from './calls/index.ts';
import { reauthenticate } from './calls/reauthenticate.ts';
import { Codes } from './codes.ts';
import { DEVICE_LIFE_MS, Devices } from './devices.ts';
import english from './messages/en.json' with { type: 'json' };
import type { Funds, PasswordReset, VirtualAccounts } from './parts.ts';
import { Passwords } from './passwords.ts';
import { calls } from './schema.ts';
import { Sessions } from './sessions.ts';
import { DeviceStore } from './store/devices.ts';
import { readOrMakeKey } from './store/key-file.ts';
import { People } from './store/people.ts';
import { Proofs } from './store/proofs.ts';
import { SessionStore } from './store/sessions.ts';

export type { Funds, PasswordReset, VirtualAccounts } from './parts.ts';
export { readOrMakeKey } from './store/key-file.ts';

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
  readonly log: Log;
}

export interface Identity {
  readonly calls: CallSet;
  readonly authenticator: Authenticator;
  /**
   * Checks the password again, before actions that a stolen session alone must not allow (ASVS 5.0
   * §7.5.1); null when it is right. A visitor has no password and always passes. Tries are counted
   * and locked as in `updatePassword`.
   */
  reauthenticate(
    password: string | undefined,
    context: CallContext & { readonly actor: Actor },
  ): Promise<Busy | InvalidInput | Refusal<'passwordWrong'> | null>;
  /**
   * Calls the listener when a forgotten password was reset and every session has ended, to revoke
   * what else an intruder may have made. It returns how many API keys it has revoked, which the
   * message to the person says; when it throws, so does the call.
   */
  onPasswordReset(listener: PasswordReset): void;
  /** Those of these people who are visitors without a session: their accounts are unreachable. */
  abandoned(userIds: readonly number[], now: number): Promise<number[]>;
  /**
   * Ends the sessions of visitors who have not been able to enter their account for a day, so that
   * nobody can be one of them again, and returns at most `limit` of them. They are returned again
   * until `visitorsEnded` was called with them.
   */
  loseVisitors(now: number, limit: number): Promise<number[]>;
  visitorsEnded(userIds: readonly number[], now: number): Promise<void>;
  /** The numbers of registered people and of their countries. */
  figures(): Promise<{ people: number; countries: number }>;
  /** Stores when sessions were last used: every half minute, and when the server stops. */
  writeSeen(): Promise<void>;
  /** Removes codes, failures and sessions that no longer matter: every hour. */
  forgetOld(now: number): Promise<void>;
}

/** The file of the key below DATA_DIR: where it is, there was an installation. */
export const KEY_FILE = 'identity.key';

/**
 * A visitor is lost when the last session has been dead for so long: far longer than the last use
 * of a session waits until it is stored.
 */
const LOST_AFTER_MS = DAY;
/** Codes and failures count for a day at most. */
const KEEP_PROOFS_MS = 2 * 24 * 60 * 60 * 1000;

export const identityMigrations = () =>
  migrationSets(import.meta.url, 'identity', {
    shared: {
      person: ['insert', 'update', 'delete'],
      session: ['insert', 'update', 'delete'],
      verification_code: ['insert', 'update', 'delete'],
      login_failure: ['insert', 'update', 'delete'],
      known_device: ['insert', 'update', 'delete'],
    },
  });

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
  const onReset: PasswordReset[] = [];
  const parts = { ...options, people, proofs, sessions, passwords, codes, devices, onReset };
  return {
    calls: callSet(calls, identityCalls(parts)),
    authenticator: sessions,
    onPasswordReset: (listener) => void onReset.push(listener),
    reauthenticate: (password, context) => orBusy(reauthenticate(parts, password, context)),
    abandoned: (userIds, now) => sessionStore.abandoned(userIds, now),
    loseVisitors: async (now, limit) => {
      const lost = await sessionStore.lostVisitors(now - LOST_AFTER_MS, limit);
      const open = lost.flatMap(({ sessionIds }) => sessionIds);
      await sessions.end(open, now);
      return lost.map(({ userId }) => userId);
    },
    visitorsEnded: (userIds, now) => people.endVisitors(userIds, now),
    figures: () => people.figures(),
    writeSeen: () => sessions.writeSeen(),
    forgetOld: async (now) => {
      await proofs.forgetBefore(now - KEEP_PROOFS_MS);
      await deviceStore.forgetBefore(now - DEVICE_LIFE_MS);
      await sessions.forgetOld(now);
    },
  };
}
