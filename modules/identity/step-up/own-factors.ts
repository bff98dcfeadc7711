import { createHash } from 'node:crypto';
import { accountOf } from '../account.ts';
import type { Parts } from '../parts.ts';
import { ownFreezes } from '../rules/security.ts';
import { actionText } from '../rules/step-up.ts';
import type { Method } from '../schema/index.ts';
import type { Challenge } from '../store/challenges.ts';
import type { Factors } from '../store/factors.ts';
import type { Person } from '../store/people.ts';

const UNFREEZE = createHash('sha256').update(actionText('unfreezeAccount', {})).digest('hex');

/**
 * When a factor must have been there to prove what is asked: to lift a freeze, before what it was
 * placed for, because a thief adds a factor of their own. Undefined: it does not matter.
 */
export async function ownUntil(
  { challenges, restrictions }: Parts,
  challenge: Challenge,
  userId: number,
): Promise<number | undefined> {
  if (!challenges.isFor(challenge, UNFREEZE)) return undefined;
  return (await restrictions.ownUntil(userId, ownFreezes)) ?? undefined;
}

/** Those that were there by then. */
export function factorsBy(factors: Factors, time: number): Factors {
  return {
    ...factors,
    totps: factors.totps.filter(({ confirmedAt }) => confirmedAt !== null && confirmedAt <= time),
    passkeys: factors.passkeys.filter(({ createdAt }) => createdAt <= time),
  };
}

/** Whether nothing of this kind was there by then; a code goes to an address that may be new. */
export async function isTooNew(
  { factors, history }: Parts,
  person: Person,
  method: Method,
  time: number | undefined,
): Promise<boolean> {
  if (time === undefined || method === 'recoveryCode') return false;
  if (method === 'code') {
    return history.happenedAfter(person.userId, `${accountOf(person)!.kind}Changed`, time);
  }
  const all = await factors.of(person.userId);
  const kind = method === 'totp' ? 'totps' : 'passkeys';
  return all[kind].length > 0 && factorsBy(all, time)[kind].length === 0;
}
