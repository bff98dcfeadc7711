import { Busy, InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { CallContext, Handlers } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import { readAccount } from '../account.ts';
import { bindCookie } from '../cookies.ts';
import type { Parts } from '../parts.ts';
import { type LoginLockRule, loginLock, loginLockOf, strangersLock } from '../rules/index.ts';
import type { calls } from '../schema.ts';
import type { Person } from '../store/people.ts';
import { loginReplyOf } from './profile.ts';

type Calls = Handlers<typeof calls>;

/** How often a try is repeated when it collides with another one of the same account. */
const ATTEMPTS_MAX = 4;

export function loginCalls(parts: Parts): Pick<Calls, 'userLogin' | 'logout'> {
  return {
    userLogin: async (input, context) => {
      const account = readAccount(input);
      if (account instanceof InvalidInput) return account;
      const { value, kind } = account;
      const used = await useLoginCode(parts, value, input, context);
      if (typeof used !== 'boolean') return used;
      const person = await parts.people.byAccount(kind, value);
      const budget = await parts.devices.budgetOf(value, context);
      const shared = budget.isKnown ? null : parts.codes.accountKey(value);
      const tries = { key: budget.key, shared, unlocked: used };
      const proved = await checkPassword(parts, tries, person, input.password, context);
      if (proved !== null) return proved;
      const { userId } = person!;
      const opening = { userId, realm: 'real' as const, visitor: false };
      const { sessionId, token } = await parts.sessions.open(opening, context);
      // Setting a new password ends all sessions that exist. This one may have been opened after
      // that, by a check of the old password before it.
      const { passwordChangedAt } = (await parts.people.byId(userId))!;
      if (passwordChangedAt === person!.passwordChangedAt) {
        await parts.devices.remember(value, context, context.now);
        return loginReplyOf(parts, person!, 'real', token);
      }
      await parts.sessions.end([sessionId], context.now);
      context.setHeader('set-cookie', bindCookie.clearedLine(context.secure));
      return refuse('wrongCredentials');
    },

    logout: async (_input, context) => {
      const { sessionId } = context.actor;
      const row = await parts.sessions.live(sessionId, context.now);
      // Logging out in the virtual account also logs out of the real one.
      const ids = row?.parentId ? [sessionId, row.parentId] : [sessionId];
      await parts.sessions.end(ids, context.now);
      context.setHeader('set-cookie', bindCookie.clearedLine(context.secure));
      return {};
    },
  };
}

/** Where the tries of a password are counted. */
export interface Tries {
  /** The counter of whoever tries. */
  readonly key: Buffer;
  /** The counter of all strangers to an account, which has room for more; null for no stranger. */
  readonly shared: Buffer | null;
  /** A code has lifted the waiting times. */
  readonly unlocked?: boolean;
}

/**
 * Compares a password, counting wrong ones. The account may be unknown: then every password is
 * wrong and takes as long. Null when the password is right.
 */
export async function checkPassword(
  parts: Parts,
  { key, shared, unlocked = false }: Tries,
  person: Person | null,
  password: string,
  context: CallContext,
): Promise<Busy | Refusal<'codeNeeded' | 'wrongCredentials'> | null> {
  const network = networkOf(context.ip);
  const failures = parts.limits.row('loginFailure');
  const wait = failures.waitMs('', network, context.now);
  if (wait > 0) return new Busy(wait);
  const { now } = context;
  const locked = await countTry(parts, key, loginLock, unlocked, now);
  if (locked !== null) return locked;
  const braked = shared && (await countTry(parts, shared, strangersLock, unlocked, now));
  if (braked !== null) return braked;
  const stored = person?.passwordHash ?? null;
  if (!(await parts.passwords.verify(stored, password, network))) {
    failures.takeNetwork(network, context.now);
    return refuse('wrongCredentials');
  }
  await parts.proofs.forgetFailures(key);
  if (shared !== null) await parts.proofs.returnFailure(shared);
  if (stored !== null && parts.passwords.isOutdated(stored)) {
    const current = await parts.passwords.hash(password, network);
    await parts.people.rehash(person!.userId, stored, current);
  }
  return null;
}

/**
 * Counts a try as failed before the password is checked; a success clears all failures. Guesses
 * that arrive at once are thus counted one after the other, and no more are checked than the lock
 * allows. Null when this one may continue.
 */
async function countTry(
  parts: Parts,
  key: Buffer,
  rule: LoginLockRule,
  unlocked: boolean,
  now: number,
): Promise<Busy | Refusal<'codeNeeded'> | null> {
  for (let i = 0; i < ATTEMPTS_MAX; i++) {
    const seen = await parts.proofs.failuresOf(key);
    const lock = loginLockOf(seen, rule, now);
    if (!unlocked && lock.codeNeeded) return refuse('codeNeeded');
    if (!unlocked && lock.waitMs > 0) return new Busy(lock.waitMs);
    if (await parts.proofs.countFailure(key, seen, lock.fresh, now)) return null;
  }
  return new Busy(1000);
}

/** True when a right code was given; it is used up, whatever the password is. */
async function useLoginCode(
  parts: Parts,
  account: string,
  input: { code?: string | undefined; codeId?: string | undefined },
  context: CallContext,
): Promise<boolean | Busy | InvalidInput | Refusal<'codeWrong'>> {
  const { code, codeId } = input;
  if (code === undefined && codeId === undefined) return false;
  if (code === undefined) return new InvalidInput({ code: ['required'] });
  if (codeId === undefined) return new InvalidInput({ codeId: ['codeId'] });
  const proof = { account, purpose: 'login' as const, code, codeId };
  const right = await parts.codes.check(proof, context);
  if (right instanceof Busy) return right;
  if (!right || !(await parts.codes.use(codeId, context.now))) return refuse('codeWrong');
  return true;
}
