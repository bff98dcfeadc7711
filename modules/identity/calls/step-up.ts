import { Busy, refuse } from '@assay/core/schema/outcome';
import type { Handlers } from '@assay/platform/http/context';
import type { Parts } from '../parts.ts';
import type { calls } from '../schema/index.ts';
import { personOf } from '../step-up/changes.ts';
import { isTooNew, ownUntil } from '../step-up/own-factors.ts';
import { askProof, checkProof } from '../step-up/proof.ts';

type Calls = Handlers<typeof calls>;

export function stepUpCalls(parts: Parts): Pick<Calls, 'askStepUp' | 'proveStepUp'> {
  return {
    askStepUp: async ({ action, digest }, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      const { sessionId } = context.actor;
      const about = { purpose: 'stepUp' as const, sessionId, action, digest };
      return askProof(parts, person, about, context);
    },

    proveStepUp: async (input, context) => {
      const person = await personOf(parts, context);
      if (!('userId' in person)) return person;
      const challenge = await parts.challenges.takeTry(input.challengeId, 'stepUp', context);
      const { userId, sessionId } = context.actor;
      if (challenge?.userId !== userId || challenge.sessionId !== sessionId) {
        return refuse('challengeEnded');
      }
      const madeBy = await ownUntil(parts, challenge, userId);
      if (await isTooNew(parts, person, input.method, madeBy)) return refuse('proofTooNew');
      const wrong = await checkProof(parts, person, challenge, input, context, madeBy);
      if (wrong instanceof Busy || wrong !== null) return wrong;
      const proved = await parts.challenges.prove(challenge.challengeId, context.now);
      return proved ?? refuse('challengeEnded');
    },
  };
}
