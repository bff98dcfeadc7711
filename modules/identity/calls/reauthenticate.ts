import { Busy, InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { Parts } from '../parts.ts';
import { type UserContext, useStepUp } from '../step-up/changes.ts';
import { checkPassword } from './tries.ts';

/** What a call that asks for it takes; which of the two counts depends on the account. */
export interface Reauthentication {
  readonly password?: string | undefined;
  readonly stepUp?: string | undefined;
}

/** See `Identity.reauthenticate`. Throws HashingBusy when too many wait. */
export async function reauthenticate(
  parts: Parts,
  action: string,
  input: Reauthentication,
  context: UserContext,
): Promise<Busy | InvalidInput | Refusal<'passwordWrong' | 'stepUpNeeded' | 'stepUpWrong'> | null> {
  const { userId } = context.actor;
  const person = await parts.people.byId(userId);
  if (person === null) throw new Error(`Session ${context.actor.sessionId} belongs to no person`);
  if (person.passwordHash === null) return null;
  const { totps, passkeys } = await parts.factors.of(userId);
  if (totps.length + passkeys.length > 0) return useStepUp(parts, context, action, input);
  const { password } = input;
  if (password === undefined) return new InvalidInput({ password: ['required'] });
  const tries = { key: parts.codes.accountKey(`user ${userId}`), shared: null };
  const proved = await checkPassword(parts, tries, person, password, context);
  // An account locked until it gives a code is unlocked by resetting the password.
  return proved === null || proved instanceof Busy ? proved : refuse('passwordWrong');
}
