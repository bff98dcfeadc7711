import type { Busy, InvalidInput, Refusal } from '@assay/core/schema/outcome';
import type { Database } from '@assay/platform/db/database';
import { migrationSets } from '@assay/platform/db/migrate';
import type { Actor, Authenticator, CallContext } from '@assay/platform/http/context';
import type { Limits } from '@assay/platform/http/limits';
import type { Messages } from '@assay/platform/http/messages';
import { type CallSet, callSet } from '@assay/platform/http/route';
import type { Log } from '@assay/platform/log';
import type { Mailer } from '@assay/platform/mail/mailer';
import { proveAgain } from './calls/again.ts';
import { identityCalls, orBusy } from './calls.ts';
import { Codes } from './codes.ts';
import english from './messages/en.json' with { type: 'json' };
import type { Funds, PasswordReset, VirtualAccounts } from './parts.ts';
import { Passwords } from './passwords.ts';
import { calls } from './schema.ts';
import { Sessions } from './sessions.ts';
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
  /** Somebody delivers, or reads in the outbox, what is sent to phones. */
  readonly phoneAvailable: boolean;
  readonly siteName: string;
  readonly log: Log;
}

export interface Identity {
  readonly calls: CallSet;
  readonly authenticator: Authenticator;
  /**
   * Null when whoever holds the session has shown by the password that they are the person: for
   * what a stolen session alone must not do (ASVS 5.0 §7.5.1). A visitor has no password and is
   * always let through. Tries are counted and locked as in `updatePassword`.
   */
  proveAgain(
    password: string | undefined,
    context: CallContext & { readonly actor: Actor },
  ): Promise<Busy | InvalidInput | Refusal<'passwordWrong'> | null>;
  /**
   * Calls the listener when a forgotten password was set anew and every session has ended: to end
   * what else may have been made by somebody who should not. It says how many keys of programs it
   * has revoked, which the person is told; when it throws, so does the call.
   */
  onPasswordReset(listener: PasswordReset): void;
  /** Which of these people are visitors without a session: nobody can enter their account again. */
  abandoned(userIds: readonly number[], now: number): Promise<number[]>;
  /** Registered people and the countries they are from, counted. */
  figures(): Promise<{ people: number; countries: number }>;
  /** Writes down when sessions were last used: every half minute, and before the end. */
  writeSeen(): Promise<void>;
  /** Removes codes, failures and sessions that cannot matter any more: every hour. */
  forgetOld(now: number): Promise<void>;
}

/** Codes and failures are looked at for a day at most. */
const KEEP_PROOFS_MS = 2 * 24 * 60 * 60 * 1000;

export const identityMigrations = () => migrationSets(import.meta.url, 'identity');

/** Puts the module together. Throws when its key file is damaged. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const key = readOrMakeKey(options.dataDir, 'identity.key');
  options.messages.add({ en: english });
  const people = new People(options.database);
  const proofs = new Proofs(options.database);
  const sessionStore = new SessionStore(options.database);
  const sessions = new Sessions(sessionStore, options.log);
  const passwords = new Passwords(key);
  await passwords.prepare();
  const codes = new Codes(proofs, key, options.limits);
  const onReset: PasswordReset[] = [];
  const parts = { ...options, people, proofs, sessions, passwords, codes, onReset };
  return {
    calls: callSet(calls, identityCalls(parts)),
    authenticator: sessions,
    onPasswordReset: (listener) => void onReset.push(listener),
    proveAgain: (password, context) => orBusy(proveAgain(parts, password, context)),
    abandoned: (userIds, now) => sessionStore.abandoned(userIds, now),
    figures: () => people.figures(),
    writeSeen: () => sessions.writeSeen(),
    forgetOld: async (now) => {
      await proofs.forgetBefore(now - KEEP_PROOFS_MS);
      await sessions.forgetOld(now);
    },
  };
}
