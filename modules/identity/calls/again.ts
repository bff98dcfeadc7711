import { Busy, InvalidInput, type Refusal, refuse } from '@assay/core/schema/outcome';
import type { Actor, CallContext } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import { provePassword } from './login.ts';

/** See `Identity.proveAgain`. Throws HashingBusy when too many wait. */
export async function proveAgain(
  parts: Parts,
  password: string | undefined,
  context: CallContext & { readonly actor: Actor },
): Promise<Busy | InvalidInput | Refusal<'passwordWrong'> | null> {
  const { userId } = context.actor;
  const person = await parts.people.byId(userId);
  if (person === null) throw new Error(`Session ${context.actor.sessionId} is of nobody`);
  if (person.passwordHash === null) return null;
  if (password === undefined) return new InvalidInput({ password: ['required'] });
  const proved = await provePassword(parts, `user ${userId}`, person, password, false, context);
  // The lock that asks for a code has its way out in the forgotten password.
  return proved === null || proved instanceof Busy ? proved : refuse('passwordWrong');
}
