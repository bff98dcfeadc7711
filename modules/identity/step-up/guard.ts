import type { Refusal } from '@assay/core/schema/outcome';
import type { Parts } from '../parts.ts';
import { personOf, type UserContext, useStepUp } from './changes.ts';

export type { UserContext } from './changes.ts';

/** What an action is about: people choose whether trading needs a step-up; the others always do. */
export type Guarded = 'trade' | 'funds' | 'security';

export interface StepUpInput {
  readonly stepUp?: string | undefined;
}

/** See `Identity.stepUp`. */
export async function guard(
  parts: Parts,
  scope: Guarded,
  action: string,
  input: StepUpInput,
  context: UserContext,
): Promise<Refusal<'accountNeeded' | 'stepUpNeeded' | 'stepUpWrong'> | null> {
  const person = await personOf(parts, context);
  // A visitor has only virtual money, which may be traded with.
  if (!('userId' in person)) return scope === 'trade' ? null : person;
  if (scope === 'trade' && !person.guardTrade) return null;
  return useStepUp(parts, context, action, input);
}
