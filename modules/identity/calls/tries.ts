import { Busy, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { CallContext } from '@assay/platform/http/context';
import { networkOf } from '@assay/platform/http/limits';
import type { Parts } from '../parts.ts';
import { type LoginLockRule, loginLock, loginLockOf, strangersLock } from '../rules/index.ts';
import type { Person } from '../store/people.ts';

/** How often a try is repeated when it collides with another one of the same account. */
const ATTEMPTS_MAX = 4;

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
  // A try that cannot be checked now is not counted as a failure.
  parts.passwords.refuseIfFull(network);
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
export async function countTry(
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
