import { Busy, InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { Actor, CallContext } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { checkPassword } from './login.ts';

/** See `Identity.reauthenticate`. Throws HashingBusy when too many wait. */
export async function reauthenticate(
  parts: Parts,
  password: string | undefined,
  context: CallContext & { readonly actor: Actor },
): Promise<Busy | InvalidInput | Refusal<'passwordWrong'> | null> {
  const { userId } = context.actor;
  const person = await parts.people.byId(userId);
  if (person === null) throw new Error(`Session ${context.actor.sessionId} belongs to no person`);
  if (person.passwordHash === null) return null;
  if (password === undefined) return new InvalidInput({ password: ['required'] });
  const tries = { key: parts.codes.accountKey(`user ${userId}`), shared: null };
  const proved = await checkPassword(parts, tries, person, password, context);
  // An account locked until it gives a code is unlocked by resetting the password.
  return proved === null || proved instanceof Busy ? proved : refuse('passwordWrong');
}
