import type { Refusal } from '@assay/core/schema/outcome';
import type { Parts } from '../parts.ts';
import { personOf, type UserContext, useStepUp } from './changes.ts';

export type { UserContext } from './changes.ts';

export interface StepUpInput {
  readonly stepUp?: string | undefined;
}

/** See `Identity.stepUp`. */
export async function guard(
  parts: Parts,
  action: string,
  input: StepUpInput,
  context: UserContext,
): Promise<Refusal<'accountNeeded' | 'stepUpNeeded' | 'stepUpWrong'> | null> {
  const person = await personOf(parts, context);
  if (!('userId' in person)) return person;
  return useStepUp(parts, context, action, input);
}
