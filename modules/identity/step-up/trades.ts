import type { Refusal } from '@assay/core/schema/outcome';
import type { Parts } from '../parts.ts';
import { type UserContext, useStepUp } from './changes.ts';
import type { StepUpInput } from './guard.ts';

type Unproved = Refusal<'stepUpNeeded' | 'stepUpWrong'>;

/** See `Identity.proveTrade`. */
export function proveTrade(
  parts: Parts,
  action: string,
  input: StepUpInput,
  context: UserContext,
): Promise<Unproved | null> | null {
  const { realm, sessionId } = context.actor;
  // Virtual money is practised with, and what is off costs no read.
  if (realm === 'demo' || parts.sessions.guardsTrade(sessionId) === false) return null;
  return checked(parts, action, input, context);
}

async function checked(
  parts: Parts,
  action: string,
  input: StepUpInput,
  context: UserContext,
): Promise<Unproved | null> {
  const { actor, commandId } = context;
  const person = await parts.people.byId(actor.userId);
  if (person?.guardTrade !== true) return null;
  if (commandId === undefined) return useStepUp(parts, context, action, input);
  // With an id the engine carries the order out once, however often the proof is shown with it.
  const chosen = commandId.slice(`${actor.userId}:${action}:`.length);
  return useStepUp(parts, context, action, { ...input, commandId: chosen }, true);
}
